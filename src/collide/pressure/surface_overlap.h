// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_overlap.h - cells of one triangle that lie on each other: each place belongs to the
// nearest.

#ifndef AB_SURFACE_OVERLAP_H
#define AB_SURFACE_OVERLAP_H

#include "collide/pressure/surface_points.h"

// Cells that lie on each other: each place stays with the nearest; surface_overlap.c. False for
// want of memory.
bool ab_cells_part_convex(abSurfaceWorkspace *workspace, const abMeshSurface *other);
// Of any mesh. The penetrating parts come behind the cells, which stay; some have less than three corners.
bool ab_cells_part(abSurfaceWorkspace *workspace, const abMeshSurface *other);

#endif
