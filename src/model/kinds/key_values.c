// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// key_values.c - one value into the field of its key; the parameters of a kind by name.

#include "model/kinds/key_values.h"

#include <math.h>
#include <string.h>

#include "abut/model.h"
#include "model/kinds/tables.h"

static void *field_of(const abKey *key, void *object) {
    return (unsigned char *)object + key->offset;
}

static abResult wrong_type(const abKey *key, const char *what, abError *error) {
    return ab_error_add(error, AB_USAGE, (abPlace){0}, "the value of %s is not %s", key->name,
                        what);
}

static abResult check_range(const abKey *key, double value, abError *error) {
    return value >= key->low && value <= key->high
               ? AB_OK
               : ab_error_add(error, AB_BAD_MODEL, (abPlace){0},
                              "%s = %.9g %s is outside [%.9g, %.9g]", key->name, value, key->unit,
                              key->low, key->high);
}

// ---- numbers ----

static abResult set_choice(const abKey *key, void *field, double value, abError *error) {
    int whole = 0;
    while (key->choices[whole] != NULL && whole != value) {
        whole++;
    }
    if (key->choices[whole] == NULL) {
        return wrong_type(key, "the number of one of its words", error);
    }
    *(int *)field = whole;
    return AB_OK;
}

abResult ab_key_set_number(const abKey *key, void *object, double value, abError *error) {
    void *field = field_of(key, object);
    switch (key->kind) {
    case AB_KEY_NUMBER:
        AB_TRY(check_range(key, value, error));
        *(double *)field = value;
        return AB_OK;
    case AB_KEY_INTEGER:
        AB_TRY(check_range(key, value, error));
        *(int *)field = (int)value;
        return AB_OK;
    case AB_KEY_CHOICE:
        return set_choice(key, field, value, error);
    case AB_KEY_SCALE:
        AB_TRY(check_range(key, value, error));
        *(abVec3 *)field = (abVec3){value, value, value};
        return AB_OK;
    case AB_KEY_BOOLEAN:
        *(bool *)field = value != 0.0;
        return AB_OK;
    default:
        return wrong_type(key, "a single number", error);
    }
}

abResult ab_key_set_vector(const abKey *key, void *object, abVec3 value, abError *error) {
    if (key->kind != AB_KEY_VEC3 && key->kind != AB_KEY_SCALE) {
        return wrong_type(key, "a vector", error);
    }
    AB_TRY(check_range(key, value.x, error));
    AB_TRY(check_range(key, value.y, error));
    AB_TRY(check_range(key, value.z, error));
    *(abVec3 *)field_of(key, object) = value;
    return AB_OK;
}

double ab_key_number(const abTable *table, const void *object, const char *name) {
    const abKey *key = ab_table_find(table, name);
    double value = NAN;
    if (key != NULL && key->kind == AB_KEY_NUMBER) {
        memcpy(&value, (const unsigned char *)object + key->offset, sizeof value);
    }
    return value;
}

// ---- texts and words ----

// The number of a word of the key, or -1.
static int word_number(const abKey *key, const char *word) {
    for (int i = 0; word != NULL && key->choices != NULL && key->choices[i] != NULL; i++) {
        if (strcmp(word, key->choices[i]) == 0) {
            return i;
        }
    }
    return -1;
}

abResult ab_key_set_text(const abKey *key, void *object, const char *value, abError *error) {
    void *field = field_of(key, object);
    int word = word_number(key, value);
    if (word >= 0 && key->kind == AB_KEY_CHOICE) {
        *(int *)field = word;
        return AB_OK;
    }
    if (word >= 0 && key->kind == AB_KEY_NUMBER) { // a word in place of a number
        *(double *)field = AB_WORD_AS_NUMBER(word);
        return AB_OK;
    }
    if (key->kind == AB_KEY_CHOICE) {
        return ab_error_add(error, AB_BAD_MODEL, (abPlace){0}, "%s has no word %s", key->name,
                            value != NULL ? value : "(none)");
    }
    if (key->kind != AB_KEY_TEXT && key->kind != AB_KEY_EXPRESSION && key->kind != AB_KEY_FREE) {
        return wrong_type(key, "a text", error);
    }
    *(const char **)field = value;
    return AB_OK;
}

// A NULL-terminated list of texts (not copied) or words.
static abResult set_list(const abKey *key, void *object, const char *const *values,
                         abError *error) {
    void *field = field_of(key, object);
    if (key->kind == AB_KEY_TEXTS) {
        *(const char *const **)field = values;
        return AB_OK;
    }
    if (key->kind != AB_KEY_FLAGS) {
        return wrong_type(key, "a list", error);
    }
    unsigned flags = 0;
    for (; *values != NULL; values++) {
        int word = word_number(key, *values);
        if (word < 0) {
            return ab_error_add(error, AB_BAD_MODEL, (abPlace){0}, "%s has no word %s", key->name,
                                *values);
        }
        flags |= 1U << word;
    }
    *(unsigned *)field = flags;
    return AB_OK;
}

// ---- parameters of a kind ----

// NULL after a problem.
static const abKey *key_of(const char *list, int kind, const char *name, abError *error) {
    const abChoice *choice = ab_choice_find(list);
    if (choice == NULL || kind < 0 || kind >= choice->count) {
        ab_error_add(error, AB_USAGE, (abPlace){0}, "there is no %s of kind %d", list, kind);
        return NULL;
    }
    const abKey *key = ab_table_find(choice->table(kind), name);
    if (key == NULL) {
        ab_error_add(error, AB_USAGE, (abPlace){0}, "%s %s has no key %s", list,
                     choice->table(kind)->name, name);
    }
    return key;
}

abResult ab_params_set(abParams *params, const char *list, int kind, const char *name, double value,
                       abError *error) {
    const abKey *key = key_of(list, kind, name, error);
    return key != NULL ? ab_key_set_number(key, params->data, value, error) : AB_USAGE;
}

abResult ab_params_set_vector(abParams *params, const char *list, int kind, const char *name,
                              abVec3 value, abError *error) {
    const abKey *key = key_of(list, kind, name, error);
    return key != NULL ? ab_key_set_vector(key, params->data, value, error) : AB_USAGE;
}

abResult ab_params_set_text(abParams *params, const char *list, int kind, const char *name,
                            const char *value, abError *error) {
    const abKey *key = key_of(list, kind, name, error);
    return key != NULL ? ab_key_set_text(key, params->data, value, error) : AB_USAGE;
}

abResult ab_params_set_list(abParams *params, const char *list, int kind, const char *name,
                            const char *const *values, abError *error) {
    const abKey *key = key_of(list, kind, name, error);
    return key != NULL ? set_list(key, params->data, values, error) : AB_USAGE;
}
