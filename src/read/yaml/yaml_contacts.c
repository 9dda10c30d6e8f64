// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_contacts.c - contact rules with their laws, and pairs that never touch.

#include "read/yaml/yaml_contacts.h"

#include <stdio.h>
#include <string.h>

#include "model/core/model.h"
#include "model/core/user_laws.h"
#include "read/yaml/yaml_checks.h"
#include "read/yaml/yaml_kinds.h"
#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_types.h"
#include "read/yaml/yaml_value.h"

enum { WHAT = 100 };

// A law that the program has added to the model it reads into, by its name.
static bool read_law_of_program(abYamlReader *reader, const abNode *law, const char *list,
                                int *kind, abParams *params) {
    const abNodeItem *item = law->kind == AB_NODE_MAP ? ab_node_find(law, "law") : NULL;
    const abNode *named = item != NULL ? item->value : law;
    bool is_normal = strcmp(list, "normal law") == 0;
    if (named->kind != AB_NODE_SCALAR ||
        ab_model_find_law(reader->model, is_normal ? AB_USER_NORMAL_LAW : AB_USER_FRICTION_LAW,
                          named->text) == NULL) {
        return false;
    }
    *kind = ab_kind_find(list, "callback");
    ab_params_init(params, list, *kind);
    ab_params_set_text(params, list, *kind, "name", named->text, NULL);
    return true;
}

// `friction: {law: coulomb, ...}`, or `friction: coulomb` for a law as it is by default.
// `said`: which keys were given. True when a law was chosen. A law that another rule completes may lack
// what it needs.
static bool read_law(abYamlReader *reader, const abNode *rule, const char *key, const char *list,
                     bool is_part, int *kind, abParams *params, uint64_t *said) {
    static const char *const others[] = {"law", NULL};
    const abNodeItem *item = ab_node_find(rule, key);
    if (item == NULL || ab_node_find(item->value, "law") == NULL) {
        ab_yaml_close_path(reader, "contacts.%zu.%s", reader->model->rule_count, key);
    }
    if (item == NULL) {
        return false;
    }
    const abChoice *choice = ab_choice_find(list);
    const abNode *law = item->value;
    if (read_law_of_program(reader, law, list, kind, params)) {
        return true;
    }
    const abNode no_keys = {.kind = AB_NODE_MAP, .place = law->place};
    bool is_name = law->kind == AB_NODE_SCALAR && !ab_node_is_empty(law);
    int found = is_name ? ab_yaml_named_kind(reader, law, key, choice)
                        : ab_yaml_read_kind(reader, law, "law", key, choice);
    if (found < 0) {
        return false;
    }
    *kind = found;
    ab_params_init(params, list, found);
    char what[WHAT];
    snprintf(what, sizeof what, "law %s", choice->table(found)->name);
    abYamlTarget target = {
        .table = choice->table(found), .object = params->data, .is_part = is_part};
    ab_yaml_fill(&reader->context, is_name ? &no_keys : law, what, &target, 1, others);
    *said = target.given;
    return true;
}

void ab_yaml_read_contact(abYamlReader *reader, const abNodeItem *item) {
    const abNode *node = item->value;
    static const char *const others[] = {"between", "normal", "friction", NULL};
    abContactRuleDef def = ab_contact_rule_def();
    def.place = node->place;
    abYamlTarget target = {.table = &ab_contact_rule_table, .object = &def};
    ab_yaml_fill(&reader->context, node, "contact", &target, 1, others);
    bool has_sides = ab_yaml_two_texts(reader, node, "between", "contact", def.between);
    def.said.keys = target.given;
    def.said.has_normal = read_law(reader, node, "normal", "normal law", def.inherit,
                                   &def.normal_law, &def.normal, &def.said.normal);
    def.said.has_friction = read_law(reader, node, "friction", "friction law", def.inherit,
                                     &def.friction_law, &def.friction, &def.said.friction);
    if (!has_sides) { // what it was for is not known: the pairs that are left to it tell nothing
        def.between[0] = def.between[1] = "*";
        def.enabled = false;
    }
    ab_yaml_added(reader, ab_model_add_contact_rule(reader->model, &def, reader->context.error));
}

// Without the key everything may touch everything; with an empty list nothing touches.
void ab_yaml_read_no_contacts(abYamlReader *reader, const abNode *root, const abNode *node) {
    abContactRuleDef def = ab_contact_rule_def();
    def.place = node != NULL ? node->place : root->place;
    def.enabled = node == NULL;
    ab_yaml_close_path(reader, "contacts.0");
    ab_yaml_added(reader, ab_model_add_contact_rule(reader->model, &def, reader->context.error));
}

void ab_yaml_read_exclusion(abYamlReader *reader, const abNodeItem *item) {
    const abNode *node = item->value;
    if (node->kind != AB_NODE_LIST || node->count != 2) {
        ab_yaml_wants(reader, node, "exclude", "list", "pairs such as [wheel, group:fenders]");
    } else {
        const char *a = ab_yaml_text(&reader->context, node->first->value, "exclude");
        const char *b = ab_yaml_text(&reader->context, node->last->value, "exclude");
        if (a != NULL && b != NULL) {
            ab_yaml_added(
                reader, ab_model_exclude(reader->model, a, b, node->place, reader->context.error));
        }
    }
}
