// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// key_values.h - sets and gets one value of an object by its key, checked against the key's range and type.
//
// AB_USAGE for a value of another type, AB_BAD_MODEL for one outside the range.

#ifndef AB_KEY_VALUES_H
#define AB_KEY_VALUES_H

#include "abut/result.h"
#include "base/schema.h"

// Numbers, counts, switches, and choices by their number.
abResult ab_key_set_number(const abKey *key, void *object, double value, abError *error);
abResult ab_key_set_vector(const abKey *key, void *object, abVec3 value, abError *error);
// Texts, expressions and words. The text is not copied.
abResult ab_key_set_text(const abKey *key, void *object, const char *value, abError *error);
// A number of an object; NAN when its table has none of that name.
double ab_key_number(const abTable *table, const void *object, const char *name);

#endif
