// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_table.c - from nodes to fields of a struct: types, units, ranges, and what to say when
// wrong.

#include "io/yaml_table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/vector.h"

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

enum { WORDS_MAX = 64 };

// ---- numbers ----

// "radius" with "[mm]" behind it, or the name alone.
static const char *with_unit(const abYamlContext *context, const char *unit, char *out,
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

static bool wrong_type(abYamlContext *context, const abNode *node, const char *name,
                       const char *wanted, const char *unit) {
    char found[100], units[44];
    ab_yaml_problem(context, node->place, "%s wants %s%s, found %s", name, wanted,
                    with_unit(context, unit, units, sizeof units),
                    ab_node_describe(node, found, sizeof found));
    return false;
}

// Bounds are kept in SI and shown in the file's units.
static bool outside(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                    abUnitFactor factor) {
    char shown[44], unit[44] = "";
    double low = ab_unit_from_si(factor, key->low), high = ab_unit_from_si(factor, key->high);
    if (key->unit != NULL && strcmp(key->unit, "-") != 0) {
        unit[0] = ' ';
        ab_unit_text(&context->units, key->unit, unit + 1, sizeof unit - 1);
    }
    ab_text_shown(node->text, shown, sizeof shown);
    if (isinf(key->high)) {
        ab_yaml_problem(context, node->place, "%s = %s%s is below %.6g, the least allowed", name,
                        shown, unit, low);
    } else if (isinf(key->low)) {
        ab_yaml_problem(context, node->place, "%s = %s%s is above %.6g, the most allowed", name,
                        shown, unit, high);
    } else {
        ab_yaml_problem(context, node->place, "%s = %s%s is outside [%.6g, %.6g]", name, shown,
                        unit, low, high);
    }
    return false;
}

static bool is_infinite_word(const char *text) {
    text += *text == '+' || *text == '-';
    return strcmp(text, ".inf") == 0 || strcmp(text, ".Inf") == 0 || strcmp(text, ".INF") == 0;
}

static bool is_nan_word(const char *text) {
    return strcmp(text, ".nan") == 0 || strcmp(text, ".NaN") == 0 || strcmp(text, ".NAN") == 0;
}

static bool has_nonzero_digit(const char *text) {
    size_t mantissa = strcspn(text, "eE");
    return strcspn(text, "123456789") < mantissa;
}

// A number as written, before units. False after a problem.
static bool written_number(abYamlContext *context, const abNode *node, const char *name,
                           const abKey *key, bool may_be_infinite, double *out) {
    if (node->kind != AB_NODE_SCALAR || node->is_quoted) {
        return wrong_type(context, node, name, "a number", key->unit);
    }
    if (is_infinite_word(node->text)) {
        *out = node->text[0] == '-' ? -INFINITY : INFINITY;
        if (may_be_infinite && (*out > 0 ? isinf(key->high) : isinf(key->low))) {
            return true;
        }
        ab_yaml_problem(context, node->place, "%s = %s must be finite", name, node->text);
        return false;
    }
    if (is_nan_word(node->text)) {
        ab_yaml_problem(context, node->place, "%s = %s is not a number; leave the key out instead",
                        name, node->text);
        return false;
    }
    if (!ab_text_is_number(node->text)) {
        return wrong_type(context, node, name, "a number", key->unit);
    }
    *out = strtod(node->text, NULL); // the reader sets the C locale
    if (isinf(*out) || (*out == 0.0 && has_nonzero_digit(node->text))) {
        char shown[44];
        ab_yaml_problem(context, node->place, "%s = %s is too %s to be represented", name,
                        ab_text_shown(node->text, shown, sizeof shown),
                        isinf(*out) ? "large" : "small");
        return false;
    }
    return true;
}

static bool read_number(abYamlContext *context, const abNode *node, const char *name,
                        const abKey *key, bool may_be_infinite, double *out) {
    double written;
    abUnitFactor factor;
    if (!written_number(context, node, name, key, may_be_infinite, &written)) {
        return false;
    }
    if (!ab_unit_factor_with(&context->units, key->unit, context->open_power, &factor)) {
        ab_yaml_problem(context, node->place,
                        "%s has the unit %s and is read in SI only; it needs units of m, kg, s",
                        name, key->unit);
        return false;
    }
    double value = ab_unit_to_si(factor, written);
    // "not >=" also catches a conversion that ran over
    if (!(value >= key->low && value <= key->high) || (isinf(value) && !isinf(written))) {
        return outside(context, node, name, key, factor);
    }
    *out = value;
    return true;
}

static bool read_integer(abYamlContext *context, const abNode *node, const char *name,
                         const abKey *key, int *out) {
    double written;
    if (!written_number(context, node, name, key, false, &written)) {
        return false;
    }
    if (written != floor(written) || fabs(written) > 2147483647.0) {
        return wrong_type(context, node, name, "an integer", "-");
    }
    if (!(written >= key->low && written <= key->high)) {
        return outside(context, node, name, key, (abUnitFactor){1.0, 1.0});
    }
    *out = (int)written;
    return true;
}

// `count` numbers of a list; each is named by its index.
static bool read_components(abYamlContext *context, const abNode *list, const char *name,
                            const abKey *key, double *out) {
    bool ok = true;
    int i = 0;
    for (const abNodeItem *item = list->first; item != NULL; item = item->next, i++) {
        char component[80];
        snprintf(component, sizeof component, "%s[%d]", name, i);
        ok = read_number(context, item->value, component, key, false, &out[i]) && ok;
    }
    return ok;
}

static bool read_vector(abYamlContext *context, const abNode *node, const char *name,
                        const abKey *key, abVec3 *out) {
    double v[3] = {0};
    if (node->kind != AB_NODE_LIST || node->count != 3) {
        return wrong_type(context, node, name, "a list of 3 numbers", key->unit);
    }
    if (!read_components(context, node, name, key, v)) {
        return false;
    }
    *out = (abVec3){v[0], v[1], v[2]};
    return true;
}

static bool read_scale(abYamlContext *context, const abNode *node, const char *name,
                       const abKey *key, abVec3 *out) {
    double all;
    if (node->kind == AB_NODE_LIST) {
        return read_vector(context, node, name, key, out);
    }
    if (!read_number(context, node, name, key, false, &all)) {
        return false;
    }
    *out = (abVec3){all, all, all};
    return true;
}

static bool read_quaternion(abYamlContext *context, const abNode *node, const char *name,
                            const abKey *key, abQuat *out) {
    double q[4] = {0};
    if (node->kind != AB_NODE_LIST || node->count != 4) {
        return wrong_type(context, node, name, "a list of 4 numbers w, x, y, z", key->unit);
    }
    if (!read_components(context, node, name, key, q)) {
        return false;
    }
    double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (!(square > 1e-12)) {
        ab_yaml_problem(context, node->place,
                        "%s = [%.6g, %.6g, %.6g, %.6g] has no length; a quaternion w, x, y, z has "
                        "length 1, no rotation is [1, 0, 0, 0]",
                        name, q[0], q[1], q[2], q[3]);
        return false;
    }
    *out = (abQuat){q[0], q[1], q[2], q[3]};
    return true;
}

static bool read_matrix(abYamlContext *context, const abNode *node, const char *name,
                        const abKey *key, abMat3 *out) {
    double v[6] = {0}; // xx yy zz xy xz yz
    if (node->kind != AB_NODE_LIST || (node->count != 3 && node->count != 6)) {
        return wrong_type(context, node, name,
                          "a list xx, yy, zz or xx, yy, zz, xy, xz, yz of numbers", key->unit);
    }
    if (!read_components(context, node, name, key, v)) {
        return false;
    }
    *out = (abMat3){{{v[0], v[3], v[4]}, {v[3], v[1], v[5]}, {v[4], v[5], v[2]}}};
    return true;
}

// ---- words and texts ----

static bool read_boolean(abYamlContext *context, const abNode *node, const char *name, bool *out) {
    bool is_word = node->kind == AB_NODE_SCALAR && !node->is_quoted;
    if (is_word && strcmp(node->text, "true") == 0) {
        *out = true;
    } else if (is_word && strcmp(node->text, "false") == 0) {
        *out = false;
    } else {
        return wrong_type(context, node, name, "true or false", "-");
    }
    return true;
}

static bool read_choice(abYamlContext *context, const abNode *node, const char *name,
                        const abKey *key, int *out) {
    char words[200], found[100];
    for (int i = 0; node->kind == AB_NODE_SCALAR && key->choices[i] != NULL; i++) {
        if (strcmp(node->text, key->choices[i]) == 0) {
            *out = i;
            return true;
        }
    }
    const char *near =
        node->kind == AB_NODE_SCALAR ? ab_nearest_word(node->text, key->choices) : NULL;
    ab_yaml_problem(context, node->place, "%s wants one of %s; found %s%s%s%s", name,
                    ab_words_joined(key->choices, words, sizeof words),
                    ab_node_describe(node, found, sizeof found),
                    near != NULL ? "; did you mean " : "", near != NULL ? near : "",
                    near != NULL ? "?" : "");
    return false;
}

static bool read_flags(abYamlContext *context, const abNode *node, const char *name,
                       const abKey *key, unsigned *out) {
    if (node->kind != AB_NODE_LIST) {
        return wrong_type(context, node, name, "a list of words", "-");
    }
    unsigned flags = 0;
    bool ok = true;
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        int choice = 0;
        ok = read_choice(context, item->value, name, key, &choice) && ok;
        flags |= 1U << choice;
    }
    *out = ok ? flags : 0;
    return ok;
}

