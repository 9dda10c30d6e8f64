// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense.c - LU, and LDL' within an envelope, in a fixed order of operations.

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

size_t ab_skyline_factor(abSkyline *A, double tolerance) {
    double largest = 0.0;
    for (size_t i = 0; i < A->n; i++) {
        largest = fmax(largest, fabs(ab_skyline_row(A, i)[i - A->first[i]]));
    }
    size_t rank = 0;
    for (size_t i = 0; i < A->n; i++) {
        double *row = ab_skyline_row(A, i);
        size_t from = A->first[i];
        // row becomes u = L D, entry by entry
        for (size_t j = from; j < i; j++) {
            const double *other = ab_skyline_row(A, j);
            size_t other_from = A->first[j];
            double sum = row[j - from];
            for (size_t k = from > other_from ? from : other_from; k < j; k++) {
                sum -= row[k - from] * other[k - other_from];
            }
            row[j - from] = sum;
        }
        double d = row[i - from];
        for (size_t j = from; j < i; j++) {
            double pivot = ab_skyline_row(A, j)[j - A->first[j]];
            double l = pivot > 0.0 ? row[j - from] / pivot : 0.0;
            d -= l * row[j - from];
            row[j - from] = l;
        }
        bool redundant = !(d > tolerance * largest);
        row[i - from] = redundant ? 0.0 : d;
        rank += redundant ? 0 : 1;
    }
    return rank;
}

void ab_skyline_apply(const abSkyline *LD, double *b) {
    for (size_t i = 0; i < LD->n; i++) {
        const double *row = ab_skyline_row(LD, i);
        for (size_t j = LD->first[i]; j < i; j++) {
            b[i] -= row[j - LD->first[i]] * b[j];
        }
    }
    for (size_t i = 0; i < LD->n; i++) {
        double d = ab_skyline_row(LD, i)[i - LD->first[i]];
        b[i] = d > 0.0 ? b[i] / d : 0.0;
    }
    for (size_t i = LD->n; i-- > 0;) {
        const double *row = ab_skyline_row(LD, i);
        for (size_t j = LD->first[i]; j < i; j++) {
            b[j] -= row[j - LD->first[i]] * b[i];
        }
    }
}
