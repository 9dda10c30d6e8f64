// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reference_schema.c - the model format as a JSON schema (draft 2020-12), for editors.
//
// Numbers in a file may be in other units than SI, so bounds other than zero are given only for
// numbers without a unit.

#include "reference/reference_schema.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "law/core/material.h"
#include "model/kinds/tables.h"
#include "read/core/coefficients.h"
#include "read/core/units.h"

// {"type": ..., to be closed by the caller.
static void open_type(abJson *json, const char *key, const char *type) {
    ab_json_open(json, key, '{');
    ab_json_text(json, "type", type);
}

static void put_type(abJson *json, const char *key, const char *type) {
    open_type(json, key, type);
    ab_json_close(json, '}');
}

static void put_number_array(abJson *json, int minimum, int maximum) {
    ab_json_text(json, "type", "array");
    put_type(json, "items", "number");
    ab_json_integer(json, "minItems", minimum);
    ab_json_integer(json, "maxItems", maximum);
}

static void put_numbers(abJson *json, const char *key, int minimum, int maximum) {
    ab_json_open(json, key, '{');
    put_number_array(json, minimum, maximum);
    ab_json_close(json, '}');
}

static void put_words(abJson *json, const char *key, const char *const *words) {
    ab_json_open(json, key, '[');
    for (int i = 0; words[i] != NULL; i++) {
        ab_json_text(json, NULL, words[i]);
    }
    ab_json_close(json, ']');
}

// {"enum": [...]}
static void put_enum(abJson *json, const char *key, const char *const *words) {
    ab_json_open(json, key, '{');
    put_words(json, "enum", words);
    ab_json_close(json, '}');
}

static void put_bounds(abJson *json, const abKey *key) {
    bool plain = key->unit == NULL || strcmp(key->unit, "-") == 0;
    if (isfinite(key->low) && (plain || key->low == 0.0)) {
        ab_json_number(json, "minimum", key->low);
    }
    if (isfinite(key->high) && (plain || key->high == 0.0)) {
        ab_json_number(json, "maximum", key->high);
    }
    if (isfinite(key->fallback) && !key->is_required) {
        ab_json_number(json, "default", key->fallback);
    }
}

static void put_number_or_words(abJson *json, const abKey *key) {
    ab_json_open(json, "anyOf", '[');
    open_type(json, NULL, "number");
    put_bounds(json, key);
    ab_json_close(json, '}');
    put_enum(json, NULL, key->choices);
    ab_json_close(json, ']');
}

static void put_key(abJson *json, const abKey *key) {
    static const char *const expression[] = {"number", "string", NULL};
    char described[400];
    bool plain = key->unit == NULL || strcmp(key->unit, "-") == 0;
    snprintf(described, sizeof described, "%s%s%s%s", key->text, plain ? "" : " [",
             plain ? "" : key->unit, plain ? "" : "]");
    ab_json_open(json, key->name, '{');
    ab_json_text(json, "description", described);
    switch (key->kind) {
    case AB_KEY_NUMBER:
    case AB_KEY_INTEGER:
        if (key->choices != NULL) {
            put_number_or_words(json, key);
            break;
        }
        ab_json_text(json, "type", key->kind == AB_KEY_NUMBER ? "number" : "integer");
        put_bounds(json, key);
        break;
    case AB_KEY_BOOLEAN:
        ab_json_text(json, "type", "boolean");
        ab_json_boolean(json, "default", key->fallback != 0.0);
        break;
    case AB_KEY_CHOICE:
        put_words(json, "enum", key->choices);
        break;
    case AB_KEY_TEXT:
        ab_json_text(json, "type", "string");
        break;
    case AB_KEY_VEC3:
        put_number_array(json, 3, 3);
        break;
    case AB_KEY_SCALE:
        ab_json_open(json, "anyOf", '[');
        put_type(json, NULL, "number");
        put_numbers(json, NULL, 3, 3);
        ab_json_close(json, ']');
        break;
    case AB_KEY_FLAGS:
    case AB_KEY_TEXTS:
        ab_json_text(json, "type", "array");
        ab_json_open(json, "items", '{');
        if (key->kind == AB_KEY_FLAGS) {
            put_words(json, "enum", key->choices);
        } else {
            ab_json_text(json, "type", "string");
        }
        ab_json_close(json, '}');
        break;
    case AB_KEY_POINTS:
        ab_json_text(json, "type", "array");
        put_numbers(json, "items", 2, 3);
        break;
    case AB_KEY_QUAT:
        put_number_array(json, 4, 4);
        break;
    case AB_KEY_MAT3:
        put_number_array(json, 3, 6);
        break;
    case AB_KEY_EXPRESSION:
    case AB_KEY_FREE:
        put_words(json, "type", expression);
        break;
    }
    ab_json_close(json, '}');
}

