// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_cells.h - which part of the space near a mesh belongs to which of its triangles.

#ifndef AB_MESH_CELLS_H
#define AB_MESH_CELLS_H

#include "base/arena.h"
#include "mesh/core/mesh_surface.h"

// Its parts in mesh_cells.c: cells and whether it is convex, once the rest is there.
bool ab_mesh_cells_build(abMeshSurface *surface, abArena *arena);

#endif
