// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_kinds.c - things chosen by name from a list: shapes, laws, joints, forces.

#include "read/yaml/yaml_kinds.h"

#include <stdio.h>
#include <string.h>

#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_types.h"
#include "read/yaml/yaml_value.h"

const char *ab_yaml_choice_words(const abChoice *choice, char *out, size_t size) {
    const char *words[64] = {NULL};
    for (int kind = 0; kind < choice->count && kind < 63; kind++) {
        words[kind] = choice->table(kind)->name;
    }
    return ab_words_joined(words, out, size);
}

// "; rope is a force" or "; did you mean revolute?"; nothing when no name is near.
static const char *kind_hint(const abChoice *choice, const char *name, char *out, size_t size) {
    const char *near = ab_choice_nearest(choice, name);
    out[0] = '\0';
    if (near != NULL) {
        snprintf(out, size, "; did you mean %s?", near);
        return out;
    }
    for (const char *const *list = ab_choice_lists; *list != NULL; list++) {
        if (ab_kind_find(*list, name) >= 0) {
            snprintf(out, size, "; %s is a %s", name, *list);
            return out;
        }
    }
    return out;
}

void ab_yaml_unknown_kind(abYamlReader *reader, abPlace place, const abChoice *choice,
                          const char *name) {
    char words[260], shown[44], hint[80];
    if (ab_text_is_number(name) && strcmp(choice->list, "friction law") == 0) {
        ab_yaml_problem(&reader->context, place,
                        "friction wants a law, found the number %s; the coefficient is "
                        "sliding_friction: %s",
                        ab_text_shown(name, shown, sizeof shown), shown);
        return;
    }
    ab_yaml_problem(&reader->context, place, "there is no %s \"%s\"%s; known: %s", choice->list,
                    ab_text_shown(name, shown, sizeof shown),
                    kind_hint(choice, name, hint, sizeof hint),
                    ab_yaml_choice_words(choice, words, sizeof words));
}

// The kind of a name; -1 after a problem, or the kind that is likely meant: what else is wrong of it is
// told at once.
int ab_yaml_named_kind(abYamlReader *reader, const abNode *node, const char *key,
                       const abChoice *choice) {
    const char *name = ab_yaml_text(&reader->context, node, key);
    if (name == NULL) {
        return -1;
    }
    int kind = ab_choice_kind(choice, name);
    if (kind < 0) {
        const char *near = ab_choice_nearest(choice, name);
        ab_yaml_unknown_kind(reader, node->place, choice, name);
        kind = near != NULL ? ab_choice_kind(choice, near) : -1;
    }
    return kind;
}

// The kind that `map` names under `key`; -1 after a problem.
int ab_yaml_read_kind(abYamlReader *reader, const abNode *map, const char *key, const char *what,
                      const abChoice *choice) {
    char words[260];
    if (map->kind != AB_NODE_MAP) {
        char found[100];
        ab_yaml_problem(&reader->context, map->place, "%s wants a mapping with %s, found %s", what,
                        key, ab_node_describe(map, found, sizeof found));
        return -1;
    }
    const abNodeItem *item = ab_node_find(map, key);
    if (item == NULL) {
        ab_yaml_problem(&reader->context, map->place, "%s needs the key %s: one of %s", what, key,
                        ab_yaml_choice_words(choice, words, sizeof words));
        return -1;
    }
    return ab_yaml_named_kind(reader, item->value, key, choice);
}
