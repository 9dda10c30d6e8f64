// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_minimum.h - the least value of a function of one variable, with proof.

#ifndef AB_CURVE_MINIMUM_H
#define AB_CURVE_MINIMUM_H

#include <stdbool.h>

// A continuous f with  |f'| <= steepest  everywhere and  f'' >= -bend(a, b)  between a and b (kinks
// upwards are allowed, kinks downwards where bend is INFINITY).
typedef struct abBoundedFunction {
    const void *context;
    double (*value)(const void *context, double x, double *slope);
    double (*bend)(const void *context, double a, double b);
    // By how much f could be lower than at x anywhere; INFINITY when that is not known. May be
    // NULL.
    double (*slack)(const void *context, double x);
    double steepest;
    bool is_periodic; // low and high are the same place
} abBoundedFunction;

typedef struct abCurveMinimum {
    double x, value;
    double above;  // the true least value is not below value - above
    bool is_exact; // above <= the tolerance asked for
} abCurveMinimum;

// The least value on [low, high], which is first cut into `pieces` (at most 32). The place found is
// a local minimum to rounding; `tolerance` is for the proof that no other place is lower.
abCurveMinimum ab_minimum_of(const abBoundedFunction *curve, double low, double high, int pieces,
                             double tolerance);

#endif
