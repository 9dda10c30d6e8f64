// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// free_rows.h - the part of a matrix that belongs to the free rows, factored; rows come and go.

#ifndef AB_FREE_ROWS_H
#define AB_FREE_ROWS_H

#include <stddef.h>

#include "solver/lcp/bounded_forces.h"

#define AB_NO_PLACE ((size_t)-1)

// U' U = A_FF + regularisation diag A_FF. Memory is the caller's.
typedef struct abFreeRows {
    size_t n;
    const double *A;       // n * n, symmetric, by rows
    double regularisation; // > 0
    size_t count;          // of the free rows
    double *U;             // n * n; upper triangle by rows of n
    size_t *row;           // n; row[k] of A stands at k
    size_t *place;         // n; where a row of A stands, AB_NO_PLACE: not free
    double *workspace;     // n
    size_t factorisations, updates;
} abFreeRows;

// Free rows are added and taken away one by one where that is cheaper than to begin anew.
abForceMatrix ab_free_rows_matrix(abFreeRows *rows);

#endif