// The earlier name of a key, which editors then strike through.
static void put_former(abJson *json, const abKey *key) {
    char described[80];
    if (key->former != NULL) {
        snprintf(described, sizeof described, "now %s", key->name);
        ab_json_open(json, key->former, '{');
        ab_json_text(json, "description", described);
        ab_json_boolean(json, "deprecated", true);
        ab_json_close(json, '}');
    }
}

// Opens an object that allows the tables' keys; the caller adds properties and calls close_object.
static void open_object(abJson *json, const char *name, const char *text,
                        const abTable *const tables[2]) {
    open_type(json, name, "object");
    ab_json_text(json, "description", text);
    ab_json_boolean(json, "additionalProperties", false);
    ab_json_open(json, "properties", '{');
    for (int t = 0; t < 2 && tables[t] != NULL; t++) {
        for (int i = 0; i < tables[t]->key_count; i++) {
            put_key(json, &tables[t]->keys[i]);
            put_former(json, &tables[t]->keys[i]);
        }
    }
}

static void close_object(abJson *json, const abTable *const tables[2], const char *const *more) {
    ab_json_close(json, '}');
    ab_json_open(json, "required", '[');
    for (int t = 0; t < 2 && tables[t] != NULL; t++) {
        for (int i = 0; i < tables[t]->key_count; i++) {
            if (tables[t]->keys[i].is_required) {
                ab_json_text(json, NULL, tables[t]->keys[i].name);
            }
        }
    }
    for (; more != NULL && *more != NULL; more++) {
        ab_json_text(json, NULL, *more);
    }
    ab_json_close(json, ']');
    ab_json_close(json, '}');
}

// An object with the keys of one table.
static void put_object(abJson *json, const char *name, const abTable *table) {
    const abTable *tables[2] = {table, NULL};
    open_object(json, name, table->text, tables);
    close_object(json, tables, NULL);
}

static void put_ref(abJson *json, const char *key, const char *definition) {
    char ref[80];
    snprintf(ref, sizeof ref, "#/$defs/%s", definition);
    ab_json_open(json, key, '{');
    ab_json_text(json, "$ref", ref);
    ab_json_close(json, '}');
}

static void put_list_of(abJson *json, const char *key, const char *definition) {
    open_type(json, key, "array");
    put_ref(json, "items", definition);
    ab_json_close(json, '}');
}

static void put_map_of(abJson *json, const char *key, const char *definition) {
    open_type(json, key, "object");
    put_ref(json, "additionalProperties", definition);
    ab_json_close(json, '}');
}

static void put_constant(abJson *json, const char *key, const char *value) {
    ab_json_open(json, key, '{');
    ab_json_text(json, "const", value);
    ab_json_close(json, '}');
}

static void put_two_texts(abJson *json, const char *key) {
    open_type(json, key, "array");
    put_type(json, "items", "string");
    ab_json_integer(json, "minItems", 2);
    ab_json_integer(json, "maxItems", 2);
    ab_json_close(json, '}');
}

// ---- definitions ----

