// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_cholesky.h - sparse systems of square blocks, one row of blocks per body: 6 x 6 in space, 3
// x 3 in a plane. Symmetric positive definite ones by Cholesky; those of the same pattern that are
// not symmetric by LU.
//
// The pattern is analysed once and kept until it changes: minimum degree for the order, then where
// the factor can differ from zero, in panels of columns with the same rows. Then values are filled
// in and factorised as often as wanted.

#ifndef AB_BLOCK_CHOLESKY_H
#define AB_BLOCK_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/memory.h"
#include "base/array.h"

enum { AB_BLOCK = 6, AB_BLOCK_PLANAR = 3 };

// Columns first to first + width - 1, as one dense array of (width + count) x width blocks, row by
// row of numbers: those of the diagonal, then `count` rows below.
typedef struct abBlockPanel {
    int first, width, count;
    size_t rows, values; // where they begin in these arrays
} abBlockPanel;

// Zero-initialise with the allocator.
typedef struct abBlockCholesky {
    abAllocator allocator;
    int n, side;        // rows of blocks; AB_BLOCK or AB_BLOCK_PLANAR
    int *order, *place; // k-th to be eliminated; its inverse
    int *pairs;         // of the pattern, as given, to see whether it is the same
    size_t pair_count;
    abBlockPanel *panels;
    int panel_count;
    int *panel_of; // of each column
    int *rows;     // below the panels, ascending, by place
    double *values;
    size_t value_count;
    // LU only: transposed blocks right of the panels' diagonals, as `values` below them; of each
    // row of numbers the one that took its place within its panel
    double *right;
    int *swaps;
    double *workspace;
    double work; // multiplications of one factorisation
    // A pattern whose factor takes more work is not analysed to its end: `work` is then what was
    // counted, above this, and there is nothing to fill in. 0: no bound.
    double maximum_work;
    int *links, *head, *marks, *buckets; // for the analysis: lists of neighbours; of rows by degree
    abArrays arrays;                     // all of them
} abBlockCholesky;

void ab_block_cholesky_done(abBlockCholesky *c);

// Analyses a pattern of n rows of blocks, `side` x `side` each, and the pairs (i, j), i != j, that
// can be different from zero; pairs may come twice. Nothing to do when it is that of the last call.
// False for want of memory.
bool ab_block_cholesky_analyse(abBlockCholesky *c, int side, int n, const int (*pairs)[2],
                               size_t count);

// Sets all values to zero, false for want of memory; then the caller adds to blocks. Of (i, j) the
// one in the lower triangle by the order is kept: `is_turned` says that the block is that of (j,
// i). Rows of the block are `stride` numbers apart.
typedef struct abBlockPlace {
    double *at;
    size_t stride;
    bool is_turned;
} abBlockPlace;
bool ab_block_cholesky_clear(abBlockCholesky *c);
abBlockPlace ab_block_cholesky_at(abBlockCholesky *c, int i, int j);

// A = L L'. False when a pivot is not positive.
bool ab_block_cholesky_factor(abBlockCholesky *c);
// b, `side` numbers per row, becomes A^-1 b.
void ab_block_cholesky_apply(const abBlockCholesky *c, double *b);

enum { AB_BLOCK_TILE = 3 };

// Numbers from one row of a panel to the next.
static inline size_t ab_block_stride(const abBlockCholesky *c, const abBlockPanel *panel) {
    return (size_t)panel->width * (size_t)c->side;
}
// Which row of blocks of a panel a row is; it is one of them.
int ab_block_row_in(const abBlockCholesky *c, const abBlockPanel *panel, int row);
// C -= A B' for a block: rows of A and B are n numbers, those of C `stride` apart.
void ab_block_take(const abBlockCholesky *c, double *C, size_t stride, const double *A,
                   const double *B, size_t n);
// Solves in place: b in the order of elimination, `forward` for each panel, `back` for each from
// the last on.
typedef void abBlockSweep(const abBlockCholesky *c, const abBlockPanel *panel, double *x);
void ab_block_solve(const abBlockCholesky *c, abBlockSweep *forward, abBlockSweep *back, double *b);
// On the way back: what the rows below a panel, B, take off its own numbers.
void ab_block_take_below(const abBlockCholesky *c, const abBlockPanel *panel, const double *B,
                         double *x);

#endif