const char *ab_yaml_text(abYamlContext *context, const abNode *node, const char *name) {
    if (node->kind != AB_NODE_SCALAR || ab_node_is_empty(node) || node->text[0] == '\0') {
        wrong_type(context, node, name, "a text", "-");
        return NULL;
    }
    if (ab_text_has_control(node->text)) {
        ab_yaml_problem(context, node->place, "%s contains a control character", name);
        return NULL;
    }
    return node->text;
}

static bool read_text(abYamlContext *context, const abNode *node, const char *name,
                      const abKey *key, const char **out) {
    const char *text = ab_yaml_text(context, node, name);
    if (text == NULL) {
        return false;
    }
    bool names_file = strcmp(key->name, "file") == 0 || strcmp(key->name, "parts") == 0;
    if (names_file && !context->may_read_files) {
        ab_yaml_problem(context, node->place,
                        "a model without a file name of its own cannot read files");
        return false;
    }
    *out = text;
    return true;
}

static bool read_texts(abYamlContext *context, const abNode *node, const char *name,
                       const abKey *key, const char *const **out) {
    if (node->kind != AB_NODE_LIST) {
        return wrong_type(context, node, name, "a list of texts", "-");
    }
    const char **texts = AB_ARENA_NEW(context->arena, const char *, (size_t)node->count + 1);
    if (texts == NULL) {
        context->is_out_of_memory = true;
        return false;
    }
    bool ok = true;
    int i = 0;
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        ok = read_text(context, item->value, name, key, &texts[i++]) && ok;
    }
    *out = ok ? texts : NULL;
    return ok;
}

