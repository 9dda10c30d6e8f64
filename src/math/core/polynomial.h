// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// polynomial.h - small polynomials on an interval: values, bounds, first root.
//
// Coefficients are by rising power, c[0] + c[1] x + ... The bounds come from the Bernstein form: on
// an interval a polynomial lies between its least and greatest control point (Farouki 2012).

#ifndef AB_POLYNOMIAL_H
#define AB_POLYNOMIAL_H

enum { AB_DEGREE_MAX = 8 };

double ab_polynomial_value(const double *c, int degree, double x);
double ab_polynomial_slope(const double *c, int degree, double x);

// Bounds of the values on [low, high].
void ab_polynomial_bounds(const double *c, int degree, double low, double high, double *minimum,
                          double *greatest);
// Bounds on [0, 1] as powers of x are: wider than those, and a tenth of their cost.
void ab_polynomial_wide_bounds(const double *c, int degree, double *minimum, double *greatest);
// A bound of |value| on [0, end].
double ab_polynomial_largest(const double *c, int degree, double end);

// The first x in [low, high] at which the polynomial, positive at low, is no longer positive; a
// value above `high` when there is none. A dip below zero that is shallower than the rounding of
// the values may go unseen.
double ab_polynomial_first_root(const double *c, int degree, double low, double high);

#endif
