// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_table.c - a mapping into the fields of a struct, and what to say when wrong.

#include "read/yaml/yaml_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "law/core/material.h"
#include "read/yaml/yaml_types.h"
#include "read/yaml/yaml_value.h"

enum { WORDS_MAX = 64 };

// ---- problems ----

void ab_yaml_problem(abYamlContext *context, abPlace place, const char *format, ...) {
    char text[sizeof((abProblem *)NULL)->text];
    AB_TEXT_OF(text, format);
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

// A word that is a value of a key: `rectangle` of `form`, `static` for `fixed` of `mobility`.
typedef struct Choice {
    const char *key, *word; // NULL: of none
} Choice;

static Choice choice_in(const abTable *table, const char *word, bool may_stand_for) {
    for (int i = 0; i < table->key_count; i++) {
        const abKey *key = &table->keys[i];
        for (int c = 0; key->choices != NULL && key->choices[c] != NULL; c++) {
            if (strcmp(word, key->choices[c]) == 0 ||
                (may_stand_for && ab_word_stands_for(word, key->choices[c]))) {
                return (Choice){key->name, key->choices[c]};
            }
        }
    }
    return (Choice){NULL, NULL};
}

static Choice choice_meant(const char *word, const abYamlTarget *targets, int count,
                           bool may_stand_for) {
    Choice found = {NULL, NULL};
    for (int t = 0; t < count && found.key == NULL; t++) {
        found = choice_in(targets[t].table, word, may_stand_for);
    }
    return found;
}

// What stands in other parts of a model.
static const struct {
    const char *place;
    const abTable *table;
} s_parts[] = {{"materials", &ab_material_table},    {"pairs", &ab_material_pair_table},
               {"bodies", &ab_body_table},           {"shapes", &ab_shape_table},
               {"contacts", &ab_contact_rule_table}, {"simulation", &ab_simulation_table}};
enum { PARTS = sizeof s_parts / sizeof s_parts[0] };

// "; sliding_friction is a key of pairs:" for `friction` in a material; nothing when it is of no part.
static void part_meant(const char *word, char *out, size_t size) {
    out[0] = '\0';
    for (int p = 0; p < PARTS; p++) {
        for (int i = 0; i < s_parts[p].table->key_count; i++) {
            const char *name = s_parts[p].table->keys[i].name;
            if (strcmp(word, name) == 0 || ab_word_stands_for(word, name)) {
                snprintf(out, size, "; %s is a key of %s", name, s_parts[p].place);
                return;
            }
        }
    }
}

static bool is_in_list(const abChoice *choice, const abTable *table) {
    bool any = false;
    for (int kind = 0; kind < choice->count && !any; kind++) {
        any = choice->table(kind) == table;
    }
    return any;
}

// "; points is a key of outline, mesh" for `points` of a hull: other kinds of the same list have it.
static void kinds_meant(const char *word, const abYamlTarget *targets, int count, char *out,
                        size_t size) {
    const char *kinds[WORDS_MAX + 1] = {NULL};
    char list[120];
    int found = 0;
    for (int l = 0; ab_choice_lists[l] != NULL; l++) {
        const abChoice *choice = ab_choice_find(ab_choice_lists[l]);
        for (int t = 0; t < count; t++) {
            bool is_of_it = is_in_list(choice, targets[t].table);
            for (int kind = 0; is_of_it && kind < choice->count && found < WORDS_MAX; kind++) {
                const abTable *table = choice->table(kind);
                if (ab_table_find(table, word) != NULL) {
                    kinds[found++] = table->name;
                }
            }
        }
    }
    if (found > 0) {
        snprintf(out, size, "; %s is a key of %s", word, ab_words_joined(kinds, list, sizeof list));
    }
}

const char *ab_yaml_word_elsewhere(const char *word, char *out, size_t size) {
    out[0] = '\0';
    for (int p = 0; p < PARTS; p++) {
        const char *key = choice_in(s_parts[p].table, word, false).key;
        if (key != NULL) {
            snprintf(out, size, "; %s is a word of %s", word, key);
            return out;
        }
    }
    return out;
}

// In braces a comma ends a value, and what follows it is a key without one: "radius: 0,1", "between: a,
// b". `before` is the item with the value; false when `item` is no such rest.
static bool is_rest(const abNodeItem *before, const abNodeItem *item) {
    return before != NULL && before->value->kind == AB_NODE_SCALAR && !before->value->is_quoted &&
           !ab_node_is_empty(before->value) && ab_node_is_empty(item->value);
}

// The digits behind a decimal comma: "1", "1e11".
static bool is_fraction(const char *key) {
    const char *tail = key + strspn(key, "0123456789");
    if (tail > key && (*tail == 'e' || *tail == 'E')) {
        tail += 1 + (tail[1] == '-' || tail[1] == '+');
        tail += strspn(tail, "0123456789");
    }
    return tail > key && *tail == '\0';
}

int ab_yaml_open_brackets(const char *text) {
    int open = 0;
    for (; *text != '\0'; text++) {
        open += (*text == '(') - (*text == ')');
    }
    return open;
}

// Says what a rest belongs to; false when it may just as well be a key.
static bool told_of_rest(abYamlContext *context, const char *what, const abNodeItem *before,
                         const abNodeItem *item, bool has_near) {
    char value[44], shown[44];
    if (!is_rest(before, item)) {
        return false;
    }
    ab_text_shown(before->value->text, value, sizeof value);
    ab_text_shown(item->key, shown, sizeof shown);
    if (ab_text_is_number(before->value->text) && is_fraction(item->key)) {
        ab_yaml_problem(
            context, item->key_place,
            "%s has no key \"%s\"; in a decimal number write a point, %s.%s, as a comma "
            "ends a value",
            what, shown, value, shown);
    } else if (ab_yaml_open_brackets(before->value->text) > 0) {
        ab_yaml_problem(context, item->key_place,
                        "%s has no key \"%s\"; a comma ends a value, so an expression with commas "
                        "stands in quotes: %s: \"%s, ...\"",
                        what, shown, before->key, value);
    } else if (!has_near) {
        ab_yaml_problem(context, item->key_place,
                        "%s has no key \"%s\"; a comma ends a value, so a list stands in brackets: "
                        "%s: [%s, %s]",
                        what, shown, before->key, value, shown);
    } else {
        return false;
    }
    return true;
}

// Where the words of others are not the same length as ours.
static const char *share_of(const char *key, const char *near) {
    bool is_bore = strcmp(near, "inner_radius") == 0 && strstr(key, "radius") == NULL;
    return strcmp(key, "diameter") == 0                  ? ", half of it"
           : strncmp(key, "half_", strlen("half_")) == 0 ? ", twice as much"
           : is_bore                                     ? ", the radius less it"
                                                         : "";
}

// "rz_low, rz_high" where somebody gives bounds under a name of their own, as `limits`; NULL when
// there are none, or nothing of the kind is meant.
static const char *bounds_meant(const char *key, const char *const *words, char *out, size_t size) {
    const char *bounds[WORDS_MAX + 1] = {NULL};
    int count = 0;
    bool is_of_bounds = strncmp(key, "limit", strlen("limit")) == 0 || strcmp(key, "range") == 0 ||
                        strcmp(key, "bounds") == 0;
    for (; is_of_bounds && *words != NULL && count < WORDS_MAX; words++) {
        const char *last = strrchr(*words, '_');
        if (last != NULL && (strcmp(last, "_low") == 0 || strcmp(last, "_high") == 0)) {
            bounds[count++] = *words;
        }
    }
    return count > 0 ? ab_words_joined(bounds, out, size) : NULL;
}

// Returns the key that is meant by it, NULL: none of them.
static const char *unknown_key(abYamlContext *context, const abNodeItem *before,
                               const abNodeItem *item, const char *what,
                               const abYamlTarget *targets, int target_count,
                               const char *const *others) {
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
    char shown[44], list[260] = "", bounds[120], elsewhere[180];
    const char *meant = bounds_meant(item->key, words, bounds, sizeof bounds);
    const char *near = ab_nearest_word(item->key, words);
    Choice choice = choice_meant(item->key, targets, target_count, false);
    if (choice.key == NULL && near == NULL) {
        choice = choice_meant(item->key, targets, target_count, true);
    }
    ab_text_shown(item->key, shown, sizeof shown);
    if (told_of_rest(context, what, before, item, near != NULL || choice.key != NULL)) {
        return NULL;
    }
    if (count == 0) {
        ab_yaml_problem(context, item->key_place, "%s has no key \"%s\"; it has none", what, shown);
    } else if (choice.key != NULL) {
        ab_yaml_problem(context, item->key_place, "%s has no key \"%s\"; did you mean %s: %s?",
                        what, shown, choice.key, choice.word);
    } else if (meant != NULL) {
        ab_yaml_problem(context, item->key_place, "%s has no key \"%s\"; bounds are %s", what,
                        shown, meant);
    } else if (near != NULL) {
        ab_yaml_problem(context, item->key_place, "%s has no key \"%s\"; did you mean %s%s?%s%s",
                        what, shown, near, share_of(item->key, near),
                        count <= 8 ? " Allowed: " : "",
                        count <= 8 ? ab_words_joined(words, list, sizeof list) : "");
    } else {
        part_meant(item->key, elsewhere, sizeof elsewhere);
        if (elsewhere[0] == '\0') {
            kinds_meant(item->key, targets, target_count, elsewhere, sizeof elsewhere);
        }
        ab_yaml_problem(context, item->key_place, "%s has no key \"%s\"%s; allowed: %s", what,
                        shown, elsewhere, ab_words_joined(words, list, sizeof list));
    }
    return choice.key != NULL ? choice.key : meant != NULL ? NULL : near;
}

// A key whose name was told to be wrong is not told to be missing as well.
static void note_told(abYamlTarget *targets, int target_count, const char *name) {
    for (int t = 0; t < target_count && name != NULL; t++) {
        const abTable *table = targets[t].table;
        const abKey *key = ab_table_find(table, name);
        targets[t].told |= key != NULL ? UINT64_C(1) << (key - table->keys) : 0;
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

// A key under its former name: read, but said.
static void hint_at_name(abYamlContext *context, const abNode *map, const abNodeItem *item,
                         const abKey *key) {
    abPlace place = item->key_place;
    char where[160];
    if (key->former == NULL || strcmp(item->key, key->former) != 0) {
        return;
    }
    if (ab_node_find(map, key->name) != NULL) {
        ab_yaml_problem(context, place,
                        "%s is the former name of %s, which is given too; leave one", key->former,
                        key->name);
        return;
    }
    snprintf(where, sizeof where, place.line > 0 ? "%s:%d:%d" : "%s", place.file, place.line,
             place.column);
    ab_log(&context->log, AB_LOG_WARNING,
           "%s: %s is now called %s; the next version does not read the former name", where,
           key->former, key->name);
}

// False when the key is of none of the tables.
static bool fill_key(abYamlContext *context, const abNode *map, const abNodeItem *item,
                     abYamlTarget *targets, int target_count) {
    for (int t = 0; t < target_count; t++) {
        const abTable *table = targets[t].table;
        const abKey *key = ab_table_find(table, item->key);
        if (key != NULL) {
            targets[t].given |= UINT64_C(1) << (key - table->keys);
            hint_at_name(context, map, item, key);
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
        if (key->is_required && !target->is_part &&
            ((target->given | target->told) >> i & 1) == 0) {
            char unit[44];
            ab_yaml_problem(context, map->place, "%s needs the key %s%s", what, key->name,
                            ab_yaml_with_unit(context, key->unit, unit, sizeof unit));
        }
    }
}

// A value stands where its mapping should: "; write {radius: 0.1}" for `sphere: 0.1`.
static const char *mapping_meant(const abNode *node, const abYamlTarget *targets, int target_count,
                                 char *out, size_t size) {
    const char *needed[WORDS_MAX + 1] = {NULL}, *one = NULL;
    bool is_word = node->kind == AB_NODE_SCALAR;
    Choice choice = {NULL, NULL};
    int count = 0;
    char shown[44], list[200];
    for (int t = 0; t < target_count; t++) {
        for (int i = 0; i < targets[t].table->key_count && count < WORDS_MAX; i++) {
            const abKey *key = &targets[t].table->keys[i];
            bool is_one = is_word ? strcmp(key->name, "file") == 0 : key->kind == AB_KEY_VEC3;
            one = one == NULL && is_one ? key->name : one;
            if (key->is_required) {
                needed[count++] = key->name;
            }
        }
    }
    if (is_word) {
        choice = choice_meant(node->text, targets, target_count, true);
        ab_text_shown(node->text, shown, sizeof shown);
    }
    out[0] = '\0';
    if (choice.key != NULL) {
        snprintf(out, size, "; write {%s: %s}", choice.key, choice.word);
    } else if (count > 1) {
        snprintf(out, size, "; it needs the keys %s", ab_words_joined(needed, list, sizeof list));
    } else if (count == 1) {
        snprintf(out, size, "; write {%s: %s}", needed[0], is_word ? shown : "[...]");
    } else if (one != NULL) {
        snprintf(out, size, "; write {%s: %s}", one, is_word ? shown : "[...]");
    }
    return out;
}

// What stands under a name that was told to be wrong is read as what is meant, where that is not given
// too: so the problems inside of it are told in the same pass.
static void read_as_meant(abYamlContext *context, const abNode *map, const abNodeItem *item,
                          const char *meant, abYamlTarget *targets, int target_count,
                          const char *const *others) {
    bool has_inside = item->value->kind == AB_NODE_MAP || item->value->kind == AB_NODE_LIST;
    bool is_told = context->error != NULL; // else a later pass has to find it
    if (meant == NULL || !has_inside || !is_told || ab_node_find(map, meant) != NULL) {
        return;
    }
    ab_node_rename(item, meant); // others look for that, too
    if (!is_among(meant, others)) {
        fill_key(context, map, item, targets, target_count);
    }
}

static void fill_keys(abYamlContext *context, const abNode *map, const char *what,
                      abYamlTarget *targets, int target_count, const char *const *others) {
    const abNodeItem *before = NULL; // the last one with a value
    int open = 0;                    // brackets of it that are not closed yet
    for (const abNodeItem *item = map->first; item != NULL; item = item->next) {
        if (open > 0 && is_rest(before, item)) {
            open += ab_yaml_open_brackets(item->key); // told with the first of them
            continue;
        }
        open = 0;
        if (!is_among(item->key, others) && !fill_key(context, map, item, targets, target_count)) {
            const char *meant =
                unknown_key(context, before, item, what, targets, target_count, others);
            note_told(targets, target_count, meant);
            read_as_meant(context, map, item, meant, targets, target_count, others);
            open = is_rest(before, item) ? ab_yaml_open_brackets(before->value->text) +
                                               ab_yaml_open_brackets(item->key)
                                         : 0;
        }
        before = is_rest(before, item) ? before : item;
    }
}

bool ab_yaml_fill(abYamlContext *context, const abNode *map, const char *what,
                  abYamlTarget *targets, int target_count, const char *const *others) {
    int before = context->problems;
    if (map->kind != AB_NODE_MAP && !ab_node_is_empty(map)) {
        char found[100], meant[300];
        ab_yaml_problem(context, map->place, "%s wants a mapping of keys to values, found %s%s",
                        what, ab_node_describe(map, found, sizeof found),
                        mapping_meant(map, targets, target_count, meant, sizeof meant));
        return false;
    }
    fill_keys(context, map, what, targets, target_count, others);
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
