// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_write_values.c - keys, texts, numbers and whole tables as YAML.

#include "read/yaml/yaml_write_values.h"

#include <math.h>
#include <string.h>

#include "abut/vector.h"
#include "base/text.h"
#include "read/yaml/yaml_value.h"

// ---- keys and levels ----

static void line(abYamlWriter *w) {
    ab_text_write(w->out, "\n", 1);
    for (int i = 0; i < w->depth - (w->is_item ? 1 : 0); i++) {
        ab_text_write(w->out, "  ", 2);
    }
    if (w->is_item) {
        ab_text_write(w->out, "- ", 2);
        w->is_item = false;
    }
}

void ab_yaml_write_key(abYamlWriter *w, const char *key) {
    if (w->flow > 0) {
        ab_text_add(w->out, w->is_first ? "" : ", ");
    } else {
        line(w);
    }
    w->is_first = false;
    ab_yaml_write_text(w, key);
    ab_text_add(w->out, ": ");
}

void ab_yaml_write_open(abYamlWriter *w) {
    if (w->is_item) {
        line(w);
    }
    ab_text_add(w->out, "{");
    w->flow++;
    w->is_first = true;
}

void ab_yaml_write_close(abYamlWriter *w) {
    ab_text_add(w->out, "}");
    w->flow--;
    w->is_first = false;
}

void ab_yaml_write_block(abYamlWriter *w, const char *key) {
    line(w);
    ab_yaml_write_text(w, key);
    ab_text_add(w->out, ":");
    w->depth++;
}

void ab_yaml_write_end(abYamlWriter *w) {
    w->depth--;
}

void ab_yaml_write_item(abYamlWriter *w) {
    w->is_item = true;
    w->depth++;
}

void ab_yaml_write_plain_item(abYamlWriter *w, const char *text) {
    line(w);
    ab_yaml_write_text(w, text);
}

void ab_yaml_write_line(abYamlWriter *w, abPlace place) {
    if (w->source != NULL && place.line > 0) {
        ab_text_add(w->out, " # line %d", place.line);
    }
}

// ---- texts and numbers ----

