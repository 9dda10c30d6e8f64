// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// poisson_restitution.c - what the law `poisson` gives back of the speed.
//
// m v dv/dd = -K d^(3/2) (1 + a S(v/v_t)) separates into speed and depth. Compression from v0 to 0
// and separation from 0 to -v1 pass the same depths, so with x = v/v_t
//
//   G(x0, a) = G(x1, -a),   G(x, b) = Int_0^x u/(1 + b S(u)) du           (1)
//
// S as in poisson.c. Beyond u = 1 the integrand is u/(1 + b).
//
// Error   1e-12 relative: Gauss-Legendre of 10 points on pieces of 1/8 up to u = 1/2; from there
//         over s = -ln(1 - u), in which the peak that b near -1 makes at u = 1 is a smooth hill.
// Source  (1): own derivation, docs/theory/laws.md; confirmed by the table of [MotionSolve] runs
//         in tests/verify.

#include "law/normal/poisson_restitution.h"

#include <math.h>

#include "law/normal/poisson.h"
#include "math/core/elementary.h"
#include "math/core/regularize.h"

static double integrand(double u, double b) {
    double slope;
    return u / (1.0 + b * ab_odd_step(u, &slope));
}

// The integrand over s; 1 + b S is written as (1 + b) - b (1 - S), which keeps its digits at b =
// -1.
static double integrand_of_log(double s, double b) {
    double rest = ab_exp(-s), u = 1.0 - rest;
    double missing = 0.5 * rest * rest * (2.0 + u); // 1 - S
    return u * rest / ((1.0 + b) - b * missing);
}

static double gauss(double (*f)(double, double), double b, double from, double to) {
    static const double s_x[5] = {0.14887433898163122, 0.43339539412924719, 0.67940956829902441,
                                  0.86506336668898451, 0.97390652851717172};
    static const double s_w[5] = {0.29552422471475287, 0.26926671930999636, 0.21908636251598204,
                                  0.14945134915058059, 0.06667134430868814};
    double middle = 0.5 * (from + to), half = 0.5 * (to - from), sum = 0.0;
    for (int i = 0; i < 5; i++) {
        sum += s_w[i] * (f(middle - half * s_x[i], b) + f(middle + half * s_x[i], b));
    }
    return half * sum;
}

static double pieces(double (*f)(double, double), double b, double from, double to, double piece) {
    double sum = 0.0;
    int count = (int)floor((to - from) / piece) + 1;
    for (int i = 0; i < count; i++) {
        sum += gauss(f, b, from + i * (to - from) / count, from + (i + 1) * (to - from) / count);
    }
    return sum;
}

// G(x, b) for x <= 1.
static double inner(double x, double b) {
    double sum = pieces(integrand, b, 0.0, fmin(x, 0.5), 0.125);
    if (x > 0.5) {
        // beyond s = 45 nothing is left, unless b = -1, where x = 1 is infinitely far
        double end = x < 1.0 ? fmin(-ab_log_e(1.0 - x), 45.0) : 45.0;
        sum += pieces(integrand_of_log, b, ab_log_e(2.0), end, 0.5);
    }
    return sum;
}

static double whole(double x, double b) {
    return x <= 1.0 ? inner(x, b) : inner(1.0, b) + 0.5 * (x * x - 1.0) / (1.0 + b);
}

double ab_poisson_restitution(double e, double ratio) {
    double a = ab_poisson_loss(e);
    if (!(ratio > 0.0) || a == 0.0) {
        return 1.0;
    }
    double target = whole(ratio, a), maximum = a < 1.0 ? inner(1.0, -a) : INFINITY;
    if (target >= maximum) {
        return sqrt(1.0 + 2.0 * (1.0 - a) * (target - maximum)) / ratio;
    }
    double low = 0.0, high = fmin(1.0, ratio);
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        *(inner(middle, -a) < target ? &low : &high) = middle;
    }
    return 0.5 * (low + high) / ratio;
}
