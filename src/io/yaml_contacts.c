// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_contacts.c - contact rules with their laws, and pairs that never touch.

#include <stdio.h>

#include "io/yaml_reader.h"

enum { WHAT = 100 };

// `friction: {law: coulomb, ...}`, or `friction: coulomb` for a law as it is by default.
static void read_law(abYamlReader *reader, const abNode *rule, const char *key, const char *list,
                     int *kind, abParams *params) {
    static const char *const others[] = {"law", NULL};
    const abNodeItem *item = ab_node_find(rule, key);
    if (item == NULL) {
        return;
    }
    const abChoice *choice = ab_choice_find(list);
    const abNode *law = item->value;
    const abNode no_keys = {.kind = AB_NODE_MAP, .place = law->place};
    bool is_name = law->kind == AB_NODE_SCALAR && !ab_node_is_empty(law);
    int found = is_name ? ab_yaml_named_kind(reader, law, key, choice)
                        : ab_yaml_read_kind(reader, law, "law", key, choice);
    if (found < 0) {
        return;
    }
    *kind = found;
    ab_params_init(params, list, found);
    char what[WHAT];
    snprintf(what, sizeof what, "law %s", choice->table(found)->name);
    abYamlTarget target = {.table = choice->table(found), .object = params->data};
    ab_yaml_fill(&reader->context, is_name ? &no_keys : law, what, &target, 1, others);
}

static void read_contact(abYamlReader *reader, const abNode *node) {
    static const char *const others[] = {"between", "normal", "friction", NULL};
    int before = reader->context.problems;
    abContactRuleDef def = ab_contact_rule_def();
    def.place = node->place;
    abYamlTarget target = {.table = &ab_contact_rule_table, .object = &def};
    ab_yaml_fill(&reader->context, node, "contact", &target, 1, others);
    bool has_sides = ab_yaml_two_texts(reader, node, "between", "contact", def.between);
    read_law(reader, node, "normal", "normal law", &def.normal_law, &def.normal);
    read_law(reader, node, "friction", "friction law", &def.friction_law, &def.friction);
    if (has_sides) {
        ab_yaml_added(reader,
                      ab_model_add_contact_rule(reader->model, &def, reader->context.error));
    }
    ab_yaml_taint(reader, def.place, before);
}

// Without the key everything may touch everything; with an empty list nothing touches.
void ab_yaml_read_contacts(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node != NULL && !ab_yaml_is_list(reader, node, "contacts", "rules")) {
        return;
    }
    if (node == NULL || node->count == 0) {
        abContactRuleDef def = ab_contact_rule_def();
        def.place = node != NULL ? node->place : root->place;
        def.enabled = node == NULL;
        ab_yaml_added(reader,
                      ab_model_add_contact_rule(reader->model, &def, reader->context.error));
        return;
    }
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        read_contact(reader, item->value);
    }
}

static void read_exclusion(abYamlReader *reader, const abNode *node) {
    int before = reader->context.problems;
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
    ab_yaml_taint(reader, node->place, before);
}

void ab_yaml_read_exclude(abYamlReader *reader, const abNode *root, const abNode *node) {
    (void)root;
    if (node != NULL && ab_yaml_is_list(reader, node, "exclude", "pairs of selectors")) {
        for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
            read_exclusion(reader, item->value);
        }
    }
}