static bool read_point(abYamlContext *context, const abNode *node, const char *name,
                       const abKey *key, abVec3 *out) {
    if (node->kind != AB_NODE_LIST || node->count < 2 || node->count > 3) {
        return wrong_type(context, node, name, "a list of 2 or 3 numbers for each point",
                          key->unit);
    }
    static const abKey third = {
        .name = "bulge", .kind = AB_KEY_NUMBER, .unit = "-", .low = -1e6, .high = 1e6};
    const abNodeItem *item = node->first;
    *out = (abVec3){0.0, 0.0, 0.0};
    bool ok = read_number(context, item->value, name, key, true, &out->x);
    item = item->next;
    ok = read_number(context, item->value, name, key, true, &out->y) && ok;
    item = item->next;
    return (item == NULL || read_number(context, item->value, name, &third, true, &out->z)) && ok;
}

static bool read_points(abYamlContext *context, const abNode *node, const char *name,
                        const abKey *key, const abPointList **out) {
    if (node->kind != AB_NODE_LIST) {
        return wrong_type(context, node, name, "a list of points", key->unit);
    }
    abPointList *list = AB_ARENA_NEW(context->arena, abPointList, 1);
    abVec3 *points = AB_ARENA_NEW(context->arena, abVec3, (size_t)node->count + 1);
    if (list == NULL || points == NULL) {
        context->is_out_of_memory = true;
        return false;
    }
    bool ok = true;
    int i = 0;
    for (const abNodeItem *item = node->first; item != NULL; item = item->next) {
        ok = read_point(context, item->value, name, key, &points[i++]) && ok;
    }
    *list = (abPointList){i, points};
    *out = ok ? list : NULL;
    return ok;
}

// ---- expressions ----

