// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/complementarity.h - the linear complementarity problem of contact, without a model: forces
// that press or hold, from what would move without them.
//
//   w = A f + b       w: accelerations (or velocities), f: forces (or impulses)
//
//   kind        force              acceleration
//   unilateral  0 <= f             w >= 0,  f w = 0
//   bilateral   any                w = 0
//   bounded     low <= f <= high   f = low: w >= 0,  f = high: w <= 0,  between: w = 0
//
// Source  [CottlePangStone1992]; how it is solved: docs/theory/rigid.md.

#ifndef ABUT_COMPLEMENTARITY_H
#define ABUT_COMPLEMENTARITY_H

#include "abut/export.h"
#include "abut/memory.h"
#include "abut/result.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum abConstraintKind {
    AB_CONSTRAINT_UNILATERAL,
    AB_CONSTRAINT_BILATERAL,
    AB_CONSTRAINT_BOUNDED
} abConstraintKind;

typedef struct abComplementarityProblem {
    int count;                     // of rows, 1 to 20 000
    const double *matrix;          // A, count x count by rows: symmetric, positive semidefinite
    const double *offset;          // b, count
    const abConstraintKind *kinds; // count; NULL: all unilateral
    const double *low, *high;      // count, read where a row is bounded, may be infinite; or NULL
    double tolerance;              // of w, in parts of the largest b, 0 to 1; 0: 1e-6
} abComplementarityProblem;

typedef struct abComplementaritySolution {
    double residual;    // what is left of w and the bounds, in parts of the largest b
    double violation;   // how much b lacks at the worst row, likewise; 0 where all can be met
    int worst_row;      // that row, from 0; -1: none
    int factorisations; // of matrices, from the ground
} abComplementaritySolution;

// Writes `count` forces and accelerations each, either may be NULL; `solution` NULL: not wanted.
// A may be singular (four legs of a table): w is unique, and of the many f this is the one with
// the least sum of A_ii f_i^2. The same bits everywhere.
//
// AB_USAGE for a number of rows, a value that is not finite, an A that is not symmetric to 1e-9 of
// its diagonal, or low > high, with the row. AB_NUMERICS where no forces meet all rows: those written
// meet the nearest problem that has some; or where A is not semidefinite. AB_IO for want of memory.
ABUT_API abResult ab_complementarity(const abComplementarityProblem *problem, abAllocator allocator,
                                     double *forces, double *accelerations,
                                     abComplementaritySolution *solution, abError *error);

#ifdef __cplusplus
}
#endif

#endif