// Words that YAML, or the reader, takes for something else.
static bool is_reserved(const char *text) {
    static const char *const words[] = {
        "true", "false", "null", "yes", "no", "on", "off", "y",   "n",   "True",  "TRUE", "Null",
        "NULL", "Yes",   "YES",  "No",  "NO", "On", "ON",  "Off", "OFF", "False", "FALSE"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(text, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_plain(const char *text) {
    if (!ab_is_letter(text[0]) || is_reserved(text)) {
        return false;
    }
    for (const char *c = text; *c != '\0'; c++) {
        if (!ab_is_letter(*c) && !ab_is_digit(*c) && strchr("-./", *c) == NULL) {
            return false;
        }
    }
    return true;
}

void ab_yaml_write_text(abYamlWriter *w, const char *text) {
    if (is_plain(text)) {
        ab_text_add(w->out, "%s", text);
        return;
    }
    ab_text_add(w->out, "\"");
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            ab_text_add(w->out, "\\%c", *c);
        } else if ((unsigned char)*c < ' ' || *c == 0x7F) {
            ab_text_add(w->out, "\\x%02X", (unsigned)(unsigned char)*c);
        } else {
            ab_text_write(w->out, c, 1);
        }
    }
    ab_text_add(w->out, "\"");
}

static void write_number(abYamlWriter *w, double value) {
    char text[32];
    if (isinf(value)) {
        ab_text_add(w->out, value > 0.0 ? ".inf" : "-.inf");
        return;
    }
    ab_number_text(value, text);
    ab_text_add(w->out, "%s", text);
}

void ab_yaml_write_numbers(abYamlWriter *w, const double *values, int count) {
    ab_text_add(w->out, "[");
    for (int i = 0; i < count; i++) {
        ab_text_add(w->out, i > 0 ? ", " : "");
        write_number(w, values[i]);
    }
    ab_text_add(w->out, "]");
}

// Files are named relative to the model's folder.
static void file_name(abYamlWriter *w, const char *name) {
    if (w->folder == NULL || name[0] == '/') {
        ab_yaml_write_text(w, name);
        return;
    }
    abText path;
    ab_text_init(&path, w->out->allocator);
    ab_text_add(&path, "%s/%s", w->folder, name);
    ab_yaml_write_text(w, ab_text_string(&path));
    w->out->failed = w->out->failed || path.failed;
    ab_text_done(&path);
}

static void texts(abYamlWriter *w, const char *const *list, bool are_files) {
    ab_text_add(w->out, "[");
    for (int i = 0; list[i] != NULL; i++) {
        ab_text_add(w->out, i > 0 ? ", " : "");
        if (are_files) {
            file_name(w, list[i]);
        } else {
            ab_yaml_write_text(w, list[i]);
        }
    }
    ab_text_add(w->out, "]");
}

void ab_yaml_write_two(abYamlWriter *w, const char *key, const char *const two[2]) {
    const char *const list[] = {two[0], two[1], NULL};
    ab_yaml_write_key(w, key);
    texts(w, list, false);
}

// ---- tables ----

// A field of the struct behind a table, of any kind.
typedef union Field {
    double number;
    int integer;
    bool boolean;
    unsigned flags;
    const char *text;
    const char *const *list;
    const abPointList *points;
    abVec3 vector;
    abQuat quaternion;
    abMat3 matrix;
} Field;

static Field field_of(const void *object, const abKey *key) {
    Field field;
    memset(&field, 0, sizeof field);
    memcpy(&field, (const unsigned char *)object + key->offset, ab_key_size(key));
    return field;
}

// "Not given" may be any NAN, and of vectors the first component tells.
static bool is_missing(const abKey *key, const Field *field) {
    switch (key->kind) {
    case AB_KEY_NUMBER:
        return isnan(field->number);
    case AB_KEY_VEC3:
    case AB_KEY_SCALE:
        return isnan(field->vector.x);
    case AB_KEY_QUAT:
        return isnan(field->quaternion.w);
    case AB_KEY_MAT3:
        return isnan(field->matrix.m[0][0]);
    case AB_KEY_TEXT:
    case AB_KEY_EXPRESSION:
    case AB_KEY_FREE:
        return field->text == NULL;
    case AB_KEY_TEXTS:
        return field->list == NULL || field->list[0] == NULL;
    case AB_KEY_POINTS:
        return field->points == NULL;
    case AB_KEY_INTEGER:
    case AB_KEY_CHOICE:
    case AB_KEY_BOOLEAN:
    case AB_KEY_FLAGS:
        return false;
    }
    return false;
}

// Room for every struct that a table describes.
typedef union Defaults {
    max_align_t align;
    unsigned char bytes[2048];
} Defaults;

// Same bits: -0 is not 0.
static bool is_default(const abKey *key, const Field *field, const Defaults *defaults) {
    Field other = field_of(defaults->bytes, key);
    return memcmp(field, &other, ab_key_size(key)) == 0;
}

static bool is_written(const abKey *key, const Field *field, const Defaults *defaults) {
    return !is_missing(key, field) && (key->is_required || !is_default(key, field, defaults));
}

static void make_defaults(const abTable *table, Defaults *defaults) {
    memset(defaults, 0, sizeof *defaults);
    if (table->size <= sizeof defaults->bytes) {
        ab_table_defaults(table, defaults->bytes);
    }
}

static void flags(abYamlWriter *w, const abKey *key, unsigned set) {
    bool is_first = true;
    ab_text_add(w->out, "[");
    for (int i = 0; key->choices[i] != NULL; i++) {
        if ((set >> i & 1U) != 0) {
            ab_text_add(w->out, "%s%s", is_first ? "" : ", ", key->choices[i]);
            is_first = false;
        }
    }
    ab_text_add(w->out, "]");
}

static bool names_files(const abKey *key) {
    return ab_yaml_names_data(key) || ab_yaml_names_code(key);
}

static void points(abYamlWriter *w, const abPointList *list) {
    ab_text_add(w->out, "[");
    for (int i = 0; i < list->count; i++) {
        ab_text_add(w->out, i > 0 ? ", " : "");
        ab_yaml_write_numbers(w, &list->points[i].x, list->points[i].z != 0.0 ? 3 : 2);
    }
    ab_text_add(w->out, "]");
}

static void value(abYamlWriter *w, const abKey *key, const Field *field) {
    const double *q = &field->number; // the first of several
    switch (key->kind) {
    case AB_KEY_NUMBER:
        if (ab_key_word(key, field->number) != NULL) {
            ab_yaml_write_text(w, ab_key_word(key, field->number));
        } else {
            write_number(w, field->number);
        }
        return;
    case AB_KEY_INTEGER:
        ab_text_add(w->out, "%d", field->integer);
        return;
    case AB_KEY_CHOICE:
        ab_text_add(w->out, "%s", key->choices[field->integer]);
        return;
    case AB_KEY_BOOLEAN:
        ab_text_add(w->out, field->boolean ? "true" : "false");
        return;
    case AB_KEY_FLAGS:
        flags(w, key, field->flags);
        return;
    case AB_KEY_TEXT:
    case AB_KEY_EXPRESSION:
    case AB_KEY_FREE:
        if (names_files(key)) {
            file_name(w, field->text);
        } else {
            ab_yaml_write_text(w, field->text);
        }
        return;
    case AB_KEY_TEXTS:
        texts(w, field->list, names_files(key));
        return;
    case AB_KEY_POINTS:
        points(w, field->points);
        return;
    case AB_KEY_VEC3:
    case AB_KEY_SCALE:
        ab_yaml_write_numbers(w, q, 3);
        return;
    case AB_KEY_QUAT:
        ab_yaml_write_numbers(w, q, 4);
        return;
    case AB_KEY_MAT3: {
        const double(*m)[3] = field->matrix.m;
        const double six[] = {m[0][0], m[1][1], m[2][2], m[0][1], m[0][2], m[1][2]};
        ab_yaml_write_numbers(w, six, six[3] == 0.0 && six[4] == 0.0 && six[5] == 0.0 ? 3 : 6);
        return;
    }
    }
}

void ab_yaml_write_vector(abYamlWriter *w, abVec3 v) {
    ab_yaml_write_numbers(w, (const double[]){v.x, v.y, v.z}, 3);
}

void ab_yaml_write_table(abYamlWriter *w, const abTable *table, const void *object,
                         const char *skip) {
    Defaults defaults;
    make_defaults(table, &defaults);
    for (int i = 0; i < table->key_count; i++) {
        const abKey *key = &table->keys[i];
        Field field = field_of(object, key);
        bool is_skipped = skip != NULL && strcmp(key->name, skip) == 0;
        if (!is_skipped && is_written(key, &field, &defaults)) {
            ab_yaml_write_key(w, key->name);
            value(w, key, &field);
        }
    }
}

void ab_yaml_write_keys(abYamlWriter *w, const abTable *table, const void *object, uint64_t keys) {
    for (int i = 0; i < table->key_count; i++) {
        const abKey *key = &table->keys[i];
        Field field = field_of(object, key);
        if ((keys >> i & 1) != 0 && !is_missing(key, &field)) {
            ab_yaml_write_key(w, key->name);
            value(w, key, &field);
        }
    }
}

bool ab_yaml_is_default(const abTable *table, const void *object) {
    Defaults defaults;
    make_defaults(table, &defaults);
    for (int i = 0; i < table->key_count; i++) {
        Field field = field_of(object, &table->keys[i]);
        if (is_written(&table->keys[i], &field, &defaults)) {
            return false;
        }
    }
    return true;
}
