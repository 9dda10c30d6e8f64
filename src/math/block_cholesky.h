// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_cholesky.h - sparse symmetric positive definite systems of square blocks, one row of blocks
// per body: 6 x 6 in space, 3 x 3 in a plane.
//
// The pattern is analysed once and kept until it changes: minimum degree for the order, then where
// the factor can differ from zero. Then values are filled in and factorised as often as wanted.

#ifndef AB_BLOCK_CHOLESKY_H
#define AB_BLOCK_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/memory.h"

enum { AB_BLOCK = 6, AB_BLOCK_PLANAR = 3 };

// Zero-initialise with the allocator.
typedef struct abBlockCholesky {
    abAllocator allocator;
    int n, side;        // rows of blocks; AB_BLOCK or AB_BLOCK_PLANAR
    int *order, *place; // k-th to be eliminated; its inverse
    int *pairs;         // of the pattern, as given, to see whether it is the same
    size_t pair_count;
    size_t *start;             // n + 1: of each column of the factor, its blocks below the diagonal
    int *rows;                 // of these blocks, ascending, by place
    double *values, *diagonal; // blocks, row-major; diagonal by place
    double *room;
    double work; // multiplications of one factorisation
    // A pattern whose factor takes more work is not analysed to its end: `work` is then what was
    // counted, above this, and there is nothing to fill in. 0: no bound.
    double most_work;
    int *buckets; // rows by degree, while the order is sought
    // capacities and room for the analysis
    size_t order_capacity, place_capacity, pairs_capacity, start_capacity, rows_capacity,
        values_capacity, diagonal_capacity, room_capacity;
    int *links, *head, *marks; // lists of neighbours
    size_t links_capacity, head_capacity, marks_capacity, buckets_capacity;
} abBlockCholesky;

void ab_block_cholesky_done(abBlockCholesky *c);

// Analyses a pattern of n rows of blocks, `side` x `side` each, and the pairs (i, j), i != j, that
// can be different from zero; pairs may come twice. Nothing to do when it is that of the last call.
// False for want of memory.
bool ab_block_cholesky_analyse(abBlockCholesky *c, int side, int n, const int (*pairs)[2],
                               size_t count);

// Sets all values to zero, false for want of memory; then the caller adds to blocks. Of (i, j) the
// one in the lower triangle by the order is kept: `is_turned` says that the block is that of (j,
// i).
bool ab_block_cholesky_clear(abBlockCholesky *c);
double *ab_block_cholesky_at(abBlockCholesky *c, int i, int j, bool *is_turned);

// A = L L'. False when a pivot is not positive.
bool ab_block_cholesky_factor(abBlockCholesky *c);
// b, `side` numbers per row, becomes A^-1 b.
void ab_block_cholesky_apply(const abBlockCholesky *c, double *b);

#endif
