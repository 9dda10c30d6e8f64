// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_table.c - a mapping into the fields of a struct, and what to say when wrong.

#include "io/yaml_table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 64 };

// ---- problems ----

void ab_yaml_problem(abYamlContext *context, abPlace place, const char *format, ...) {
    char text[sizeof((abProblem *)NULL)->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    context->problems++;
    for (int i = 0; context->error != NULL && place.line > 0 && i < context->error->count; i++) {
        const abProblem *said = &context->error->problems[i];
        if (said->line == place.line && said->column == place.column &&
            strcmp(said->text, text) == 0) {
            return;
        }
    }
    ab_error_add(context->error, AB_BAD_MODEL, place, "%s", text);
}

const char *ab_words_joined(const char *const *words, char *out, size_t size) {
    static const char more[] = ", ...";
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; words[i] != NULL; i++) {
        size_t need = strlen(words[i]) + (i > 0 ? 2 : 0);
        bool is_last = words[i + 1] == NULL;
        if (used + need + (is_last ? 1 : sizeof more) > size) {
            snprintf(out + used, size - used, "%s", more);
            break;
        }
        used += (size_t)snprintf(out + used, size - used, "%s%s", i > 0 ? ", " : "", words[i]);
    }
    return out;
}

// "radius" with "[mm]" behind it, or the name alone.
const char *ab_yaml_with_unit(const abYamlContext *context, const char *unit, char *out,
                              size_t size) {
    char text[40];
    if (unit == NULL || strcmp(unit, "-") == 0) {
        out[0] = '\0';
    } else {
        ab_unit_text(&context->units, unit, text, sizeof text);
        snprintf(out, size, " [%s]", text);
    }
    return out;
}

bool ab_yaml_wrong_type(abYamlContext *context, const abNode *node, const char *name,
                        const char *wanted, const char *unit) {
    char found[100], units[44];
    ab_yaml_problem(context, node->place, "%s wants %s%s, found %s", name, wanted,
                    ab_yaml_with_unit(context, unit, units, sizeof units),
                    ab_node_describe(node, found, sizeof found));
    return false;
}

// ---- mappings ----

// The key of whose words `word` is one, as `rectangle` is of `form`; NULL when there is none.
static const char *key_with_choice(const char *word, const abYamlTarget *targets, int count) {
    for (int t = 0; t < count; t++) {
        for (int i = 0; i < targets[t].table->key_count; i++) {
            const abKey *key = &targets[t].table->keys[i];
            for (int c = 0; key->choices != NULL && key->choices[c] != NULL; c++) {
                if (strcmp(word, key->choices[c]) == 0) {
                    return key->name;
                }
            }
        }
    }
    return NULL;
}

static void unknown_key(abYamlContext *context, const abNodeItem *item, const char *what,
                        const abYamlTarget *targets, int target_count, const char *const *others) {
    const char *words[WORDS_MAX + 1] = {NULL};
    int count = 0;
    for (; others != NULL && *others != NULL && count < WORDS_MAX; others++) {
        words[count++] = *others; // first, as they say what the thing is made of
    }
    for (int t = 0; t < target_count; t++) {
        for (int i = 0; i < targets[t].table->key_count && count < WORDS_MAX; i++) {
            words[count++] = targets[t].table->keys[i].name;
        }
    }
    char shown[44], list[260] = "";
    const char *near = ab_nearest_word(item->key, words);
    const char *choice_of = key_with_choice(item->key, targets, target_count);
    ab_text_shown(item->key, shown, sizeof shown);
    if (count == 0) {
        ab_yaml_problem(context, item->key_place, "%s has no key \"%s\"; it has none", what, shown);
    } else if (choice_of != NULL) {
        ab_yaml_problem(context, item->key_place, "%s has no key \"%s\"; did you mean %s: %s?",
                        what, shown, choice_of, item->key);
    } else if (near != NULL) {
        ab_yaml_problem(context, item->key_place, "%s has no key \"%s\"; did you mean %s?%s%s",
                        what, shown, near, count <= 8 ? " Allowed: " : "",
                        count <= 8 ? ab_words_joined(words, list, sizeof list) : "");
    } else {
        ab_yaml_problem(context, item->key_place, "%s has no key \"%s\"; allowed: %s", what, shown,
                        ab_words_joined(words, list, sizeof list));
    }
}

static bool is_among(const char *word, const char *const *words) {
    for (; words != NULL && *words != NULL; words++) {
        if (strcmp(word, *words) == 0) {
            return true;
        }
    }
    return false;
}

// n of N/m^n: the key `exponent` beside it, as given or by default; NAN without one.
static double open_power(const abNode *map, const abTable *table) {
    const abKey *key = ab_table_find(table, "exponent");
    if (key == NULL || key->kind != AB_KEY_NUMBER) {
        return NAN;
    }
    for (const abNodeItem *item = map->first; item != NULL; item = item->next) {
        const abNode *value = item->value;
        if (strcmp(item->key, "exponent") == 0 && value->kind == AB_NODE_SCALAR &&
            ab_text_is_number(value->text)) {
            double n = strtod(value->text, NULL);
            return n >= key->low && n <= key->high ? n : key->fallback; // reported with its key
        }
    }
    return key->fallback;
}

// False when the key is of none of the tables.
static bool fill_key(abYamlContext *context, const abNode *map, const abNodeItem *item,
                     abYamlTarget *targets, int target_count) {
    for (int t = 0; t < target_count; t++) {
        const abTable *table = targets[t].table;
        const abKey *key = ab_table_find(table, item->key);
        if (key != NULL) {
            targets[t].given |= UINT64_C(1) << (key - table->keys);
            bool is_open = key->kind == AB_KEY_NUMBER && ab_unit_has_open_power(key->unit);
            context->open_power = is_open ? open_power(map, table) : NAN;
            ab_yaml_value(context, item->value, key->name, key,
                          (unsigned char *)targets[t].object + key->offset);
            return true;
        }
    }
    return false;
}

static void check_required(abYamlContext *context, const abNode *map, const char *what,
                           const abYamlTarget *target) {
    for (int i = 0; i < target->table->key_count; i++) {
        const abKey *key = &target->table->keys[i];
        if (key->is_required && (target->given >> i & 1) == 0) {
            char unit[44];
            ab_yaml_problem(context, map->place, "%s needs the key %s%s", what, key->name,
                            ab_yaml_with_unit(context, key->unit, unit, sizeof unit));
        }
    }
}

bool ab_yaml_fill(abYamlContext *context, const abNode *map, const char *what,
                  abYamlTarget *targets, int target_count, const char *const *others) {
    int before = context->problems;
    if (map->kind != AB_NODE_MAP && !ab_node_is_empty(map)) {
        return ab_yaml_wrong_type(context, map, what, "a mapping of keys to values", "-");
    }
    for (const abNodeItem *item = map->first; item != NULL; item = item->next) {
        if (!is_among(item->key, others) && !fill_key(context, map, item, targets, target_count)) {
            unknown_key(context, item, what, targets, target_count, others);
        }
    }
    for (int t = 0; t < target_count; t++) {
        check_required(context, map, what, &targets[t]);
    }
    return context->problems == before;
}

bool ab_yaml_is_given(const abYamlTarget *target, const char *key) {
    for (int i = 0; i < target->table->key_count; i++) {
        if (strcmp(target->table->keys[i].name, key) == 0) {
            return (target->given >> i & 1) != 0;
        }
    }
    return false;
}
