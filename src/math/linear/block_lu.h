// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_lu.h - the factorisation of block_cholesky.c for a matrix that is not symmetric.

#ifndef AB_BLOCK_LU_H
#define AB_BLOCK_LU_H

#include "math/linear/block_cholesky.h"

// The same with both triangles: all blocks (i, j) and (j, i) of pairs are to be filled in. Of a
// place that is turned the block is to be added transposed.
bool ab_block_lu_clear(abBlockCholesky *c);
abBlockPlace ab_block_lu_at(abBlockCholesky *c, int i, int j);

// A = L U, rows exchanged within panels. False when a pivot is zero or not finite.
bool ab_block_lu_factor(abBlockCholesky *c);
// b, `side` numbers per row, becomes A^-1 b.
void ab_block_lu_apply(const abBlockCholesky *c, double *b);

#endif
