// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense.c - LU and LDL' in a fixed order of operations.

#include "math/dense.h"

#include <math.h>

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
            for (size_t j = k + 1; j < n; j++) {
                A[i * n + j] -= factor * A[k * n + j];
            }
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

size_t ab_ldlt_factor(size_t n, double *A, double tolerance) {
    double largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, fabs(A[i * n + i]));
    }
    size_t rank = 0;
    for (size_t j = 0; j < n; j++) {
        double d = A[j * n + j];
        for (size_t k = 0; k < j; k++) {
            d -= A[j * n + k] * A[j * n + k] * A[k * n + k];
        }
        bool redundant = !(d > tolerance * largest);
        A[j * n + j] = redundant ? 0.0 : d;
        rank += redundant ? 0 : 1;
        for (size_t i = j + 1; i < n; i++) {
            double sum = A[i * n + j];
            for (size_t k = 0; k < j; k++) {
                sum -= A[i * n + k] * A[j * n + k] * A[k * n + k];
            }
            A[i * n + j] = redundant ? 0.0 : sum / d;
        }
    }
    return rank;
}

void ab_ldlt_apply(size_t n, const double *LD, double *b) {
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            b[i] -= LD[i * n + j] * b[j];
        }
    }
    for (size_t i = 0; i < n; i++) {
        b[i] = LD[i * n + i] > 0.0 ? b[i] / LD[i * n + i] : 0.0;
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++) {
            b[i] -= LD[j * n + i] * b[j];
        }
    }
}
