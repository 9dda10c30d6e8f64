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

#endif
