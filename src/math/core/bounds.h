// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bounds.h - the smaller and the larger of two numbers, and boxes that grow to hold points.

#ifndef AB_BOUNDS_H
#define AB_BOUNDS_H

#include "abut/vector.h"
#include "math/core/vector_math.h"

static inline double ab_min(double a, double b) {
    return a < b ? a : b;
}
static inline double ab_max(double a, double b) {
    return a > b ? a : b;
}
static inline double ab_clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}
// Widens a box to hold p; of nothing yet: AB_NO_LOW, AB_NO_HIGH.
static inline void ab_hold(abVec3 p, abVec3 *low, abVec3 *high) {
    *low = ab_vec3(ab_min(low->x, p.x), ab_min(low->y, p.y), ab_min(low->z, p.z));
    *high = ab_vec3(ab_max(high->x, p.x), ab_max(high->y, p.y), ab_max(high->z, p.z));
}
#define AB_NO_LOW ((abVec3){INFINITY, INFINITY, INFINITY})
#define AB_NO_HIGH ((abVec3){-INFINITY, -INFINITY, -INFINITY})

#endif
