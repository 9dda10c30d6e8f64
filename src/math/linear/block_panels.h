// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_panels.h - columns of the factor that share their rows, as dense panels.

#ifndef AB_BLOCK_PANELS_H
#define AB_BLOCK_PANELS_H

#include "math/linear/block_cholesky.h"

// Puts columns side by side that have the same rows below them, and finds these
// rows. False for want of memory.
bool ab_block_panels(abBlockCholesky *c);

#endif
