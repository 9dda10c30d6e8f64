// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_add_point.h - a point of a surface contact: where it is, and how its direction turns.

#ifndef AB_SURFACE_ADD_POINT_H
#define AB_SURFACE_ADD_POINT_H

#include "collide/pressure/surface_points.h"
#include "collide/pressure/surface_room.h"
#include "mesh/core/mesh_closest.h"

// Adds a point where the other is nearest at `at`; area and place are the caller's business.
abSurfacePoint *ab_surface_store(abSurfaceWork *work, const abMeshClosest *at, abVec3 x_O);

#endif
