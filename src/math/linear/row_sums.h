// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// row_sums.h - the inner loops along rows, two entries at a time. Entry by entry they round as the
// plain loops do.

#ifndef AB_ROW_SUMS_H
#define AB_ROW_SUMS_H

#include <math.h>
#include <stddef.h>

// Two neighbours in a row, wherever they lie.
typedef double abTwo __attribute__((vector_size(16), aligned(8), may_alias));

static inline abTwo *ab_two(double *row) {
    return (abTwo *)(void *)row;
}

static inline const abTwo *ab_two_const(const double *row) {
    return (const abTwo *)(const void *)row;
}

// y += a x
static inline void ab_row_add(double *restrict y, double a, const double *restrict x, size_t n) {
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        abTwo *to = ab_two(y + i);
        const abTwo *from = ab_two_const(x + i);
        to[0] += a * from[0];
        to[1] += a * from[1];
    }
    for (; i < n; i++) {
        y[i] += a * x[i];
    }
}

// y += a0 x0 + a1 x1 + a2 x2 + a3 x3
static inline void ab_row_add_four(double *restrict y, const double a[4], const double *const x[4],
                                   size_t n) {
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
        *ab_two(y + i) += (a[0] * *ab_two_const(x[0] + i) + a[1] * *ab_two_const(x[1] + i)) +
                          (a[2] * *ab_two_const(x[2] + i) + a[3] * *ab_two_const(x[3] + i));
    }
    for (; i < n; i++) {
        y[i] += (a[0] * x[0][i] + a[1] * x[1][i]) + (a[2] * x[2][i] + a[3] * x[3][i]);
    }
}

// y = a - b
static inline void ab_row_subtract(double *restrict y, const double *restrict a,
                                   const double *restrict b, size_t n) {
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
        *ab_two(y + i) = *ab_two_const(a + i) - *ab_two_const(b + i);
    }
    for (; i < n; i++) {
        y[i] = a[i] - b[i];
    }
}

// y = w (a - b), entry by entry
static inline void ab_row_weighted(double *restrict y, const double *restrict w,
                                   const double *restrict a, const double *restrict b, size_t n) {
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
        *ab_two(y + i) = *ab_two_const(w + i) * (*ab_two_const(a + i) - *ab_two_const(b + i));
    }
    for (; i < n; i++) {
        y[i] = w[i] * (a[i] - b[i]);
    }
}

// Four sums that do not wait for one another.
static inline double ab_row_dot(const double *a, const double *b, size_t n) {
    abTwo even = {0.0}, odd = {0.0};
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        even += *ab_two_const(a + i) * *ab_two_const(b + i);
        odd += *ab_two_const(a + i + 2) * *ab_two_const(b + i + 2);
    }
    double rest = 0.0;
    for (; i < n; i++) {
        rest += a[i] * b[i];
    }
    even += odd;
    return (even[0] + even[1]) + rest;
}

// The largest size of an entry.
static inline double ab_row_largest(const double *v, size_t n) {
    double maximum = 0.0;
    for (size_t i = 0; i < n; i++) {
        maximum = fmax(maximum, fabs(v[i]));
    }
    return maximum;
}

#endif
