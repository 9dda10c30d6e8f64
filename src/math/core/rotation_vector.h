// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rotation_vector.h - a rotation by the vector r, angle |r| about r, and how fast it turns.
//
//   w  = T r',   T = 1 + a r~ + b r~ r~,   a = (1 - cos |r|) / |r|^2,  b = (|r| - sin |r|) / |r|^3   (1)
//   w' = T r'' + T' r'                                                                              (2)
//
// with r~ x = r x x, and w in the axes that r is given in.
//
// Valid   |r| up to pi; from 2 pi on T is singular.
// Error   the series of a and b are cut at |r|^24: rounding up to |r| = pi.
// Source  [Shabana2013] ch. 2; (1) and (2) are checked by differences (rotation_vector_test.c).

#ifndef AB_ROTATION_VECTOR_H
#define AB_ROTATION_VECTOR_H

#include "math/core/vector_math.h"

typedef struct abRotationVector {
    abVec3 r;
    double a, b;
    abVec3 w;    // T r'
    abVec3 bias; // T' r'
} abRotationVector;

// Of r and its rate.
abRotationVector ab_rotation_vector(abVec3 r, abVec3 rate);

// T x and its transpose.
static inline abVec3 ab_rotation_rate(const abRotationVector *v, abVec3 x) {
    abVec3 c = ab_cross(v->r, x);
    return ab_add_scaled(ab_add_scaled(x, v->a, c), v->b, ab_cross(v->r, c));
}
static inline abVec3 ab_rotation_rate_t(const abRotationVector *v, abVec3 x) {
    abVec3 c = ab_cross(v->r, x);
    return ab_add_scaled(ab_add_scaled(x, -v->a, c), v->b, ab_cross(v->r, c));
}

#endif
