// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rule_inheritance.c - what a contact rule does not say comes from a more general one.
//
// The parent of a rule that inherits is, of the rules that name the same pair less closely and are
// not switched off, the closest, of equal ones the later. A parent that inherits has its own. From
// the parent come
//
//   * a law that the rule does not choose, with all its keys;
//   * of a law of the same kind, the keys that the rule does not give; of another kind, none;
//   * of the rule itself, the keys that it does not give, but for what is its own (s_own), and for
//     what something that it gives stands in place of (is_replaced).
//
// All this is written into the rule, so who reads a rule finds it whole. That needs one parent for
// all pairs for which the rule counts.

#include "model/rules/rule_inheritance.h"

#include <stdint.h>
#include <string.h>

#include "law/core/law_kinds.h"
#include "model/kinds/rule_said.h"
#include "model/kinds/tables.h"

static const abTable *normal_table(const abContactRuleDef *rule) {
    return ab_normal_law((abNormalLawKind)rule->normal_law)->table;
}

static const abTable *friction_table(const abContactRuleDef *rule) {
    return ab_friction_law((abFrictionLawKind)rule->friction_law)->table;
}

// ---- taking ----

static bool is_among(const char *name, const char *const *names) {
    bool any = false;
    for (; *names != NULL && !any; names++) {
        any = strcmp(name, *names) == 0;
    }
    return any;
}

static bool says(const abContactRuleDef *rule, const char *name) {
    const abKey *key = ab_table_find(&ab_contact_rule_table, name);
    return key != NULL && (rule->said.keys & ab_key_bit(&ab_contact_rule_table, key)) != 0;
}

// The rule's law gives the same: restitution for restitution, thickness for thickness_field. A layer
// has fields only as long as the law is the parent's.
static bool is_in_law(const abContactRuleDef *rule, const abContactRuleDef *parent,
                      const char *name) {
    static const char field[] = "_field";
    const abTable *table = normal_table(rule);
    const char *end = strstr(name, field);
    size_t length = end != NULL ? (size_t)(end - name) : strlen(name);
    bool found = end != NULL && rule->normal_law != parent->normal_law;
    for (int i = 0; i < table->key_count && !found; i++) {
        const abKey *key = &table->keys[i];
        found = strncmp(key->name, name, length) == 0 && key->name[length] == '\0' &&
                (rule->said.normal & ab_key_bit(table, key)) != 0;
    }
    return found;
}

// Whether something that the rule says stands in place of a key of its parent.
static bool is_replaced(const abContactRuleDef *rule, const abContactRuleDef *parent,
                        const char *name) {
    static const struct {
        const char *said, *replaces;
    } pairs[] = {{"sliding_friction", "static_friction"}, // alone it is both
                 {"post_library", "post_script"},
                 {"post_script", "post_library"}};
    bool is_replaced = is_in_law(rule, parent, name);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        is_replaced =
            is_replaced || (strcmp(name, pairs[i].replaces) == 0 && says(rule, pairs[i].said));
    }
    return is_replaced;
}

static void take_key(const abKey *key, void *object, const void *from) {
    memcpy((unsigned char *)object + key->offset, (const unsigned char *)from + key->offset,
           ab_key_size(key));
}

static void take_unsaid(const abTable *table, uint64_t said, void *object, const void *from) {
    for (int i = 0; i < table->key_count; i++) {
        if ((said & ab_key_bit(table, &table->keys[i])) == 0) {
            take_key(&table->keys[i], object, from);
        }
    }
}

static void take_law(const abTable *table, bool is_chosen, uint64_t said, int *kind,
                     abParams *params, int parent_kind, const abParams *parent) {
    if (!is_chosen) {
        *kind = parent_kind;
        *params = *parent;
    } else if (*kind == parent_kind) {
        take_unsaid(table, said, params->data, parent->data);
    }
}

static void take(abContactRuleDef *rule, const abContactRuleDef *parent) {
    static const char *const s_own[] = {"enabled", "inherit", "id", NULL};
    const abTable *table = &ab_contact_rule_table;
    const abRuleSaid *said = &rule->said;
    take_law(normal_table(rule), said->has_normal, said->normal, &rule->normal_law, &rule->normal,
             parent->normal_law, &parent->normal);
    take_law(friction_table(rule), said->has_friction, said->friction, &rule->friction_law,
             &rule->friction, parent->friction_law, &parent->friction);
    for (int i = 0; i < table->key_count; i++) {
        const abKey *key = &table->keys[i];
        if ((said->keys & ab_key_bit(table, key)) == 0 && !is_among(key->name, s_own) &&
            !is_replaced(rule, parent, key->name)) {
            take_key(key, rule, parent);
        }
    }
}

