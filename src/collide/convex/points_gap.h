// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// points_gap.h - how far apart two points are along a normal, to the last digit.

#ifndef AB_POINTS_GAP_H
#define AB_POINTS_GAP_H

#include "collide/convex/convex_pair.h"

// n . (b - a), computed with twice the digits from the poses in the world; a in the frame of A, b
// in that of B. Where b - a is along n, an error of n does not count.
double ab_points_gap(const abPair *pair, abVec3 n, abVec3 a, abVec3 b);
// The same of the points with these weights of corners.
double ab_corners_gap(const abPair *pair, abVec3 n, const abSimplex *simplex, const double *weight);

#endif
