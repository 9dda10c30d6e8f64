// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// predicates.h - on which side? Signs that are right in spite of rounding.

#ifndef AB_PREDICATES_H
#define AB_PREDICATES_H

#include "abut/vector.h"

// Sign (-1, 0, 1) of (a - d) x (b - d) . (c - d): 1 when d is behind the triangle a, b, c, which is
// seen from its front with its corners counter-clockwise; -1 when d is in front of it. Exact for
// coordinates of magnitude 0 or 1e-90 to 1e90.
int ab_orient_3d(abVec3 a, abVec3 b, abVec3 c, abVec3 d);

// Sign of the area of a, b, c seen along an axis (0 x, 1 y, 2 z) from its positive end: 1 when they
// turn left. Exact in the same range.
int ab_orient_2d(abVec3 a, abVec3 b, abVec3 c, int axis);

// Sign of the component along an axis of (b - a) x (d - c): 1 when d - c is to the left of b - a
// seen from the axis' positive end. Exact in the same range.
int ab_turn_2d(abVec3 a, abVec3 b, abVec3 c, abVec3 d, int axis);

#endif
