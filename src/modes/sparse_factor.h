// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sparse_factor.h - the Cholesky factor of A = K - sigma M + springs, with some nodes held.
//
// Held nodes do not move: their rows and columns are left out, and solutions are 0 there. A body that
// nothing holds has a singular K; then either sigma < 0, or six springs that fix it without straining
// it (three at one node, two at another, one at a third) make A definite. Springs of such a support
// carry nothing when the load is in equilibrium, so A x = f then solves K x = f exactly.
//
// Cost    METIS orders the graph of nodes, not of displacements; CHOLMOD factors by dense blocks.
// Source  [Chen2008] (CHOLMOD), [Karypis1998] (METIS).

#ifndef AB_SPARSE_FACTOR_H
#define AB_SPARSE_FACTOR_H

#include "modes/solid.h"

typedef struct abSparseFactor abSparseFactor;

typedef struct abShift {
    const unsigned char *is_held; // per node; NULL: none
    double sigma;                 // [1/s^2]; 0 or below
    bool is_supported;            // six springs
} abShift;

// AB_NUMERICS, with the node, when A is not positive definite; AB_IO for want of memory.
abResult ab_sparse_factor_create(const abSolid *solid, const abShift *shift, abSparseFactor **out,
                                 abError *error);
void ab_sparse_factor_destroy(abSparseFactor *factor);

// x = A^-1 b, 3 numbers a node each; they may be the same array. Allocates nothing after the first
// call. False when CHOLMOD runs out of memory.
bool ab_sparse_factor_solve(abSparseFactor *factor, const double *b, double *x);

// Displacements that are free.
size_t ab_sparse_factor_size(const abSparseFactor *factor);
// Memory of the factor [bytes].
size_t ab_sparse_factor_bytes(const abSparseFactor *factor);

#endif
