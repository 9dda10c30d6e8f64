// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// symmetric_eigen.c - cyclic Jacobi; pairs by the Cholesky factor of B.

#include "math/linear/symmetric_eigen.h"

#include <math.h>

#include "math/linear/cholesky.h"
#include "math/linear/tolerances.def"

// Columns p and q of M become  c p - s q  and  s p + c q.
static void turn_columns(size_t n, double *M, size_t p, size_t q, double c, double s) {
    for (size_t i = 0; i < n; i++) {
        double mp = M[i * n + p], mq = M[i * n + q];
        M[i * n + p] = c * mp - s * mq;
        M[i * n + q] = s * mp + c * mq;
    }
}

static void turn_rows(size_t n, double *M, size_t p, size_t q, double c, double s) {
    for (size_t i = 0; i < n; i++) {
        double mp = M[p * n + i], mq = M[q * n + i];
        M[p * n + i] = c * mp - s * mq;
        M[q * n + i] = s * mp + c * mq;
    }
}

// The rotation that makes A[p][q] zero: t = tan of the smaller of the two angles.
static void rotate(size_t n, double *A, double *V, size_t p, size_t q) {
    double apq = A[p * n + q];
    double theta = (A[q * n + q] - A[p * n + p]) / (2.0 * apq);
    double t = (theta >= 0.0 ? 1.0 : -1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    if (!isfinite(theta)) {
        t = 0.0;
    }
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    turn_columns(n, A, p, q, c, s);
    turn_rows(n, A, p, q, c, s);
    turn_columns(n, V, p, q, c, s);
    A[p * n + q] = A[q * n + p] = 0.0;
}

// Whether an entry is nothing beside the diagonal.
static bool is_small(size_t n, const double *A, size_t p, size_t q) {
    double off = A[p * n + q];
    return off * off <= s_off_diagonal * s_off_diagonal * fabs(A[p * n + p] * A[q * n + q]) ||
           off == 0.0;
}

static bool sweep(size_t n, double *A, double *V) {
    bool is_done = true;
    for (size_t p = 0; p + 1 < n; p++) {
        for (size_t q = p + 1; q < n; q++) {
            if (!is_small(n, A, p, q)) {
                rotate(n, A, V, p, q);
                is_done = false;
            }
        }
    }
    return is_done;
}

static void swap_columns(size_t n, double *V, double *values, size_t a, size_t b) {
    double value = values[a];
    values[a] = values[b];
    values[b] = value;
    for (size_t i = 0; i < n; i++) {
        double v = V[i * n + a];
        V[i * n + a] = V[i * n + b];
        V[i * n + b] = v;
    }
}

bool ab_symmetric_eigen(size_t n, double *A, double *values, double *V) {
    for (size_t i = 0; i < n * n; i++) {
        V[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
    }
    bool is_done = false;
    for (int k = 0; k < s_jacobi_sweeps && !is_done; k++) {
        is_done = sweep(n, A, V);
    }
    for (size_t i = 0; i < n; i++) {
        values[i] = A[i * n + i];
    }
    for (size_t i = 0; i < n; i++) {
        size_t least = i;
        for (size_t k = i + 1; k < n; k++) {
            least = values[k] < values[least] ? k : least;
        }
        if (least != i) {
            swap_columns(n, V, values, i, least);
        }
    }
    return is_done;
}

// M becomes L^-1 M by rows: forward substitution on its columns.
static void divide_by_factor(size_t n, const double *L, double *M) {
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            for (size_t j = 0; j < n; j++) {
                M[i * n + j] -= L[i * n + k] * M[k * n + j];
            }
        }
        for (size_t j = 0; j < n; j++) {
            M[i * n + j] /= L[i * n + i];
        }
    }
}

static void transpose(size_t n, double *M) {
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            double m = M[i * n + j];
            M[i * n + j] = M[j * n + i];
            M[j * n + i] = m;
        }
    }
}

bool ab_symmetric_eigen_of_pair(size_t n, double *A, double *B, double *values, double *V) {
    if (ab_cholesky_factor(n, B, 0.0) < n) {
        return false;
    }
    // L^-1 A L^-T, symmetric again where rounding parted it
    divide_by_factor(n, B, A);
    transpose(n, A);
    divide_by_factor(n, B, A);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            A[i * n + j] = A[j * n + i] = 0.5 * (A[i * n + j] + A[j * n + i]);
        }
    }
    bool is_done = ab_symmetric_eigen(n, A, values, V);
    for (size_t k = 0; k < n; k++) { // x = L^-T v
        for (size_t i = n; i-- > 0;) {
            for (size_t j = i + 1; j < n; j++) {
                V[i * n + k] -= B[j * n + i] * V[j * n + k];
            }
            V[i * n + k] /= B[i * n + i];
        }
    }
    return is_done;
}