// One object per kind: {law: NAME, ...} or {type: NAME, between: [a, b], ...}.
static void put_choice(abJson *json, const char *name, const char *list, const char *word,
                       const abTable *common) {
    const abChoice *choice = ab_choice_find(list);
    ab_json_open(json, name, '{');
    ab_json_open(json, "oneOf", '[');
    for (int k = 0; k < choice->count; k++) {
        const abTable *tables[2] = {choice->table(k), common};
        open_object(json, NULL, choice->table(k)->text, tables);
        put_constant(json, word, choice->table(k)->name);
        bool has_bodies = common != NULL && strcmp(tables[0]->name, "coupler") != 0;
        const char *const required[] = {word, has_bodies ? "between" : NULL, NULL};
        if (has_bodies) {
            put_two_texts(json, "between");
        }
        close_object(json, tables, required);
    }
    ab_json_close(json, ']');
    ab_json_close(json, '}');
}

static void put_shape(abJson *json) {
    const abChoice *choice = ab_choice_find("shape");
    ab_json_open(json, "shape", '{');
    ab_json_open(json, "oneOf", '[');
    for (int k = 0; k < choice->count; k++) {
        const abTable *kind = choice->table(k);
        const abTable *common[2] = {&ab_shape_table, NULL};
        const char *const required[] = {kind->name, NULL};
        open_object(json, NULL, kind->text, common);
        put_object(json, kind->name, kind);
        close_object(json, common, required);
    }
    ab_json_close(json, ']');
    ab_json_close(json, '}');
}

static void put_body(abJson *json) {
    const abTable *body[2] = {&ab_body_table, NULL};
    open_object(json, "body", ab_body_table.text, body);
    put_list_of(json, "shapes", "shape");
    put_map_of(json, "markers", "marker");
    put_object(json, "motion", &ab_motion_table);
    put_object(json, "flexible", &ab_flexible_table);
    close_object(json, body, NULL);
}

static void put_rest(abJson *json) {
    const abTable *pair[2] = {&ab_material_pair_table, NULL};
    const abTable *contact[2] = {&ab_contact_rule_table, NULL};
    put_object(json, "marker", &ab_marker_table);
    put_object(json, "sensor", &ab_sensor_table);
    put_object(json, "change", &ab_change_table);
    put_object(json, "state", &ab_state_table);
    put_object(json, "material", &ab_material_table);
    open_object(json, "pair", ab_material_pair_table.text, pair);
    put_two_texts(json, "materials");
    put_two_texts(json, "table");
    put_enum(json, "condition", ab_surface_conditions);
    // a table may give the restitution, which is required otherwise
    const abTable *none[2] = {NULL, NULL};
    close_object(json, none, (const char *const[]){"materials", NULL});
    open_object(json, "contact", ab_contact_rule_table.text, contact);
    put_two_texts(json, "between");
    put_ref(json, "normal", "normal_law");
    put_ref(json, "friction", "friction_law");
    close_object(json, contact, (const char *const[]){"between", NULL});
}

static void put_head(abJson *json) {
    ab_json_open(json, "abut", '{');
    ab_json_integer(json, "const", 1);
    ab_json_close(json, '}');
    put_type(json, "title", "string");
    open_type(json, "units", "object");
    ab_json_boolean(json, "additionalProperties", false);
    ab_json_open(json, "properties", '{');
    for (int q = 0; ab_quantity_names[q] != NULL; q++) {
        put_enum(json, ab_quantity_names[q], ab_unit_names((abQuantity)q));
    }
    ab_json_close(json, '}');
    ab_json_close(json, '}');
    open_type(json, "include", "array");
    put_type(json, "items", "string");
    ab_json_close(json, '}');
}

// Names of series, or expressions with a name.
static void put_outputs(abJson *json) {
    open_type(json, "outputs", "array");
    ab_json_open(json, "items", '{');
    ab_json_open(json, "anyOf", '[');
    put_type(json, NULL, "string");
    put_object(json, NULL, &ab_request_table);
    ab_json_close(json, ']');
    ab_json_close(json, '}');
    ab_json_close(json, '}');
}

