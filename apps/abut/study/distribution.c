// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// distribution.c - shares F(x) and their inverses.
//
//   normal       F = erfc(-z / sqrt(2)) / 2,   z = (x - mean) / deviation                     (1)
//   lognormal    the same of ln x, with mean ln(median) and deviation ln(spread)
//   triangular   F = (x - a)^2 / ((b - a)(c - a)) up to the mode c, likewise from the other end
//   cut          x = F^-1( F(low) + u (F(high) - F(low)) )                                    (2)
//
// Error   the inverse of (1) is a rational approximation, good to 1e-9, and two steps of Halley's
//         method on (1); what is left is rounding.
// Limits  cuts farther out than 37 deviations leave nothing: the nearer of them is the value.

#include "study/distribution.h"

#include <math.h>

// ---- uniform ----

static bool uniform_allows(const double *p) {
    return p[0] < p[1];
}
static double uniform_share(const double *p, double x) {
    return fmin(fmax((x - p[0]) / (p[1] - p[0]), 0.0), 1.0);
}
static double uniform_value(const double *p, double u) {
    return p[0] + u * (p[1] - p[0]);
}

static bool loguniform_allows(const double *p) {
    return p[0] > 0.0 && p[0] < p[1];
}
static double loguniform_share(const double *p, double x) {
    return x > 0.0 ? fmin(fmax(log(x / p[0]) / log(p[1] / p[0]), 0.0), 1.0) : 0.0;
}
static double loguniform_value(const double *p, double u) {
    return p[0] * exp(u * log(p[1] / p[0]));
}

// ---- normal ----

static const double s_root_of_two_pi = 2.5066282746310002;

static double standard_share(double z) {
    return 0.5 * erfc(-z / sqrt(2.0)); // (1)
}

// The rational approximation for u <= 1/2.
static double roughly_below(double u) {
    static const double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,
                               -2.759285104469687e+02, 1.383577518672690e+02,
                               -3.066479806614716e+01, 2.506628277459239e+00};
    static const double b[] = {-5.447609879822406e+01, 1.615858368580409e+02,
                               -1.556989798598866e+02, 6.680131188771972e+01,
                               -1.328068155288572e+01};
    static const double c[] = {-7.784894002430293e-03, -3.223964580411365e-01,
                               -2.400758277161838e+00, -2.549732539343734e+00,
                               4.374664141464968e+00,  2.938163982698783e+00};
    static const double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                               3.754408661907416e+00};
    if (u < 0.02425) {
        double q = sqrt(-2.0 * log(u));
        return (((((c[0] * q + c[1]) * q + c[2]) * q + c[3]) * q + c[4]) * q + c[5]) /
               ((((d[0] * q + d[1]) * q + d[2]) * q + d[3]) * q + 1.0);
    }
    double q = u - 0.5, r = q * q;
    return (((((a[0] * r + a[1]) * r + a[2]) * r + a[3]) * r + a[4]) * r + a[5]) * q /
           (((((b[0] * r + b[1]) * r + b[2]) * r + b[3]) * r + b[4]) * r + 1.0);
}

static double standard_value(double u) {
    if (!(u > 0.0 && u < 1.0)) {
        return u > 0.0 ? INFINITY : -INFINITY;
    }
    double below = fmin(u, 1.0 - u), z = roughly_below(below);
    for (int i = 0; i < 2; i++) { // Halley
        double step = (standard_share(z) - below) * s_root_of_two_pi * exp(0.5 * z * z);
        z -= step / (1.0 + 0.5 * z * step);
    }
    return u <= 0.5 ? z : -z;
}

static bool normal_allows(const double *p) {
    return p[1] > 0.0;
}
static double normal_share(const double *p, double x) {
    return standard_share((x - p[0]) / p[1]);
}
static double normal_value(const double *p, double u) {
    return p[0] + p[1] * standard_value(u);
}

static bool lognormal_allows(const double *p) {
    return p[0] > 0.0 && p[1] > 1.0;
}
static double lognormal_share(const double *p, double x) {
    return x > 0.0 ? standard_share(log(x / p[0]) / log(p[1])) : 0.0;
}
static double lognormal_value(const double *p, double u) {
    return p[0] * exp(log(p[1]) * standard_value(u));
}

// ---- triangular ----

static bool triangular_allows(const double *p) {
    return p[0] <= p[1] && p[1] <= p[2] && p[0] < p[2];
}
static double triangular_share(const double *p, double x) {
    double a = p[0], c = p[1], b = p[2];
    return x <= a  ? 0.0
           : x < c ? (x - a) * (x - a) / ((b - a) * (c - a))
           : x < b ? 1.0 - (b - x) * (b - x) / ((b - a) * (b - c))
                   : 1.0;
}
static double triangular_value(const double *p, double u) {
    double a = p[0], c = p[1], b = p[2];
    return u * (b - a) < c - a ? a + sqrt(u * (b - a) * (c - a))
                               : b - sqrt((1.0 - u) * (b - a) * (b - c));
}

// ---- the list ----

const Distribution distributions[] = {
// {"uniform", 2, "[low, high]", "...", uniform_allows, uniform_share, uniform_value}, ...
#define DISTRIBUTION(symbol, count, numbers, text)                                                 \
    {#symbol, count, numbers, text, symbol##_allows, symbol##_share, symbol##_value},
#include "study/distributions.def"
#undef DISTRIBUTION
};
const int distribution_count = (int)(sizeof distributions / sizeof distributions[0]);

double distribution_value(const Distribution *distribution, const double *p, double low,
                          double high, double u) {
    double from = isinf(low) ? 0.0 : distribution->share(p, low);
    double to = isinf(high) ? 1.0 : distribution->share(p, high);
    double x = distribution->value(p, from + u * (to - from)); // (2)
    return fmin(fmax(x, low), high);
}
