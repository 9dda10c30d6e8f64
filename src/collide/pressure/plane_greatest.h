// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_greatest.h - where on the penetrating surface of a mesh a linear function is greatest: the tree
// from above, the more promising box first, and none that does not penetrate or promises less than is found.

#ifndef AB_PLANE_GREATEST_H
#define AB_PLANE_GREATEST_H

#include "collide/pressure/surface_points.h"

// The greatest of value + slope . x over the points that rule `faces` would have there; -INFINITY
// when there are none.
double ab_plane_greatest(abSurfaceWorkspace *workspace, const abMeshSurface *surface, abVec3 normal,
                         double height, abVec3 slope, double value);

#endif
