// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// unsupported_pairs.h - says which shapes may touch by their rules and yet do not see each other, or
// not all of it.

#ifndef AB_UNSUPPORTED_PAIRS_H
#define AB_UNSUPPORTED_PAIRS_H

#include "abut/model.h"

// Says in the log which shapes may touch by their rules and yet never do, or not everywhere.
void ab_model_warn_of_unsupported_pairs(const abModel *model);

#endif
