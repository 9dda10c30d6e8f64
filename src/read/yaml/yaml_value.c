// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_value.c - one node into one field: words, texts, points, expressions; numbers are in
// yaml_number.c.

#include "read/yaml/yaml_value.h"

#include <stdio.h>
#include <string.h>

#include "model/core/source_files.h"
#include "read/core/model_file.h"
#include "read/yaml/yaml_number.h"
#include "read/yaml/yaml_table.h"
#include "read/yaml/yaml_types.h"

// ---- words and texts ----

static bool read_boolean(abYamlContext *context, const abNode *node, const char *name, bool *out) {
    bool is_word = node->kind == AB_NODE_SCALAR && !node->is_quoted;
    if (is_word && strcmp(node->text, "true") == 0) {
        *out = true;
    } else if (is_word && strcmp(node->text, "false") == 0) {
        *out = false;
    } else {
        return ab_yaml_wrong_type(context, node, name, "true or false", "-");
    }
    return true;
}

static bool read_choice(abYamlContext *context, const abNode *node, const char *name,
                        const abKey *key, int *out) {
    char words[200], found[100], elsewhere[100] = "";
    for (int i = 0; node->kind == AB_NODE_SCALAR && key->choices[i] != NULL; i++) {
        if (strcmp(node->text, key->choices[i]) == 0) {
            *out = i;
            return true;
        }
    }
    const char *near =
        node->kind == AB_NODE_SCALAR ? ab_nearest_word(node->text, key->choices) : NULL;
    if (node->kind == AB_NODE_SCALAR && near == NULL) {
        ab_yaml_word_elsewhere(node->text, elsewhere, sizeof elsewhere);
    }
    ab_yaml_problem(context, node->place, "%s wants one of %s; found %s%s%s", name,
                    ab_words_joined(key->choices, words, sizeof words),
                    ab_node_describe(node, found, sizeof found), ab_hint_behind(near).text,
                    elsewhere);
    return false;
}

static bool read_flags(abYamlContext *context, const abNode *node, const char *name,
                       const abKey *key, unsigned *out) {
    if (node->kind != AB_NODE_LIST) {
        return ab_yaml_wrong_type(context, node, name, "a list of words", "-");
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
        ab_yaml_wrong_type(context, node, name, "a text", "-");
        return NULL;
    }
    if (ab_text_has_control(node->text)) {
        ab_yaml_problem(context, node->place, "%s contains a control character", name);
        return NULL;
    }
    return node->text;
}

static bool is_one_of(const char *word, const char *const *words) {
    while (*words != NULL && strcmp(word, *words) != 0) {
        words++;
    }
    return *words != NULL;
}

bool ab_yaml_names_data(const abKey *key) {
    static const char *const names[] = {"file", "parts", "surface", NULL};
    return is_one_of(key->name, names);
}

bool ab_yaml_names_code(const abKey *key) {
    static const char *const names[] = {"library", "script", "post_library", "post_script", NULL};
    return is_one_of(key->name, names);
}

static bool read_text(abYamlContext *context, const abNode *node, const char *name,
                      const abKey *key, const char **out) {
    const char *text = ab_yaml_text(context, node, name);
    if (text == NULL) {
        return false;
    }
    bool names_file = ab_yaml_names_data(key);
    if (names_file && !context->may_read_files) {
        ab_yaml_problem(context, node->place,
                        "a model without a file name of its own cannot read files");
        return false;
    }
    if (names_file && !context->any_files && !ab_file_is_inside(text)) {
        char shown[80];
        ab_yaml_problem(
            context, node->place,
            "%s = \"%s\" leads out of the model's folder, which is not allowed; put the "
            "mesh beside the model, or allow it with --set files=anywhere",
            name, ab_text_shown(text, shown, sizeof shown));
        return false;
    }
    if (context->model != NULL && (names_file || ab_yaml_names_code(key)) &&
        !ab_model_note_file(context->model, context->folder, text)) {
        context->is_out_of_memory = true;
        return false;
    }
    *out = text;
    return true;
}

