// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// unused_rules.h - says of contact rules, or of keys in them, that they can act on nothing.

#ifndef AB_UNUSED_RULES_H
#define AB_UNUSED_RULES_H

#include "abut/model.h"
#include "abut/result.h"

// Says of contact rules that they can act on no pair.
abResult ab_model_warn_of_unused_rules(abModel *model, abError *error);

#endif
