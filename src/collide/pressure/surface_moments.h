// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_moments.h - area, middle, spread and depths of the penetrating part of a triangle, and the three
// points that have the same.

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

// ---- a triangle on which the depth is straight, known at the middles of its sides ----
//
// A set of points: one near each corner k, with the weight 1 - 2 a of that corner and a of the others.
// Two such sets are right up to the fourth power of the place. With D the mean of the depths and d_j
// that of the middle across the corner
//
//   d at a point         D + 2 (1 - 3 a) (D - d_j)                                           (1)
//   force at a middle j  int p (1 - 2 l_j) dA,  l_j the weight of the corner across          (2)
//
// The forces (2) at the three middles have the sum and the moments of the pressure p. Of a pressure
// that is straight they are what it is there by a third of the area.
//
// Source  points and weights: [Dunavant1985], degree 4; (2): own derivation.

enum { AB_PART_SETS = 2 };

typedef struct abPartSet {
    double a, weight; // of each point, as a share of the area
} abPartSet;

static const abPartSet ab_part_sets[AB_PART_SETS] = {{0.445948490915965, 0.223381589678011},
                                                     {0.091576213509771, 0.109951743655322}};

// (1)
static inline double ab_part_depth(const abPartSet *set, double mean, double middle) {
    return mean + 2.0 * (1.0 - 3.0 * set->a) * (mean - middle);
}

// What a set gives to (2): `own` is what the pressure at the point near the corner across makes of a third
// of the area, `all` that at all three.
static inline double ab_part_force(const abPartSet *set, double all, double own) {
    return 3.0 * set->weight * ((1.0 - 2.0 * set->a) * (all - own) + (4.0 * set->a - 1.0) * own);
}

#endif
