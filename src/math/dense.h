// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense.h - small dense linear algebra on row-major arrays, in a fixed order of operations.
//
// For sizes up to a few hundred; larger and sparse systems go to KLU.

#ifndef AB_DENSE_H
#define AB_DENSE_H

#include <stdbool.h>
#include <stddef.h>

// Solves A x = b by LU with row pivoting, A and b overwritten (b with x). `pivot` has n entries.
// False when a pivot is zero or not finite. Source: Golub & Van Loan, alg. 3.4.1.
bool ab_lu_solve(size_t n, double *A, size_t *pivot, double *b);
bool ab_lu_factor(size_t n, double *A, size_t *pivot);
void ab_lu_apply(size_t n, const double *LU, const size_t *pivot, double *b);

// Symmetric matrix stored by rows of its lower triangle, each from its first entry that can differ
// from zero to the diagonal; factorisation fills nothing outside, so a chain costs O(n).
// Entry (i, j), first[i] <= j <= i, is at  values[start[i] + j - first[i]].
typedef struct abSkyline {
    size_t n;
    const size_t *first, *start;
    double *values;
} abSkyline;

static inline double *ab_skyline_row(const abSkyline *A, size_t i) {
    return A->values + A->start[i];
}

// A = L D L' in place (D on the diagonal), A positive semidefinite. A pivot below `tolerance` times
// the largest diagonal entry is a redundant row: its D is set to zero and so is its unknown.
// Returns the rank. Source: Golub & Van Loan, section 4.1, kept to the envelope (Jennings 1966).
size_t ab_skyline_factor(abSkyline *A, double tolerance);
void ab_skyline_apply(const abSkyline *LD, double *b);

#endif
