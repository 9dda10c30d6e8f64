// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// semidefinite.c - pivoted Cholesky, and the least solution from its redundant rows.
//
//   P A P' = [ L ] [ L' M' ],   W = L'^-1 M',   A [ -W ] = 0
//            [ M ]                                [  1 ]
//
// A solution x with zeros for the redundant unknowns becomes the least one by taking away its part
// along the columns N = [-W; 1]:  x - N (1 + W'W)^-1 N' x.  A right side that loses the same part is
// the nearest that has a solution, since A is symmetric.

#include "math/linear/semidefinite.h"

#include <math.h>

#include "math/linear/row_sums.h"

static double *row_of(double *A, size_t n, size_t i) {
    return A + i * n;
}

static void scale_rows(abSemidefinite *s) {
    size_t n = s->n;
    for (size_t i = 0; i < n; i++) {
        double diagonal = s->A[i * n + i];
        s->scale[i] = diagonal > 0.0 ? 1.0 / sqrt(diagonal) : 0.0;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++) {
            s->A[i * n + j] *= s->scale[i] * s->scale[j];
        }
    }
}

// Swaps rows and columns k < p of the lower triangle.
static void swap(abSemidefinite *s, size_t k, size_t p) {
    size_t n = s->n;
    double *A = s->A, held;
#define SWAP(a, b) (held = (a), (a) = (b), (b) = held)
    for (size_t j = 0; j < k; j++) {
        SWAP(A[k * n + j], A[p * n + j]);
    }
    for (size_t i = k + 1; i < p; i++) {
        SWAP(A[i * n + k], A[p * n + i]);
    }
    for (size_t i = p + 1; i < n; i++) {
        SWAP(A[i * n + k], A[i * n + p]);
    }
    SWAP(A[k * n + k], A[p * n + p]);
#undef SWAP
    size_t order = s->order[k];
    s->order[k] = s->order[p];
    s->order[p] = order;
}

// Cholesky of 1 + W'W, in place of it; `m` columns, from row `first` of `null`.
static void factor_null(abSemidefinite *s) {
    size_t n = s->n, r = s->rank, m = n - r;
    // column k of W in row k of `null`: L' w = (row r + k of M)'
    for (size_t k = 0; k < m; k++) {
        double *w = row_of(s->null, n, k);
        for (size_t i = r; i-- > 0;) {
            double sum = s->A[(r + k) * n + i];
            for (size_t j = i + 1; j < r; j++) {
                sum -= s->A[j * n + i] * w[j];
            }
            w[i] = sum / s->A[i * n + i];
        }
    }
    // the factor takes the lower right of A, which nobody needs any more
    for (size_t k = 0; k < m; k++) {
        double *row = row_of(s->A, n, r + k) + r;
        for (size_t l = 0; l <= k; l++) {
            double sum = k == l ? 1.0 : 0.0;
            for (size_t i = 0; i < r; i++) {
                sum += s->null[k * n + i] * s->null[l * n + i];
            }
            const double *other = row_of(s->A, n, r + l) + r;
            for (size_t j = 0; j < l; j++) {
                sum -= row[j] * other[j];
            }
            row[l] = k == l ? sqrt(sum) : sum / other[l];
        }
    }
}

static size_t largest_pivot(const abSemidefinite *s, size_t k) {
    size_t n = s->n, best = k;
    for (size_t i = k + 1; i < n; i++) {
        best = s->A[i * n + i] > s->A[best * n + best] ? i : best;
    }
    return best;
}

// Column k of the factor, and what it takes from those behind.
static void eliminate(abSemidefinite *s, size_t k) {
    size_t n = s->n;
    double *A = s->A, *column = s->workspace;
    A[k * n + k] = sqrt(A[k * n + k]);
    double inverse = 1.0 / A[k * n + k];
    for (size_t i = k + 1; i < n; i++) {
        column[i] = A[i * n + k] *= inverse;
    }
    for (size_t i = k + 1; i < n; i++) {
        ab_row_add(A + i * n + k + 1, -column[i], column + k + 1, i - k);
    }
}

void ab_semidefinite_factor(abSemidefinite *s, double tolerance) {
    size_t n = s->n;
    double minimum = 0.0;
    if (s->scale != NULL) {
        scale_rows(s);
    }
    for (size_t i = 0; i < n; i++) {
        s->order[i] = i;
    }
    for (s->rank = 0; s->rank < n; s->rank++) {
        size_t k = s->rank, best = largest_pivot(s, k);
        double pivot = s->A[best * n + best];
        minimum = k == 0 ? tolerance * pivot : minimum;
        if (!(pivot > minimum)) {
            break;
        }
        if (best != k) {
            swap(s, k, best);
        }
        eliminate(s, k);
    }
    if (s->rank < n) {
        factor_null(s);
    }
}

// Solves L x = b, or L' x = b, for the n rows of a triangle whose rows are `stride` apart.
static void solve_lower(const double *L, size_t n, size_t stride, double *b) {
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            b[i] -= L[i * stride + j] * b[j];
        }
        b[i] /= L[i * stride + i];
    }
}

static void solve_upper(const double *L, size_t n, size_t stride, double *b) {
    for (size_t i = n; i-- > 0;) {
        for (size_t j = i + 1; j < n; j++) {
            b[i] -= L[j * stride + i] * b[j];
        }
        b[i] /= L[i * stride + i];
    }
}

// Takes away what x, in the order of the factor, has along N.
static void project(const abSemidefinite *s, double *x) {
    size_t n = s->n, r = s->rank, m = n - r;
    double *q = s->null + r; // the first row there has room behind its W
    for (size_t k = 0; k < m; k++) {
        q[k] = x[r + k];
        for (size_t i = 0; i < r; i++) {
            q[k] -= s->null[k * n + i] * x[i];
        }
    }
    solve_lower(s->A + r * n + r, m, n, q);
    solve_upper(s->A + r * n + r, m, n, q);
    for (size_t k = 0; k < m; k++) {
        for (size_t i = 0; i < r; i++) {
            x[i] += s->null[k * n + i] * q[k];
        }
        x[r + k] -= q[k];
    }
}

static double scale_of(const abSemidefinite *s, size_t k) {
    return s->scale != NULL ? s->scale[s->order[k]] : 1.0;
}

void ab_semidefinite_apply(const abSemidefinite *s, double *b) {
    size_t n = s->n, r = s->rank;
    double *x = s->workspace;
    for (size_t k = 0; k < n; k++) {
        x[k] = scale_of(s, k) * b[s->order[k]];
    }
    if (r < n) {
        project(s, x);
    }
    solve_lower(s->A, r, n, x);
    solve_upper(s->A, r, n, x);
    for (size_t k = r; k < n; k++) {
        x[k] = 0.0;
    }
    if (r < n) {
        project(s, x);
    }
    for (size_t k = 0; k < n; k++) {
        b[s->order[k]] = scale_of(s, k) * x[k];
    }
}
