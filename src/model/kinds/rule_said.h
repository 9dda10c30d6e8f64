// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rule_said.h - which keys a contact rule says itself.

#ifndef AB_RULE_SAID_H
#define AB_RULE_SAID_H

#include <stdint.h>

#include "abut/definitions.h"
#include "base/schema.h"

// Of a key in the sets of abRuleSaid.
uint64_t ab_key_bit(const abTable *table, const abKey *key);

// Adds what is not the default to what the maker of a rule noted.
void ab_rule_note_said(abContactRuleDef *rule);

#endif
