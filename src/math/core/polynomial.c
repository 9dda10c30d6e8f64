// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// polynomial.c - Bernstein form on an interval that is halved around the first root.

#include "math/core/polynomial.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

double ab_polynomial_value(const double *c, int degree, double x) {
    double value = c[degree];
    for (int k = degree; k-- > 0;) {
        value = value * x + c[k];
    }
    return value;
}

double ab_polynomial_slope(const double *c, int degree, double x) {
    double slope = 0.0;
    for (int k = degree; k > 0; k--) {
        slope = slope * x + k * c[k];
    }
    return slope;
}

// Control points on [low, high]: shift and scale to [0, 1], then  b_i = sum_j C(i,j)/C(n,j) c_j.
static void control_points(const double *c, int n, double low, double high, double *b) {
    double s[AB_DEGREE_MAX + 1];
    memcpy(s, c, (size_t)(n + 1) * sizeof *s);
    if (low != 0.0) {
        for (int i = 0; i < n; i++) { // Taylor shift by Horner
            for (int k = n - 1; k >= i; k--) {
                s[k] += low * s[k + 1];
            }
        }
    }
    double width = high - low, power = 1.0;
    for (int k = 1; k <= n; k++) {
        power *= width;
        s[k] *= power;
    }
    double binomial = 1.0; // C(n, j)
    for (int j = 1; j <= n; j++) {
        binomial = binomial * (n - j + 1) / j;
        s[j] /= binomial;
    }
    memcpy(b, s, (size_t)(n + 1) * sizeof *b);
    for (int level = 1; level <= n; level++) {
        for (int i = n; i >= level; i--) {
            b[i] += b[i - 1];
        }
    }
}

void ab_polynomial_bounds(const double *c, int degree, double low, double high, double *minimum,
                          double *greatest) {
    double b[AB_DEGREE_MAX + 1];
    control_points(c, degree, low, high, b);
    *minimum = *greatest = b[0];
    for (int i = 1; i <= degree; i++) {
        *minimum = fmin(*minimum, b[i]);
        *greatest = fmax(*greatest, b[i]);
    }
}

void ab_polynomial_wide_bounds(const double *c, int degree, double *minimum, double *greatest) {
    *minimum = *greatest = c[0];
    for (int k = 1; k <= degree; k++) {
        *minimum += c[k] < 0.0 ? c[k] : 0.0;
        *greatest += c[k] > 0.0 ? c[k] : 0.0;
    }
}

double ab_polynomial_largest(const double *c, int degree, double end) {
    double minimum, greatest;
    ab_polynomial_bounds(c, degree, 0.0, end, &minimum, &greatest);
    return fmax(fabs(minimum), fabs(greatest));
}

double ab_polynomial_first_root(const double *c, int degree, double low, double high) {
    // the interval is followed down to the leftmost half that may hold a root; halves without one
    // are left behind for good, so at most 2 * 60 halvings are needed
    double a = low, width = high - low;
    for (int guard = 0; guard < 240 && a < high; guard++) {
        double b[AB_DEGREE_MAX + 1];
        double end = fmin(a + width, high);
        control_points(c, degree, a, end, b);
        double minimum = b[0];
        for (int i = 1; i <= degree; i++) {
            minimum = fmin(minimum, b[i]);
        }
        if (minimum > 0.0) { // none here: go on behind it, with a wider look
            a = end;
            width *= 2.0;
            continue;
        }
        if (b[0] <= 0.0 || end - a <= 4e-16 * (fabs(a) + fabs(end)) + 1e-300) {
            return a;
        }
        // falling through zero once: Newton from the left stays left of a convex root, else bisect
        bool falling = true;
        for (int i = 1; i <= degree; i++) {
            falling = falling && b[i] <= b[i - 1];
        }
        if (falling && b[degree] <= 0.0) {
            double inner = a, outer = end;
            for (int i = 0; i < 80 && outer - inner > 2e-16 * (fabs(inner) + fabs(outer)); i++) {
                double value = ab_polynomial_value(c, degree, inner);
                double slope = ab_polynomial_slope(c, degree, inner);
                double x = slope < 0.0 ? inner - value / slope : outer;
                if (!(x > inner && x < outer) || (i & 3) == 3) {
                    x = inner + 0.5 * (outer - inner);
                }
                if (x <= inner || x >= outer) {
                    break;
                }
                *(ab_polynomial_value(c, degree, x) > 0.0 ? &inner : &outer) = x;
            }
            return inner;
        }
        width = 0.5 * (end - a);
    }
    return a < high ? a : INFINITY;
}
