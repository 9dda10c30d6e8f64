// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_fine.h - a large part of a surface as many points, for friction that resists turning.
//
// The three points of a part have its force, middle and spread, so they say all about what is even
// or linear over it. How far from a center it presses, which friction against turning depends on,
// they say for parts that are small beside the whole: on the two triangles of a square's sides
// friction would turn with 0.333 a mu N instead of 0.383 a mu N, 13 % too little. So a large part
// gives a share of what it presses with to the middles of the sides of small triangles into which it
// is divided. The share follows smoothly as the part grows or shrinks beside the whole. Divided into
// 16 friction turns those two triangles with 0.2 % too much, into 4 with 1.3 %: time steps, whose cost
// goes with the points, do with that.

#ifndef AB_SURFACE_FINE_H
#define AB_SURFACE_FINE_H

#include <stdbool.h>

#include "math/core/vector_math.h"

enum { AB_SURFACE_FINE = 30, AB_SURFACE_FINE_IN_STEPS = 9 }; // points, at most; of 4 triangles

typedef struct abFinePoint {
    double weight[3]; // of the three points, together 1: for places and all that is linear
    double share;     // of the area; of all together 1
} abFinePoint;

// The points, how many.
int ab_surface_fine_points(bool in_steps, abFinePoint points[AB_SURFACE_FINE]);
// What the fine points get of a part with its three points at x, 0 to 1; seen: of its direction of
// pressure along the normal.
double ab_surface_fine_share(bool in_steps, const abVec3 x[3], double seen, double whole_area);
// Forces at the fine points, linear between those of the three, none below 0, with their sum.
void ab_surface_fine_forces(const abFinePoint *points, int count, const double force[3],
                            double fine[AB_SURFACE_FINE]);

static inline double ab_surface_fine_value(const abFinePoint *point, const double value[3]) {
    return point->weight[0] * value[0] + point->weight[1] * value[1] + point->weight[2] * value[2];
}

static inline abVec3 ab_surface_fine_place(const abFinePoint *point, const abVec3 x[3]) {
    return ab_add_scaled(ab_add_scaled(ab_scale(point->weight[0], x[0]), point->weight[1], x[1]),
                         point->weight[2], x[2]);
}

#endif
