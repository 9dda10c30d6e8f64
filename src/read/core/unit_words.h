// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// unit_words.h - numbers written with a unit, "210 GPa", which a model cannot have.

#ifndef AB_UNIT_WORDS_H
#define AB_UNIT_WORDS_H

#include <stdbool.h>

// Whether `text` is a number and a unit behind it of the sort that `unit` (of a key) has; `si` is
// then its value in SI.
bool ab_number_with_unit(const char *text, const char *unit, double *si);

#endif
