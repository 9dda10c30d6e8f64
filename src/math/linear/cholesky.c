// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cholesky.c - row by row.

#include "math/linear/cholesky.h"

#include <math.h>

static double row_product(const double *a, const double *b, size_t count) {
    double sum = 0.0;
    for (size_t k = 0; k < count; k++) {
        sum += a[k] * b[k];
    }
    return sum;
}

size_t ab_cholesky_factor(size_t n, double *A, double least) {
    for (size_t i = 0; i < n; i++) {
        double *row = A + i * n;
        for (size_t j = 0; j < i; j++) {
            row[j] = (row[j] - row_product(row, A + j * n, j)) / A[j * n + j];
        }
        double pivot = row[i] - row_product(row, row, i);
        if (!(pivot > least * fabs(row[i])) || !isfinite(pivot)) {
            return i;
        }
        row[i] = sqrt(pivot);
    }
    return n;
}

void ab_cholesky_apply(size_t n, const double *L, double *b) {
    for (size_t i = 0; i < n; i++) {
        b[i] = (b[i] - row_product(L + i * n, b, i)) / L[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++) {
            b[i] -= L[j * n + i] * b[j];
        }
        b[i] /= L[i * n + i];
    }
}
