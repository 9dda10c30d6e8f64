// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stick_least.c - the least solution of a dense system that may have redundant rows.
//
//   S z = r, S positive semidefinite; S = L L', z = L (L'L)^-2 L' r
//
// of all z with the least |S z - r| the one with the least |z|. Without redundant rows that is
// (L L')^-1 r.
//
// Cost    n^3/6 products, about ten times as many with redundant rows.

#include <math.h>
#include <string.h>

#include "dynamics/stick.h"
#include "math/dense.h"

// ---- without redundant rows ----

static double largest_diagonal(size_t n, const double *S) {
    double largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, S[i * (n + 1)]);
    }
    return largest;
}

// S = L L' in place, in the lower triangle. False when a pivot is rounding. `room`: n numbers.
static bool factor_full(size_t n, double *S, double *room) {
    double least = AB_STICK_ROUNDING * largest_diagonal(n, S);
    for (size_t k = 0; k < n; k++) {
        double pivot = S[k * (n + 1)];
        if (!(pivot > least)) {
            return false;
        }
        double root = S[k * (n + 1)] = sqrt(pivot);
        for (size_t i = k + 1; i < n; i++) {
            room[i] = S[i * n + k] /= root;
        }
        for (size_t i = k + 1; i < n; i++) {
            double *row = S + i * n, c = room[i];
            for (size_t j = k + 1; j <= i; j++) {
                row[j] -= c * room[j];
            }
        }
    }
    return true;
}

// z += (L L')^-1 r; r is used up.
static void add_solution(size_t n, const double *L, double *r, double *z) {
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            r[i] -= L[i * n + k] * r[k];
        }
        r[i] /= L[i * (n + 1)];
    }
    for (size_t i = n; i-- > 0;) {
        double x = r[i] /= L[i * (n + 1)];
        for (size_t k = 0; k < i; k++) {
            r[k] -= L[i * n + k] * x;
        }
        z[i] += x;
    }
}

// ---- with them ----

static void swap(size_t *a, size_t *b) {
    size_t old = *a;
    *a = *b;
    *b = old;
}

// S = L L' for S positive semidefinite, by columns of L in the order of the largest pivots, until
// they are rounding. Rows of S that were pivots are let be. `order` tells the pivots, then the
// rest. Returns their number. Source: Golub & Van Loan, section 4.2.8.
static size_t factor(size_t n, double *S, double *L, size_t *order) {
    double least = AB_STICK_ROUNDING * largest_diagonal(n, S);
    for (size_t i = 0; i < n; i++) {
        order[i] = i;
    }
    size_t rank = 0;
    for (; rank < n; rank++) {
        size_t best = rank;
        for (size_t i = rank + 1; i < n; i++) {
            best = S[order[i] * (n + 1)] > S[order[best] * (n + 1)] ? i : best;
        }
        swap(&order[rank], &order[best]);
        size_t row = order[rank];
        double pivot = S[row * (n + 1)];
        if (!(pivot > least)) {
            break;
        }
        double *column = L + rank * n, scale = 1.0 / sqrt(pivot);
        memset(column, 0, n * sizeof *column);
        column[row] = sqrt(pivot);
        for (size_t i = rank + 1; i < n; i++) {
            column[order[i]] = scale * S[row * n + order[i]];
        }
        for (size_t i = rank + 1; i < n; i++) {
            double *to = S + order[i] * n, c = column[order[i]];
            for (size_t k = 0; c != 0.0 && k < n; k++) {
                to[k] -= c * column[k];
            }
        }
    }
    return rank;
}

// z += L (L'L)^-2 L' r, the least z of the least squares of L L' z = r. `G` is L'L by its LU.
static void add_least(const abStick *s, size_t n, size_t rank, const double *G, const double *r,
                      double *x, double *z) {
    const double *L = s->factors;
    for (size_t k = 0; k < rank; k++) {
        x[k] = 0.0;
        for (size_t i = 0; i < n; i++) {
            x[k] += L[k * n + i] * r[i];
        }
    }
    ab_lu_apply(rank, G, s->pivots, x);
    ab_lu_apply(rank, G, s->pivots, x);
    for (size_t k = 0; k < rank; k++) {
        for (size_t i = 0; i < n; i++) {
            z[i] += L[k * n + i] * x[k];
        }
    }
}

// L'L by its LU, in `gram`.
static bool factor_products(abStick *s, size_t n, size_t rank) {
    double *G = s->gram;
    for (size_t k = 0; k < rank; k++) {
        for (size_t m = 0; m <= k; m++) {
            double sum = 0.0;
            for (size_t i = 0; i < n; i++) {
                sum += s->factors[k * n + i] * s->factors[m * n + i];
            }
            G[k * rank + m] = G[m * rank + k] = sum;
        }
    }
    return ab_lu_factor(rank, G, s->pivots);
}

// ---- both ----

bool ab_stick_least(abStick *s, size_t n, const double *r, double *z, double *room) {
    double *residual = room, *x = room + n, *G = s->gram;
    memset(z, 0, n * sizeof *z);
    memcpy(G, s->matrix, n * n * sizeof *G);
    bool is_full = factor_full(n, G, x);
    size_t rank = n;
    if (!is_full) {
        memcpy(G, s->matrix, n * n * sizeof *G);
        rank = factor(n, G, s->factors, s->order);
        if (!factor_products(s, n, rank)) {
            return rank == 0;
        }
    }
    for (int round = 0; round < 2; round++) { // the second takes back rounding
        for (size_t i = 0; i < n; i++) {
            residual[i] = r[i];
            for (size_t j = 0; j < n; j++) {
                residual[i] -= s->matrix[i * n + j] * z[j];
            }
        }
        if (is_full) {
            add_solution(n, G, residual, z);
        } else {
            add_least(s, n, rank, G, residual, x, z);
        }
    }
    return true;
}
