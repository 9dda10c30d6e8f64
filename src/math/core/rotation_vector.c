// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rotation_vector.c - with s = |r|^2, the sums over k of (-s)^k / (2 k + n)! for n = 2 and 3.

#include "math/core/rotation_vector.h"

enum { TERMS = 12 };

// Sum and its derivative by s, from the last term on.
static void sum(double s, int n, double *value, double *slope) {
    double term[TERMS + 1];
    term[0] = n == 2 ? 1.0 / 2.0 : 1.0 / 6.0;
    for (int k = 1; k <= TERMS; k++) {
        term[k] = -term[k - 1] / (double)((2 * k + n - 1) * (2 * k + n));
    }
    *value = *slope = 0.0;
    for (int k = TERMS; k >= 0; k--) {
        *slope = *slope * s + *value;
        *value = *value * s + term[k];
    }
}

abRotationVector ab_rotation_vector(abVec3 r, abVec3 rate) {
    abRotationVector v = {.r = r};
    double a_slope, b_slope, s_rate = 2.0 * ab_dot(r, rate);
    sum(ab_norm2(r), 2, &v.a, &a_slope);
    sum(ab_norm2(r), 3, &v.b, &b_slope);
    abVec3 c = ab_cross(r, rate), cc = ab_cross(r, c);
    v.w = ab_rotation_rate(&v, rate);
    // r' x r' = 0, so of the products only r' x (r x r') is left
    v.bias = ab_add_scaled(ab_scale(a_slope * s_rate, c), b_slope * s_rate, cc);
    v.bias = ab_add_scaled(v.bias, v.b, ab_cross(rate, c));
    return v;
}
