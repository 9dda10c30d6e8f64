// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_moments.h - area, middle, spread and depths of the penetrating part of a triangle, and the three
// points that have the same. Private to collide.

#ifndef AB_SURFACE_MOMENTS_H
#define AB_SURFACE_MOMENTS_H

#include "collide/pressure/surface_room.h"
#include "math/core/bounds.h"
#include "math/core/vector_math.h"

// Integrals over the part; places as weights a, b of corners 1 and 2, the area of the triangle
// as 1.
typedef struct abSurfaceMoments {
    double one, a, b, aa, ab, bb;
    double d, da, db; // of the depth, and times a, b                                       [m]
    abVec3 normal;    // of the other
} abSurfaceMoments;

// A normal of the other mesh, as much of it as counts for that of a part: as much as a triangle of
// that area presses along it. So friction of the part is across what presses; a cell wall counts where
// there is nothing else.
static inline abVec3 ab_pressed_normal(abVec3 area, abVec3 normal) {
    static const double minimum = 1e-9;
    return ab_scale(ab_max(-ab_dot(area, normal) / ab_norm(area), minimum), normal);
}

// Adds a polygon with straight depths.
void ab_moments_add(abSurfaceMoments *sum, const abSurfaceCell *cell, abVec3 normal);

typedef struct abMomentPoint {
    double a, b, depth; // -, -, above 0 [m]
} abMomentPoint;

// The three points; false when there is no area.
bool ab_moments_points(const abSurfaceMoments *sum, abMomentPoint at[3]);

// The integral of the depth squared over a cell, the area of the triangle as 1.
double ab_moment_of_squares(const abSurfaceCell *cell);

#endif
