// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_checks.c - what all sections ask of their nodes, and what they take note of on the way.

#include "read/yaml/yaml_checks.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/values/slot.h"
#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_types.h"
#include "read/yaml/yaml_value.h"

void ab_yaml_close_path(abYamlReader *reader, const char *format, ...) {
    char path[AB_SLOT_PATH];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(path, sizeof path, format, arguments);
    va_end(arguments);
    if (length < AB_SLOT_PATH && !ab_slot_close(reader->model, path)) {
        reader->context.is_out_of_memory = true;
    }
}

// ---- definitions, and what went wrong with them ----

void ab_yaml_added(abYamlReader *reader, abResult result) {
    if (result == AB_BAD_MODEL) {
        reader->context.problems++;
    } else if (result != AB_OK) {
        reader->result = result;
    }
}

void ab_yaml_taint(abYamlReader *reader, abPlace place, int before) {
    abYamlContext *context = &reader->context;
    abYamlExpression *e =
        context->without_owner != NULL ? context->without_owner : context->expressions;
    for (; e != NULL; e = e->next) { // expressions since the last definition are of this one
        if (!e->has_owner) {
            e->has_owner = true;
            e->owner = place;
        }
        context->without_owner = e;
    }
    if (reader->context.problems == before) {
        return;
    }
    abTainted *tainted = AB_ARENA_NEW(reader->context.arena, abTainted, 1);
    if (tainted == NULL) {
        reader->context.is_out_of_memory = true;
        return;
    }
    *tainted = (abTainted){.next = reader->tainted, .place = place};
    reader->tainted = tainted;
}

bool ab_yaml_claim(abYamlReader *reader, abTextMap *known, const char *name, abPlace place,
                   const char *what) {
    const abPlace *first = ab_text_map_find(known, name);
    if (first != NULL) {
        if (strcmp(first->file, place.file) == 0) {
            ab_yaml_problem(&reader->context, place, "%s is given twice, first at line %d", what,
                            first->line);
        }
        return false;
    }
    abPlace *kept = AB_ARENA_NEW(reader->context.arena, abPlace, 1);
    if (kept != NULL) {
        *kept = place;
    }
    if (kept == NULL || !ab_text_map_put(known, name, kept)) {
        reader->context.is_out_of_memory = true;
        return false;
    }
    return true;
}

// ---- the shape of a node ----

bool ab_yaml_wants(abYamlReader *reader, const abNode *node, const char *name, const char *wanted,
                   const char *of) {
    char found[100];
    ab_yaml_problem(&reader->context, node->place, "%s wants a %s of %s, found %s", name, wanted,
                    of, ab_node_describe(node, found, sizeof found));
    return false;
}

bool ab_yaml_is_map(abYamlReader *reader, const abNode *node, const char *name, const char *of) {
    return node->kind == AB_NODE_MAP || ab_node_is_empty(node) ||
           ab_yaml_wants(reader, node, name, "mapping", of);
}

bool ab_yaml_is_list(abYamlReader *reader, const abNode *node, const char *name, const char *of) {
    char found[100];
    if (node->kind == AB_NODE_MAP) {
        ab_yaml_problem(&reader->context, node->place,
                        "%s wants a list of %s, found %s; begin each with a dash and a space: - "
                        "{...}, on lines of their own",
                        name, of, ab_node_describe(node, found, sizeof found));
        return false;
    }
    bool is_of_words = strcmp(of, "files") == 0 || strncmp(of, "names ", strlen("names ")) == 0;
    if (node->kind == AB_NODE_SCALAR && !ab_node_is_empty(node) && is_of_words) {
        char shown[44];
        ab_yaml_problem(&reader->context, node->place,
                        "%s wants a list of %s, found %s; write [%s]", name, of,
                        ab_node_describe(node, found, sizeof found),
                        ab_text_shown(node->text, shown, sizeof shown));
        return false;
    }
    return node->kind == AB_NODE_LIST || ab_node_is_empty(node) ||
           ab_yaml_wants(reader, node, name, "list", of);
}

// One of two names; a contact rule may name several bodies at once by their group.
static const char *one_of_two(abYamlReader *reader, const abNode *node, const char *key,
                              const char *what) {
    if (node->kind == AB_NODE_LIST && strcmp(what, "contact") == 0) {
        char found[100];
        ab_yaml_problem(&reader->context, node->place,
                        "%s wants one name on each side, found %s; give these bodies a common "
                        "`group: NAME` and write group:NAME, or write a rule for each",
                        key, ab_node_describe(node, found, sizeof found));
        return NULL;
    }
    return ab_yaml_text(&reader->context, node, key);
}

bool ab_yaml_two_texts(abYamlReader *reader, const abNode *map, const char *key, const char *what,
                       const char *out[2]) {
    const abNodeItem *item = ab_node_find(map, key);
    if (item == NULL) {
        if (map->kind == AB_NODE_MAP) { // what it is else, is said by others
            ab_yaml_problem(&reader->context, map->place, "%s needs the key %s: [a, b]", what, key);
        }
        return false;
    }
    if (item->value->kind != AB_NODE_LIST || item->value->count != 2) {
        char found[100];
        ab_yaml_problem(&reader->context, item->value->place,
                        "%s wants a list of 2 names, found %s", key,
                        ab_node_describe(item->value, found, sizeof found));
        return false;
    }
    out[0] = one_of_two(reader, item->value->first->value, key, what);
    out[1] = one_of_two(reader, item->value->last->value, key, what);
    return out[0] != NULL && out[1] != NULL;
}

void ab_yaml_exclusive(abYamlReader *reader, const abNode *map, const char *a, const char *b) {
    const abNodeItem *item = ab_node_find(map, a), *other = ab_node_find(map, b);
    if (item != NULL && other != NULL) {
        ab_yaml_problem(&reader->context, other->key_place, "give %s or %s, not both", a, b);
    }
}