// The result is in the file's unit; the model wants SI.
static const char *in_si(abYamlContext *context, const char *text, abUnitFactor factor) {
    if (factor.numerator == factor.denominator) {
        return text;
    }
    size_t size = strlen(text) + 80;
    char *out = ab_arena_take(context->arena, size, 1);
    if (out == NULL) {
        context->is_out_of_memory = true;
        return NULL;
    }
    snprintf(out, size, "(%s)*%.17g/%.17g", text, factor.numerator, factor.denominator);
    return out;
}

// Expressions are checked when all names are known.
static bool note_expression(abYamlContext *context, const abNode *node) {
    abYamlExpression *noted = AB_ARENA_NEW(context->arena, abYamlExpression, 1);
    if (noted == NULL) {
        context->is_out_of_memory = true;
        return false;
    }
    *noted = (abYamlExpression){
        .text = node->text, .place = node->place, .is_of_time = !context->may_look};
    noted->place.column += node->is_quoted && node->place.line > 0;
    *(context->last != NULL ? &context->last->next : &context->expressions) = noted;
    context->last = noted;
    return true;
}

static bool read_expression(abYamlContext *context, const abNode *node, const char *name,
                            const abKey *key, const char **out) {
    if (node->kind != AB_NODE_SCALAR || ab_node_is_empty(node)) {
        return wrong_type(context, node, name,
                          key->kind == AB_KEY_FREE ? "free or an expression of time t"
                          : context->may_look      ? "an expression"
                                                   : "an expression of time t",
                          key->unit);
    }
    if (key->kind == AB_KEY_FREE && strcmp(node->text, "free") == 0) {
        *out = NULL;
        return true;
    }
    abUnitFactor factor;
    if (!note_expression(context, node)) {
        return false;
    }
    if (!ab_unit_factor(&context->units, key->unit, &factor)) {
        return wrong_type(context, node, name, "a unit that can be converted", key->unit);
    }
    *out = in_si(context, node->text, factor);
    return *out != NULL;
}

// A number, or one of the words that may stand in its place.
static bool read_number_or_word(abYamlContext *context, const abNode *node, const char *name,
                                const abKey *key, double *out) {
    bool is_word = node->kind == AB_NODE_SCALAR && !ab_text_is_number(node->text) &&
                   !is_infinite_word(node->text) && !is_nan_word(node->text);
    if (key->choices == NULL || !is_word) {
        return read_number(context, node, name, key, true, out);
    }
    for (int i = 0; key->choices[i] != NULL; i++) {
        if (strcmp(node->text, key->choices[i]) == 0) {
            *out = AB_WORD_AS_NUMBER(i);
            return true;
        }
    }
    char words[160], wanted[200];
    snprintf(wanted, sizeof wanted, "%s or a number",
             ab_words_joined(key->choices, words, sizeof words));
    return wrong_type(context, node, name, wanted, key->unit);
}

// ---- fields and mappings ----

bool ab_yaml_value(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                   void *field) {
    switch (key->kind) {
    case AB_KEY_NUMBER:
        return read_number_or_word(context, node, name, key, field);
    case AB_KEY_INTEGER:
        return read_integer(context, node, name, key, field);
    case AB_KEY_BOOLEAN:
        return read_boolean(context, node, name, field);
    case AB_KEY_CHOICE:
        return read_choice(context, node, name, key, field);
    case AB_KEY_TEXT:
        return read_text(context, node, name, key, field);
    case AB_KEY_VEC3:
        return read_vector(context, node, name, key, field);
    case AB_KEY_SCALE:
        return read_scale(context, node, name, key, field);
    case AB_KEY_FLAGS:
        return read_flags(context, node, name, key, field);
    case AB_KEY_TEXTS:
        return read_texts(context, node, name, key, field);
    case AB_KEY_POINTS:
        return read_points(context, node, name, key, field);
    case AB_KEY_QUAT:
        return read_quaternion(context, node, name, key, field);
    case AB_KEY_MAT3:
        return read_matrix(context, node, name, key, field);
    case AB_KEY_EXPRESSION:
    case AB_KEY_FREE:
        return read_expression(context, node, name, key, field);
    }
    return false;
}

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
                            with_unit(context, key->unit, unit, sizeof unit));
        }
    }
}

bool ab_yaml_fill(abYamlContext *context, const abNode *map, const char *what,
                  abYamlTarget *targets, int target_count, const char *const *others) {
    int before = context->problems;
    if (map->kind != AB_NODE_MAP && !ab_node_is_empty(map)) {
        return wrong_type(context, map, what, "a mapping of keys to values", "-");
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
