// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// jet.h - numbers that carry their first and second derivative by one variable.
//
// Every operation applies the chain rule, so derivatives are exact up to rounding. The variable is
// time where motions are computed, and any input where a partial derivative is wanted. At a kink
// (a magnitude, a clamp) the derivative is that of one side.

#ifndef AB_JET_H
#define AB_JET_H

#include <stdbool.h>

// A value with its first and second derivative, by time if not said otherwise.
typedef struct abJet {
    double value, rate, acceleration;
} abJet;

static inline abJet ab_jet(double value) {
    return (abJet){value, 0.0, 0.0};
}

static inline bool ab_jet_is_constant(abJet x) {
    return x.rate == 0.0 && x.acceleration == 0.0;
}

static inline abJet ab_jet_add(abJet a, abJet b) {
    return (abJet){a.value + b.value, a.rate + b.rate, a.acceleration + b.acceleration};
}

static inline abJet ab_jet_negate(abJet a) {
    return (abJet){-a.value, -a.rate, -a.acceleration};
}

static inline abJet ab_jet_sub(abJet a, abJet b) {
    return ab_jet_add(a, ab_jet_negate(b));
}

static inline abJet ab_jet_mul(abJet a, abJet b) {
    return (abJet){a.value * b.value, a.rate * b.value + a.value * b.rate,
                   a.acceleration * b.value + 2.0 * a.rate * b.rate + a.value * b.acceleration};
}

static inline abJet ab_jet_scale(double s, abJet a) {
    return (abJet){s * a.value, s * a.rate, s * a.acceleration};
}

abJet ab_jet_div(abJet a, abJet b);
abJet ab_jet_pow(abJet x, abJet y);

// f(x) with the derivatives f1, f2 of f at x. A constant keeps zero derivatives even where f1 is
// infinite (the root of 0).
abJet ab_jet_chain(abJet x, double f, double f1, double f2);

abJet ab_jet_sin(abJet x);
abJet ab_jet_cos(abJet x);
abJet ab_jet_atan2(abJet y, abJet x);
abJet ab_jet_sqrt(abJet x);

#endif
