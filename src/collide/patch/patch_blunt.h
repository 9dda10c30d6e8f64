// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_blunt.h - what blunt corners of outlines carry alone and together.

#ifndef AB_PATCH_BLUNT_H
#define AB_PATCH_BLUNT_H

#include <math.h>

#include "collide/broad/patch_point.h"

// What norms of the power 8 are made of.
static inline double ab_power_7(double x) {
    double x2 = x * x;
    return x2 * x2 * x2 * x;
}
static inline double ab_root_8(double x) {
    return sqrt(sqrt(sqrt(x)));
}

// Weights of points that come with the share of their own angle. `power`: that of the depth by which
// the stored energy of the law grows, 2 of a linear spring.
void ab_patch_blunt(abPatchPoint *points, int count, double power);

#endif
