// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// overlap.h - the middle of the common part of two flat outlines, seen along a normal.

#ifndef AB_OVERLAP_H
#define AB_OVERLAP_H

#include <stdbool.h>

#include "abut/vector.h"

// The middle of the overlap of two flat convex outlines seen along the unit normal n. False when
// they do not overlap or the overlap is a single point of crossing edges.
bool ab_overlap_center(const abVec3 *P, int n_P, const abVec3 *Q, int n_Q, abVec3 n, double size,
                       abVec3 *center);

// The middle of one outline, as above.
abVec3 ab_outline_center(const abVec3 *P, int n_P, abVec3 n, double size);

#endif
