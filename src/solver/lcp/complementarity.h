// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// complementarity.h - forces of contacts and joints from their accelerations:  w = A f + b.
//
//   kind        force              acceleration
//   unilateral  0 <= f             w >= 0,  f w = 0
//   bilateral   any                w = 0
//   bounded     lo <= f <= hi      f = lo: w >= 0,  f = hi: w <= 0,  between: w = 0
//
// A is symmetric and positive semidefinite, often singular (four corners under a box): w is unique,
// f is not, and the f given is least in the norm  sum A_ii f_i^2,  which has no unit to choose and
// does not depend on the order of the rows. The same serves impulses, with velocities for
// accelerations. Derivation and sources: docs/theory/rigid.md.
//
// Tolerances are relative to the problem; nothing is allocated; the same bits everywhere.

#ifndef AB_COMPLEMENTARITY_H
#define AB_COMPLEMENTARITY_H

#include <stdbool.h>
#include <stddef.h>

typedef enum abRowKind { AB_ROW_UNILATERAL, AB_ROW_BILATERAL, AB_ROW_BOUNDED } abRowKind;

// Where the force of a row stands: the active set.
typedef enum abRowSide {
    AB_SIDE_FREE, // between its bounds, w = 0
    AB_SIDE_LOW,  // at the lower one (0 of a unilateral row)
    AB_SIDE_HIGH  // at the upper one
} abRowSide;

typedef enum abComplementarityStatus {
    AB_COMPLEMENTARITY_SOLVED,
    // No f satisfies all rows. f solves the nearest problem that can be satisfied, with b + lack.
    AB_COMPLEMENTARITY_INFEASIBLE,
    AB_COMPLEMENTARITY_NOT_FINITE, // A, b or a bound is not a number, or lo > hi; f = 0
    AB_COMPLEMENTARITY_STOPPED     // A is not semidefinite; f is the best that was found
} abComplementarityStatus;

typedef struct abComplementarity {
    size_t n;
    const double *A;           // n * n by rows
    const double *b;           // n
    const unsigned char *kind; // n, of abRowKind
    const double *lo, *hi;     // n, read where a row is bounded; may be infinite; NULL without such
    double tolerance; // of w in parts of the largest b of its subset, both scaled by the root
                      // of the diagonal: beyond it a row is at fault; 0: 1e-6
    bool warm;        // begin with the sides given in `side`

    // Results, n each.
    double *f, *w;
    unsigned char *side; // of abRowSide; in with `warm`, out always
    double *lack;        // what b lacks to be feasible, 0 but in rows at fault; NULL: not wanted

    // How it went.
    double residual;  // of w and the bounds, in parts of the same; lack taken as given
    double violation; // the largest lack likewise
    double
        regularisation; // smallest tried: eigenvalues down to it were looked at, beside a diagonal of 1;
                        // forces that do nothing are zero to 1e-16 / regularisation
    size_t worst;       // row of the largest lack
    size_t subsets;        // independent ones, solved apart
    size_t factorisations; // from the ground; the rest are updates
    size_t updates;
    size_t sweeps; // solutions for a set of free rows
} abComplementarity;

// Bytes of room that a problem of n rows needs, aligned as malloc does.
size_t ab_complementarity_workspace(size_t n);
abComplementarityStatus ab_complementarity_solve(abComplementarity *problem, void *workspace);

#endif