// ---- the parent ----

enum { NO_PARENT = -1 };

abResult ab_rules_prepare(abModel *model, abError *error) {
    model->rule_parents = AB_ARENA_NEW(&model->arena, int, model->rule_count + 1);
    if (model->rule_parents == NULL) {
        return ab_compile_no_memory(error);
    }
    for (size_t r = 0; r < model->rule_count; r++) {
        model->rule_parents[r] = NO_PARENT;
    }
    return AB_OK;
}

static const char *name_of(const abContactClasses *classes, int number) {
    return classes->model->shapes[classes->first[number]].name;
}

static abResult no_parent(const abContactClasses *classes, int class_a, int class_b,
                          const abContactRuleDef *rule, abError *error) {
    return ab_error_add(error, AB_BAD_MODEL, rule->place,
                        "contact between %s and %s: inherit takes what is not said from a more "
                        "general rule, and none that is on names %s and %s; write one, as for "
                        "[all, all], or leave inherit out",
                        rule->between[0], rule->between[1], name_of(classes, class_a),
                        name_of(classes, class_b));
}

static abResult two_parents(const abContactClasses *classes, int class_a, int class_b,
                            const abContactRuleDef *rule, const abContactRuleDef *first,
                            const abContactRuleDef *second, abError *error) {
    return ab_error_add(error, AB_BAD_MODEL, rule->place,
                        "contact between %s and %s: the more general rule is that between %s and "
                        "%s for some pairs, and that between %s and %s for others, as %s and %s; "
                        "write a rule for each",
                        rule->between[0], rule->between[1], first->between[0], first->between[1],
                        second->between[0], second->between[1], name_of(classes, class_a),
                        name_of(classes, class_b));
}

// What only the whole can lack, as its parts may be in different rules.
static abResult check_law(const abContactRuleDef *rule, const abTable *table, uint64_t said,
                          bool is_taken, abError *error) {
    abResult result = AB_OK;
    for (int i = 0; i < table->key_count && !is_taken; i++) {
        const abKey *key = &table->keys[i];
        if (key->is_required && (said & ab_key_bit(table, key)) == 0) {
            result = ab_error_add(error, AB_BAD_MODEL, rule->place,
                                  "law %s needs the key %s, and the more general rule has no such "
                                  "law",
                                  table->name, key->name);
        }
    }
    return result;
}

static abResult check_whole(const abContactRuleDef *rule, const abContactRuleDef *parent,
                            abError *error) {
    abResult normal = check_law(rule, normal_table(rule), rule->said.normal,
                                rule->normal_law == parent->normal_law, error);
    abResult friction = check_law(rule, friction_table(rule), rule->said.friction,
                                  rule->friction_law == parent->friction_law, error);
    return ab_worse(normal, friction);
}

abResult ab_rule_complete(const abContactClasses *classes, int class_a, int class_b,
                          const abContactRuleDef *rule, abError *error) {
    abModel *model = classes->model;
    if (!rule->inherit) {
        return AB_OK;
    }
    int number = (int)(rule - model->rules), *parent = &model->rule_parents[number];
    const abContactRuleDef *found = ab_contact_classes_less_close(classes, class_a, class_b, rule);
    if (found == NULL) {
        return no_parent(classes, class_a, class_b, rule, error);
    }
    AB_TRY(ab_rule_complete(classes, class_a, class_b, found, error));
    if (*parent != NO_PARENT) {
        const abContactRuleDef *first = &model->rules[*parent];
        return found == first ? AB_OK
                              : two_parents(classes, class_a, class_b, rule, first, found, error);
    }
    *parent = (int)(found - model->rules);
    take(&model->rules[number], found);
    return check_whole(rule, found, error);
}

// ---- values that were set ----

static bool is_condition(const abContactRuleDef *rule) {
    const abNormalLaw *law = ab_normal_law((abNormalLawKind)rule->normal_law);
    return law->is_condition != NULL && law->is_condition(rule->normal.data);
}

// Parents are less close than their children for some pair, so a chain of them has an end; `depth`
// bounds it by the number of rules whatever the selectors are.
static bool follow(abModel *model, int number, size_t depth) {
    int parent = model->rule_parents[number];
    if (parent == NO_PARENT || depth == 0) {
        return true;
    }
    bool same = follow(model, parent, depth - 1);
    abContactRuleDef *rule = &model->rules[number];
    bool was_condition = is_condition(rule);
    take(rule, &model->rules[parent]);
    return same && is_condition(rule) == was_condition;
}

bool ab_rules_follow(abModel *model) {
    bool same = true;
    for (size_t r = 0; r < model->rule_count; r++) {
        same = follow(model, (int)r, model->rule_count) && same;
    }
    return same;
}
