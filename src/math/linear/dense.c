// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense.c - LU in a fixed order of operations, by panels of columns: what lies to their right is read and
// written once for four of them, and rounds entry by entry as if they came one by one.

#include "math/linear/dense.h"

#include <math.h>

#include "math/linear/row_sums.h"

enum { PANEL = 4 }; // columns

static void swap_rows(size_t n, double *a, double *b) {
    for (size_t j = 0; j < n; j++) {
        double swap = a[j];
        a[j] = b[j];
        b[j] = swap;
    }
}

// The columns of a panel: pivots, factors, and what the panel itself is afterwards.
static bool factor_panel(size_t n, double *A, size_t *pivot, size_t first, size_t end) {
    for (size_t k = first; k < end; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++) {
            if (fabs(A[i * n + k]) > fabs(A[best * n + k])) {
                best = i;
            }
        }
        pivot[k] = best;
        if (!(fabs(A[best * n + k]) > 0.0) || !isfinite(A[best * n + k])) {
            return false;
        }
        if (best != k) {
            swap_rows(n, A + k * n, A + best * n);
        }
        double inverse = 1.0 / A[k * n + k];
        for (size_t i = k + 1; i < n; i++) {
            double factor = A[i * n + k] *= inverse;
            for (size_t j = k + 1; j < end && factor != 0.0; j++) {
                A[i * n + j] -= factor * A[k * n + j];
            }
        }
    }
    return true;
}

// y -= a0 x0, then a1 x1, ...: each rounds as if it were alone.
static void subtract_in_turn(double *restrict y, const double a[PANEL],
                             const double *const x[PANEL], size_t n) {
    size_t i = 0;
    for (; i + 2 <= n; i += 2) {
        abTwo sum = *ab_two(y + i);
        sum -= a[0] * *ab_two_const(x[0] + i);
        sum -= a[1] * *ab_two_const(x[1] + i);
        sum -= a[2] * *ab_two_const(x[2] + i);
        sum -= a[3] * *ab_two_const(x[3] + i);
        *ab_two(y + i) = sum;
    }
    for (; i < n; i++) {
        y[i] = (((y[i] - a[0] * x[0][i]) - a[1] * x[1][i]) - a[2] * x[2][i]) - a[3] * x[3][i];
    }
}

// What the columns of a whole panel do to those on its right.
static void apply_panel(size_t n, double *A, size_t first, size_t end) {
    const double *upper[PANEL];
    for (size_t k = first; k < end; k++) {
        upper[k - first] = A + k * n + end;
        for (size_t i = k + 1; i < end; i++) {
            ab_row_add(A + i * n + end, -A[i * n + k], A + k * n + end, n - end);
        }
    }
    for (size_t i = end; i < n; i++) {
        const double *factors = A + i * n + first;
        if (factors[0] != 0.0 || factors[1] != 0.0 || factors[2] != 0.0 || factors[3] != 0.0) {
            subtract_in_turn(A + i * n + end, factors, upper, n - end);
        }
    }
}

bool ab_lu_factor(size_t n, double *A, size_t *pivot) {
    for (size_t first = 0; first < n; first += PANEL) {
        size_t end = first + PANEL < n ? first + PANEL : n;
        if (!factor_panel(n, A, pivot, first, end)) {
            return false;
        }
        if (end < n) { // then the panel is whole
            apply_panel(n, A, first, end);
        }
    }
    return true;
}

void ab_lu_apply(size_t n, const double *LU, const size_t *pivot, double *b) {
    for (size_t k = 0; k < n; k++) {
        double swap = b[k];
        b[k] = b[pivot[k]];
        b[pivot[k]] = swap;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            b[i] -= LU[i * n + j] * b[j];
        }
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++) {
            b[i] -= LU[i * n + j] * b[j];
        }
        b[i] /= LU[i * n + i];
    }
}

bool ab_lu_solve(size_t n, double *A, size_t *pivot, double *b) {
    if (!ab_lu_factor(n, A, pivot)) {
        return false;
    }
    ab_lu_apply(n, A, pivot, b);
    return true;
}
