// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// restitution.c - the damping that gives a restitution.
//
// One impact of m d'' = -K d^n (1 + a d') from d = 0 at speed v back to d = 0 at speed u = e v
// obeys, with x = a v,
//
//   psi(x) = psi(-e x),   psi(z) = z - ln(1 + z)                          (1)
//
// whatever m, K and n are. docs/theory/laws.md derives it.
//
// Valid   no other force of note during the impact (gravity: m g far below the peak force).
// Error   a few 1e-16 absolute in e, and in x relative to 1 + x.
// Cost    at most 80 steps of Newton's method kept inside a bracket; computed once per pair.
// Source  the force: [HuntCrossley1975]; (1): the energy integral, own derivation.

#include "law/core/restitution.h"

#include <math.h>

#include "math/core/elementary.h"

// psi(z) = z - ln(1+z) for z >= -1 without cancellation: with s = z/(2+z), ln(1+z) = 2 atanh(s) and
// z - 2s = z s.
static double psi(double z) {
    if (fabs(z) > 0.4) {
        return z - ab_log_e(1.0 + z);
    }
    double s = z / (2.0 + z), s2 = s * s, sum = 0.0;
    for (int k = 27; k >= 3; k -= 2) { // |s| <= 1/4: the first term left out is below 1e-17 of z s
        sum = sum * s2 + 2.0 / k;
    }
    return z * s - sum * s2 * s;
}

// The root in (low, high) of a function that is negative at low and positive at high.
static double find_root(double (*f)(double x, double parameter, double *slope), double parameter,
                        double low, double high) {
    double x = 0.5 * (low + high);
    for (int i = 0; i < 80; i++) {
        double slope, value = f(x, parameter, &slope);
        if (value == 0.0) {
            return x;
        }
        *(value < 0.0 ? &low : &high) = x;
        double next = x - value / slope;
        if (!(slope > 0.0) || !(next > low && next < high)) {
            next = 0.5 * (low + high);
        }
        if (fabs(next - x) <= 1e-16 * x) {
            return next;
        }
        x = next;
    }
    return x;
}

static double to_damping(double x, double e, double *slope) {
    *slope = e * e * x / (1.0 - e * x) - x / (1.0 + x);
    return psi(-e * x) - psi(x);
}

// e lies between 1 - 2/3 x (the tangent at zero) and 1/x.
double ab_restitution_to_damping(double e) {
    if (!(e > 0.0)) {
        return INFINITY;
    }
    return e >= 1.0 ? 0.0 : find_root(to_damping, e, 1.5 * (1.0 - e), 1.0 / e);
}
