// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_order.h - in which order the rows of a sparse matrix are eliminated: minimum degree on
// explicit lists.

#ifndef AB_BLOCK_ORDER_H
#define AB_BLOCK_ORDER_H

#include "math/linear/block_cholesky.h"

// Order and place of the pattern in c->pairs, and of each row i its neighbours when
// it was eliminated: head[3 i + 1] links from head[3 i] on. Counts c->work, and ends early where
// that is above c->maximum_work. False for want of memory.
bool ab_block_order(abBlockCholesky *c);

#endif
