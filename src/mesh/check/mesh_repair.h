// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_repair.h - repairs that lose nothing, done only when asked for.

#ifndef AB_MESH_REPAIR_H
#define AB_MESH_REPAIR_H

#include "mesh/core/triangle_mesh.h"

typedef enum abMeshRepair {
    AB_REPAIR_MERGE_POINTS,    // points nearer than ab_mesh_resolution become the first of them
    AB_REPAIR_DROP_DEGENERATE, // triangles with two equal corners go
    AB_REPAIR_DROP_DUPLICATES, // triangles given again, the same way round, go
    AB_REPAIR_ORIENT,          // neighbours agree on outside, closed parts have it outside
    AB_REPAIR_DROP_UNUSED,     // points of no triangle go
    AB_REPAIR_COUNT
} abMeshRepair;

extern const char *const ab_mesh_repair_words[]; // "merge_points", ..., NULL

// Repairs the mesh in place, in the order above; bit i of `wanted` asks for repair i. done[i]
// becomes the number of points or triangles changed. A surface that has no two sides (a Moebius
// strip) and edges of more than two triangles are left as they are. False for want of memory.
bool ab_mesh_repair(abTriangleMesh *mesh, unsigned wanted, size_t done[AB_REPAIR_COUNT],
                    abAllocator allocator);

#endif
