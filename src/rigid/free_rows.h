// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// free_rows.h - the part of a matrix that belongs to the free rows, factored; rows come and go.

#ifndef AB_FREE_ROWS_H
#define AB_FREE_ROWS_H

#include <stddef.h>

#define AB_NO_PLACE ((size_t)-1)

// U' U = A_FF + ridge diag A_FF. Memory is the caller's.
typedef struct abFreeRows {
    size_t n;
    const double *A; // n * n, symmetric, by rows
    double ridge;    // > 0
    size_t count;    // of the free rows
    double *U;       // n * n; upper triangle by rows of n
    size_t *row;     // n; row[k] of A stands at k
    size_t *place;   // n; where a row of A stands, AB_NO_PLACE: not free
    double *room;    // n
    size_t factorisations, updates;
} abFreeRows;

// Before the first use, and after a change of `ridge`: nothing is factored.
void ab_free_rows_reset(abFreeRows *rows);
// Makes those rows free whose side is AB_SIDE_FREE; by updates where that is cheaper.
void ab_free_rows_choose(abFreeRows *rows, const unsigned char *side);
// x becomes (A_FF + ridge diag A_FF)^-1 x in its free entries; the others are left.
void ab_free_rows_solve(const abFreeRows *rows, double *x);

#endif
