// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_flat.h - depth below the faces of planes, boxes and hulls: the least of their planes'.

#ifndef AB_SURFACE_FLAT_H
#define AB_SURFACE_FLAT_H

#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"

// The planes of a shape that has flat faces only; surface_flat.c. False for want of memory.
bool ab_surface_find_planes(abSurfaceWork *work);
// The nearest of them; fills `nearest`.
double ab_surface_depth_in_planes(const abSurfaceWorkspace *workspace, abVec3 x, int *nearest);
// Likewise the cells, one for each plane; walls have the numbers of planes.
bool ab_surface_find_flat_cells(abSurfaceWork *work, const abNearPoint *const corner[3]);

#endif
