// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bounds.h - the smaller and the larger of two numbers, and boxes: those that grow to hold
// points, those that meet.

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
// How far beyond -limit and limit, with its sign; 0 between them.
static inline double ab_beyond(double x, double limit) {
    return x > limit ? x - limit : x < -limit ? x + limit : 0.0;
}
// Widens a box to hold p; of nothing yet: AB_NO_LOW, AB_NO_HIGH.
static inline void ab_hold(abVec3 p, abVec3 *low, abVec3 *high) {
    *low = ab_vec3(ab_min(low->x, p.x), ab_min(low->y, p.y), ab_min(low->z, p.z));
    *high = ab_vec3(ab_max(high->x, p.x), ab_max(high->y, p.y), ab_max(high->z, p.z));
}
static inline bool ab_boxes_meet(abVec3 low_a, abVec3 high_a, abVec3 low_b, abVec3 high_b) {
    return low_a.x <= high_b.x && low_b.x <= high_a.x && low_a.y <= high_b.y &&
           low_b.y <= high_a.y && low_a.z <= high_b.z && low_b.z <= high_a.z;
}
#define AB_NO_LOW ((abVec3){INFINITY, INFINITY, INFINITY})
#define AB_NO_HIGH ((abVec3){-INFINITY, -INFINITY, -INFINITY})

#endif
