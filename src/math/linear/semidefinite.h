// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// semidefinite.h - symmetric positive semidefinite systems, of which some rows may say the same.
//
// With scales, rows have a diagonal of one, so the rank does not depend on units. Where rows
// contradict each other the least squares of what is left are solved. Of the many solutions of a
// system of less than full rank the one given is least in the norm of the scaled unknowns.

#ifndef AB_SEMIDEFINITE_H
#define AB_SEMIDEFINITE_H

#include <stddef.h>

// Memory is the caller's: n entries, or n times n.
typedef struct abSemidefinite {
    size_t n, rank;
    double *A;         // n * n, lower triangle used; the factor afterwards
    size_t *order;     // row k of the factor is row order[k] of A; from `rank` on, redundant rows
    double *scale;     // n; NULL: rows and unknowns as they are
    double *null;      // n * n: room for what redundant rows follow from
    double *workspace; // n
} abSemidefinite;

// A = L L' with pivoting, A overwritten. Rows whose pivot is at most `tolerance` of the largest
// diagonal are redundant; with scales the pivot is the squared sine of the angle to the rows before.
// Source: Golub & Van Loan, section 4.2.8.
void ab_semidefinite_factor(abSemidefinite *s, double tolerance);
// b becomes the least solution of the least squares.
void ab_semidefinite_apply(const abSemidefinite *s, double *b);

#endif
