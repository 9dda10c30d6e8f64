// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_parts.h - what the parts of block_cholesky.h share.

#ifndef AB_BLOCK_PARTS_H
#define AB_BLOCK_PARTS_H

#include "math/block_cholesky.h"

// block_order.c: order and place of the pattern in c->pairs, and of each row i its neighbours when
// it was eliminated: head[3 i + 1] links from head[3 i] on. Counts c->work, and ends early where
// that is above c->most_work. False for want of memory.
bool ab_block_order(abBlockCholesky *c);

// block_panels.c: puts columns side by side that have the same rows below them, and finds these
// rows. False for want of memory.
bool ab_block_panels(abBlockCholesky *c);

// ---- block_cholesky.c: what block_lu.c does in the same way ----

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
