// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense.c - LU, and LDL' within an envelope, in a fixed order of operations.

#include "math/linear/dense.h"

#include <math.h>

#include "math/linear/row_sums.h"

bool ab_lu_factor(size_t n, double *A, size_t *pivot) {
    for (size_t k = 0; k < n; k++) {
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
            for (size_t j = 0; j < n; j++) {
                double swap = A[k * n + j];
                A[k * n + j] = A[best * n + j];
                A[best * n + j] = swap;
            }
        }
        double inverse = 1.0 / A[k * n + k];
        for (size_t i = k + 1; i < n; i++) {
            double factor = A[i * n + k] * inverse;
            A[i * n + k] = factor;
            if (factor == 0.0) {
                continue;
            }
            ab_row_add(A + i * n + k + 1, -factor, A + k * n + k + 1, n - k - 1);
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
