// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// small_hull.h - the convex hull of a few points, flat ones too, without an arena.

#ifndef AB_SMALL_HULL_H
#define AB_SMALL_HULL_H

#include "shape/kinds/hull.h"

enum {
    AB_SMALL_POINTS = 6,
    AB_SMALL_FACES = 2 * AB_SMALL_POINTS,
    AB_SMALL_CORNERS = AB_SMALL_FACES * AB_SMALL_POINTS
};

// A shape that points into itself: it is not to be copied.
typedef struct abSmallHull {
    abShape shape;
    abHull hull;
    abVec3 corners[AB_SMALL_POINTS], normals[AB_SMALL_FACES];
    double offsets[AB_SMALL_FACES];
    int starts[AB_SMALL_FACES + 1], faces[AB_SMALL_CORNERS];
    int rings[AB_SMALL_POINTS + 1], ring[AB_SMALL_CORNERS], fan[AB_SMALL_CORNERS];
} abSmallHull;

// Of three to AB_SMALL_POINTS points that are not on a line. A flat hull has two faces. False where
// rounding makes no faces.
bool ab_small_hull(const abVec3 *points, int count, abSmallHull *out);

#endif
