// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_query.h - what an outline alone answers: the nearest point, the farthest point in a
// direction, the moments of its area, whether it crosses itself.

#ifndef AB_OUTLINE_QUERY_H
#define AB_OUTLINE_QUERY_H

#include "shape/curve/curve_build.h"
#include "shape/curve/outline.h"

// Whether two edges of one frame cross between their ends.
bool ab_edges_cross(const abEdge *a, const abEdge *b);
// Two edges that cross, by their numbers.
bool ab_outline_crosses_itself(const abOutline2 *outline, int *first, int *second);

// The nearest point of the outline; the distance is < 0 inside the solid.
typedef struct abNearest2 {
    double distance; // [m]
    abVec2 p, n;     // the point; the unit normal there, at a corner the mean one
    int edge;
} abNearest2;
abNearest2 ab_outline_nearest(const abOutline2 *outline, abVec2 q);

// Moments of the area, as of curves.
abCurveMoments ab_outline_moments(const abOutline2 *outline);

// The farthest point in a direction.
abVec2 ab_outline_support(const abOutline2 *outline, abVec2 d);

#endif
