// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// matrix_2.h - symmetric matrices [a b; b c], as covariances in a plane are. Private to collide.

#ifndef AB_MATRIX_2_H
#define AB_MATRIX_2_H

#include "math/core/vector_math.h"

typedef struct abMatrix2 {
    double a, b, c;
} abMatrix2;

// U diag(f(value)) U', f the root, or its inverse when `power` is below 0; 0 of what is not above
// 0.
static inline abMatrix2 ab_root_2(abMatrix2 m, double power) {
    double value[2], x, y;
    ab_eigen_2(m.a, m.b, m.c, value, &x, &y);
    double f[2];
    for (int i = 0; i < 2; i++) {
        double root = sqrt(fmax(value[i], 0.0));
        f[i] = power > 0.0 ? root : root > 0.0 ? 1.0 / root : 0.0;
    }
    return (abMatrix2){f[0] * x * x + f[1] * y * y, (f[0] - f[1]) * x * y,
                       f[0] * y * y + f[1] * x * x};
}

// R M R
static inline abMatrix2 ab_sandwich_2(abMatrix2 r, abMatrix2 m) {
    double p = r.a * m.a + r.b * m.b, q = r.a * m.b + r.b * m.c;
    double s = r.b * m.a + r.c * m.b, t = r.b * m.b + r.c * m.c;
    return (abMatrix2){p * r.a + q * r.b, p * r.b + q * r.c, s * r.b + t * r.c};
}

// How much of a spread by volume beside one by area is that of something flat: 1 where they are the
// same, 0 of wedges, caps and parabolas; region.c.
static inline double ab_flatness(double share) {
    return fmax(0.0, 3.0 * fmin(fmax(share, 0.0), 1.0) - 2.0);
}

#endif
