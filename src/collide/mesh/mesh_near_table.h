// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_near_table.h - the lists of triangles near each other, one for each pair of shapes that
// was asked for lately.

#ifndef AB_MESH_NEAR_TABLE_H
#define AB_MESH_NEAR_TABLE_H

#include "abut/memory.h"
#include "collide/mesh/mesh_near.h"

// The list of a pair of meshes, to be set. NULL for want of memory. Good until the next call.
abMeshNear *ab_mesh_near_find(abMeshNearTable *table, abAllocator allocator, const abShape *A,
                              const abShape *B);
void ab_mesh_near_table_done(abMeshNearTable *table, abAllocator allocator);

#endif
