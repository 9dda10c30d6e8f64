// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_one.h - one value of a model, set while it runs: from a text as an override has it, and
// back.

#ifndef AB_YAML_ONE_H
#define AB_YAML_ONE_H

#include "base/arena.h"
#include "model/values/value_follow.h"

// Reads a value in the units of the file that a model was read from (SI: of no file). Texts are in
// the arena. AB_BAD_MODEL where it is not allowed.
abResult ab_yaml_one_value(const abModel *model, const abSlot *slot, const char *text,
                           abArena *arena, abValue *out, abError *error);

// A number in SI as it is written in these units: the text whose value is nearest.
enum { AB_NUMBER_TEXT = 40 };
bool ab_yaml_one_number(const abModel *model, const abSlot *slot, double value,
                        char out[AB_NUMBER_TEXT]);

#endif
