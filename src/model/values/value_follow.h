// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// value_follow.h - a value into the copy of a model (model_values.h), with what follows from it.

#ifndef AB_VALUE_FOLLOW_H
#define AB_VALUE_FOLLOW_H

#include "model/values/slot.h"

// Room for the value of any key.
typedef union abValue {
    double number;
    int whole;
    bool is_true;
    abVec3 vector;
    const char *text; // lives as long as the call
} abValue;

// Writes the value and computes what follows. `is_enough` is false where that is not all that
// follows, so that the model must be compiled anew; the copy is then of no use until its values
// are taken back.
abResult ab_value_follow(abModel *copy, const abSlot *slot, const abValue *value, bool *is_enough,
                         abError *error);

// Whether contacts of the rules of two models remember the same kinds of things.
bool ab_rules_are_alike(const abModel *a, const abModel *b);

#endif
