// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rule_said.c - a key of a rule is said when its reader noted it, or its value is not the default.

#include "model/kinds/rule_said.h"

#include <math.h>
#include <string.h>

#include "abut/model.h"
#include "law/core/law.h"
#include "law/core/law_kinds.h"
#include "model/kinds/tables.h"

uint64_t ab_key_bit(const abTable *table, const abKey *key) {
    return UINT64_C(1) << (key - table->keys);
}

// "Not given" may be any NAN.
static bool is_default(const abKey *key, const void *value, const void *usual) {
    double number;
    memcpy(&number, value, key->kind == AB_KEY_NUMBER ? sizeof number : 0);
    return memcmp(value, usual, ab_key_size(key)) == 0 ||
           (key->kind == AB_KEY_NUMBER && isnan(number));
}

static uint64_t changed_keys(const abTable *table, const void *object, const void *usual) {
    uint64_t changed = 0;
    for (int i = 0; i < table->key_count; i++) {
        const abKey *key = &table->keys[i];
        const unsigned char *a = object, *b = usual;
        bool same = is_default(key, a + key->offset, b + key->offset);
        changed |= same ? 0 : ab_key_bit(table, key);
    }
    return changed;
}

static const abTable *normal_table(const abContactRuleDef *rule) {
    return ab_normal_law((abNormalLawKind)rule->normal_law)->table;
}

static const abTable *friction_table(const abContactRuleDef *rule) {
    return ab_friction_law((abFrictionLawKind)rule->friction_law)->table;
}

void ab_rule_note_said(abContactRuleDef *rule) {
    const abContactRuleDef usual = ab_contact_rule_def();
    abParams law;
    abRuleSaid *said = &rule->said;
    said->keys |= changed_keys(&ab_contact_rule_table, rule, &usual);
    ab_params_init(&law, "normal law", rule->normal_law);
    said->normal |= changed_keys(normal_table(rule), rule->normal.data, law.data);
    ab_params_init(&law, "friction law", rule->friction_law);
    said->friction |= changed_keys(friction_table(rule), rule->friction.data, law.data);
    said->has_normal |= said->normal != 0 || rule->normal_law != usual.normal_law;
    said->has_friction |= said->friction != 0 || rule->friction_law != usual.friction_law;
}