static void put_gravity(abJson *json) {
    ab_json_open(json, "gravity", '{');
    ab_json_open(json, "oneOf", '[');
    put_numbers(json, NULL, 3, 3);
    put_object(json, NULL, &ab_gravity_table);
    ab_json_close(json, ']');
    ab_json_close(json, '}');
}

// Names with numbers or texts.
static void put_expressions(abJson *json, const char *key) {
    static const char *const types[] = {"string", "number", NULL};
    open_type(json, key, "object");
    ab_json_open(json, "additionalProperties", '{');
    put_words(json, "type", types);
    ab_json_close(json, '}');
    ab_json_close(json, '}');
}

static void put_spline(abJson *json) {
    const abTable *spline[2] = {&ab_spline_table, NULL};
    open_object(json, "spline", ab_spline_table.text, spline);
    for (int i = 0; i < 3; i++) {
        put_type(json, (const char *const[]){"x", "y", "z"}[i], "array");
    }
    close_object(json, spline, (const char *const[]){"x", "y", NULL});
}

static void put_field(abJson *json) {
    const abTable *field[2] = {&ab_field_table, NULL};
    open_object(json, "field", ab_field_table.text, field);
    for (int i = 0; i < 2; i++) {
        put_type(json, (const char *const[]){"vertices", "faces"}[i], "array");
    }
    const abTable *grid[2] = {&ab_field_grid_table, NULL};
    open_object(json, "grid", ab_field_grid_table.text, grid);
    put_type(json, "counts", "array");
    put_type(json, "values", "array");
    put_type(json, "file", "string");
    close_object(json, grid, NULL);
    close_object(json, field, NULL);
}

static void put_exclude(abJson *json) {
    open_type(json, "exclude", "array");
    open_type(json, "items", "array");
    ab_json_integer(json, "minItems", 2);
    ab_json_integer(json, "maxItems", 2);
    put_type(json, "items", "string");
    ab_json_close(json, '}');
    ab_json_close(json, '}');
}

void reference_schema(FILE *out) {
    abText text;
    ab_text_init(&text, ab_heap());
    abJson json = ab_json(&text, true);
    ab_json_open(&json, NULL, '{');
    ab_json_text(&json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    ab_json_text(&json, "title", "Abut model");
    ab_json_text(&json, "type", "object");
    ab_json_boolean(&json, "additionalProperties", false);
    ab_json_open(&json, "required", '[');
    ab_json_text(&json, NULL, "abut");
    ab_json_close(&json, ']');
    ab_json_open(&json, "properties", '{');
    put_head(&json);
    put_gravity(&json);
    put_map_of(&json, "materials", "material");
    put_list_of(&json, "pairs", "pair");
    put_map_of(&json, "markers", "marker");
    put_map_of(&json, "bodies", "body");
    put_list_of(&json, "contacts", "contact");
    put_exclude(&json);
    put_list_of(&json, "joints", "joint");
    put_list_of(&json, "forces", "force");
    put_expressions(&json, "variables");
    put_map_of(&json, "states", "state");
    put_map_of(&json, "splines", "spline");
    put_map_of(&json, "fields", "field");
    put_map_of(&json, "sensors", "sensor");
    put_list_of(&json, "changes", "change");
    put_outputs(&json);
    put_object(&json, "simulation", &ab_simulation_table);
    ab_json_close(&json, '}');
    ab_json_open(&json, "$defs", '{');
    put_body(&json);
    put_shape(&json);
    put_rest(&json);
    put_spline(&json);
    put_field(&json);
    put_choice(&json, "normal_law", "normal law", "law", NULL);
    put_choice(&json, "friction_law", "friction law", "law", NULL);
    put_choice(&json, "joint", "joint", "type", &ab_joint_table);
    put_choice(&json, "force", "force", "type", &ab_force_table);
    ab_json_close(&json, '}');
    ab_json_close(&json, '}');
    fprintf(out, "%s\n", ab_text_string(&text));
    ab_text_done(&text);
}
