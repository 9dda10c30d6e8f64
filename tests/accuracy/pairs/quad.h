// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// quad.h - numbers of 113 bits, for references that are to be right beyond doubt: the four
// operations of the compilers' __float128, a square root by Newton, vectors.

#ifndef AB_TEST_QUAD_H
#define AB_TEST_QUAD_H

#include <math.h>

#include "abut/vector.h"

__extension__ typedef __float128 Quad;

typedef struct Quad3 {
    Quad x, y, z;
} Quad3;

// Two Newton steps double the 53 bits of the first value twice. Valid for 0 and 1e-290 to 1e290.
static inline Quad quad_sqrt(Quad x) {
    if (!(x > 0)) {
        return 0;
    }
    Quad y = sqrt((double)x);
    y = (y + x / y) / 2;
    return (y + x / y) / 2;
}
static inline Quad quad_abs(Quad x) {
    return x < 0 ? -x : x;
}

static inline Quad3 quad3(abVec3 v) {
    return (Quad3){v.x, v.y, v.z};
}
static inline abVec3 quad_round(Quad3 v) {
    return (abVec3){(double)v.x, (double)v.y, (double)v.z};
}
static inline Quad3 quad_add(Quad3 a, Quad3 b) {
    return (Quad3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline Quad3 quad_sub(Quad3 a, Quad3 b) {
    return (Quad3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline Quad3 quad_scale(Quad s, Quad3 a) {
    return (Quad3){s * a.x, s * a.y, s * a.z};
}
static inline Quad quad_dot(Quad3 a, Quad3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline Quad3 quad_cross(Quad3 a, Quad3 b) {
    return (Quad3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline Quad quad_norm(Quad3 a) {
    return quad_sqrt(quad_dot(a, a));
}
static inline Quad3 quad_unit(Quad3 a) {
    return quad_scale(1 / quad_norm(a), a);
}

#endif