static bool read_texts(abYamlContext *context, const abNode *node, const char *name,
                       const abKey *key, const char *const **out) {
    char shown[44];
    if (node->kind == AB_NODE_SCALAR) {
        ab_yaml_problem(context, node->place, "%s wants a list; write [%s]", name,
                        ab_text_shown(node->text, shown, sizeof shown));
        return false;
    }
    if (node->kind != AB_NODE_LIST) {
        return ab_yaml_wrong_type(context, node, name, "a list of texts", "-");
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
        return ab_yaml_wrong_type(context, node, name, "a list of 2 or 3 numbers for each point",
                                  key->unit);
    }
    static const abKey third = {
        .name = "bulge", .kind = AB_KEY_NUMBER, .unit = "-", .low = -1e6, .high = 1e6};
    const abNodeItem *item = node->first;
    *out = (abVec3){0.0, 0.0, 0.0};
    bool ok = ab_yaml_number(context, item->value, name, key, true, &out->x);
    item = item->next;
    ok = ab_yaml_number(context, item->value, name, key, true, &out->y) && ok;
    item = item->next;
    return (item == NULL || ab_yaml_number(context, item->value, name, &third, true, &out->z)) &&
           ok;
}

static bool read_points(abYamlContext *context, const abNode *node, const char *name,
                        const abKey *key, const abPointList **out) {
    if (node->kind != AB_NODE_LIST) {
        return ab_yaml_wrong_type(context, node, name, "a list of points", key->unit);
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
        .text = node->text, .place = node->place, .is_of_time = !context->may_observe};
    noted->place.column += node->is_quoted && node->place.line > 0;
    *(context->last != NULL ? &context->last->next : &context->expressions) = noted;
    context->last = noted;
    return true;
}

static bool read_expression(abYamlContext *context, const abNode *node, const char *name,
                            const abKey *key, const char **out) {
    if (node->kind != AB_NODE_SCALAR || ab_node_is_empty(node)) {
        return ab_yaml_wrong_type(context, node, name,
                                  key->kind == AB_KEY_FREE ? "free or an expression of time t"
                                  : context->may_observe   ? "an expression"
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
        return ab_yaml_wrong_type(context, node, name, "a unit that can be converted", key->unit);
    }
    *out = in_si(context, node->text, factor);
    return *out != NULL;
}

// A number, or one of the words that may stand in its place.
static bool read_number_or_word(abYamlContext *context, const abNode *node, const char *name,
                                const abKey *key, double *out) {
    bool is_word = node->kind == AB_NODE_SCALAR && !ab_text_is_number(node->text) &&
                   !ab_yaml_is_infinite_word(node->text) && !ab_yaml_is_nan_word(node->text);
    if (key->choices == NULL || !is_word) {
        return ab_yaml_number(context, node, name, key, true, out);
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
    return ab_yaml_wrong_type(context, node, name, wanted, key->unit);
}

// ---- by the kind of the key ----

bool ab_yaml_value(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                   void *field) {
    switch (key->kind) {
    case AB_KEY_NUMBER:
        return read_number_or_word(context, node, name, key, field);
    case AB_KEY_INTEGER:
        return ab_yaml_integer(context, node, name, key, field);
    case AB_KEY_BOOLEAN:
        return read_boolean(context, node, name, field);
    case AB_KEY_CHOICE:
        return read_choice(context, node, name, key, field);
    case AB_KEY_TEXT:
        return read_text(context, node, name, key, field);
    case AB_KEY_VEC3:
        return ab_yaml_vector(context, node, name, key, field);
    case AB_KEY_SCALE:
        return ab_yaml_scale(context, node, name, key, field);
    case AB_KEY_FLAGS:
        return read_flags(context, node, name, key, field);
    case AB_KEY_TEXTS:
        return read_texts(context, node, name, key, field);
    case AB_KEY_POINTS:
        return read_points(context, node, name, key, field);
    case AB_KEY_QUAT:
        return ab_yaml_quaternion(context, node, name, key, field);
    case AB_KEY_MAT3:
        return ab_yaml_matrix(context, node, name, key, field);
    case AB_KEY_EXPRESSION:
    case AB_KEY_FREE:
        return read_expression(context, node, name, key, field);
    }
    return false;
}
