// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// regularize.h - smooth replacements for kinks.

#ifndef AB_REGULARIZE_H
#define AB_REGULARIZE_H

#include <math.h>

// reg(a, s) = a for a >= s, else a^2/s (1 - a/(3 s)) + s/3: a positive stand-in for a >= 0 with
// continuous second derivative, never below s/3. Unit of a and s the same, s > 0.
// Source: Neumayr & Otter 2019, eq. for regularised friction.
static inline double ab_regularize(double a, double s) {
    return a >= s ? a : a * a / s * (1.0 - a / (3.0 * s)) + s / 3.0;
}

// STEP(x, x0, h0, x1, h1): h0 left of x0, h1 right of x1, a cubic with zero slopes between.
static inline double ab_step(double x, double x0, double h0, double x1, double h1) {
    if (x <= x0) {
        return h0;
    }
    if (x >= x1) {
        return h1;
    }
    double u = (x - x0) / (x1 - x0);
    return h0 + (h1 - h0) * u * u * (3.0 - 2.0 * u);
}

// STEP(u, -1, -1, 1, 1) = (3 u - u^3)/2, written so that it keeps its digits around u = 0; `slope`
// is its derivative.
static inline double ab_odd_step(double u, double *slope) {
    if (fabs(u) >= 1.0) {
        *slope = 0.0;
        return u > 0.0 ? 1.0 : -1.0;
    }
    *slope = 1.5 * (1.0 - u * u);
    return 0.5 * u * (3.0 - u * u);
}

#endif
