// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// schema.h - one table per kind of object describes its keys once.
//
// From a table come the reader, its messages, `abut info`, the JSON schema and the reference pages.
// A table maps keys to fields of a plain struct by offset.

#ifndef AB_SCHEMA_H
#define AB_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/vector.h"

typedef enum abKeyKind {
    AB_KEY_NUMBER,     // double; default NAN means "not given". With `choices` also a word, kept
                       // as the number AB_WORD_AS_NUMBER(index)
    AB_KEY_INTEGER,    // int
    AB_KEY_BOOLEAN,    // bool
    AB_KEY_CHOICE,     // int: index into `choices`
    AB_KEY_TEXT,       // const char *; NULL when not given
    AB_KEY_VEC3,       // abVec3 from a list of three numbers
    AB_KEY_QUAT,       // abQuat from a list of four numbers, w x y z
    AB_KEY_MAT3,       // abMat3, symmetric, from [xx, yy, zz] or [xx, yy, zz, xy, xz, yz]
    AB_KEY_EXPRESSION, // const char *: a number or an expression of time t
    AB_KEY_FREE,       // const char *: expression of time, or NULL for the word `free`
    AB_KEY_SCALE,      // abVec3 from one number for all axes or a list of three
    AB_KEY_FLAGS,      // unsigned from a list of words: bit i for choices[i]
    AB_KEY_TEXTS,      // const char *const *, NULL-terminated, from a list; NULL when not given
    AB_KEY_POINTS,     // const abPointList *, from a list of lists of 2 or 3 numbers; NULL likewise
} abKeyKind;

// Points of a plane with a number each that has no unit, 0 when not given.
typedef struct abPointList {
    int count;
    abVec3 *points;
} abPointList;

typedef struct abKey {
    const char *name;
    const char *former; // an earlier name, still read with a hint for one version; NULL: none
    abKeyKind kind;
    bool is_required;
    const char *unit; // in SI base units: "m", "kg/m^3", "s/m", "-"; converted at the border
    double fallback;  // numbers, integers, booleans, choices; component-wise for vectors
    double low, high; // allowed range, both included (numbers, integers, components)
    const char *const *choices; // NULL-terminated
    size_t offset;              // of the field in the struct
    const char *text;           // one sentence for people
} abKey;

typedef struct abTable {
    const char *name; // as written in files: "body", "sphere", "elastic"
    const char *text; // one sentence
    const abKey *keys;
    int key_count;
    size_t size; // of the struct
} abTable;

// Below the range of every number that may be a word.
#define AB_WORD_AS_NUMBER(index) (-1.0 - (index))

// The word a number stands for, or NULL.
const char *ab_key_word(const abKey *key, double value);

// Of the field of a key [bytes].
size_t ab_key_size(const abKey *key);

// Fills `object` (table->size bytes) with the defaults. Quaternions become 1 0 0 0, or
// NANs where the fallback is NAN: not given.
void ab_table_defaults(const abTable *table, void *object);

// By its name or its former one; NULL when there is no such key.
const abKey *ab_table_find(const abTable *table, const char *key);

// Whether `here` is what a word of other programs or of speech means: revolute for hinge.
bool ab_word_stands_for(const char *word, const char *here);
// The word of a NULL-terminated list nearest to `word` by meaning or spelling; NULL when none is near.
const char *ab_nearest_word(const char *word, const char *const *words);
// Likewise among the keys of a table.
const char *ab_nearest_key(const char *word, const abTable *table);

// What follows in a message: " (did you mean NEAR?)" or "; did you mean NEAR?"; nothing for NULL.
typedef struct abHint {
    char text[240];
} abHint;
abHint ab_hint(const char *near);
abHint ab_hint_behind(const char *near);

// Shorthands for writing a table:  AB_NUM(abSphere, radius, "m", NAN, 0, INFINITY, "...")
#define AB_NUM(type, field, unit_, fallback_, low_, high_, text_)                                  \
    {                                                                                              \
        .name = #field, .kind = AB_KEY_NUMBER, .unit = (unit_), .fallback = (fallback_),           \
        .low = (low_), .high = (high_), .offset = offsetof(type, field), .text = (text_)           \
    }
// A number that once had another name.
#define AB_NUM_FORMERLY(type, field, former_, unit_, fallback_, low_, high_, text_)                \
    {                                                                                              \
        .name = #field, .former = (former_), .kind = AB_KEY_NUMBER, .unit = (unit_),               \
        .fallback = (fallback_), .low = (low_), .high = (high_), .offset = offsetof(type, field),  \
        .text = (text_)                                                                            \
    }
#define AB_WORD(type, field, choices_, fallback_, text_)                                           \
    {                                                                                              \
        .name = #field, .kind = AB_KEY_CHOICE, .unit = "-", .fallback = (fallback_),               \
        .choices = (choices_), .offset = offsetof(type, field), .text = (text_)                    \
    }
#define AB_NUM_OR_WORD(type, field, choices_, unit_, fallback_, low_, high_, text_)                \
    {                                                                                              \
        .name = #field, .kind = AB_KEY_NUMBER, .unit = (unit_), .fallback = (fallback_),           \
        .low = (low_), .high = (high_), .choices = (choices_), .offset = offsetof(type, field),    \
        .text = (text_)                                                                            \
    }
#define AB_ANY(kind_, type, field, unit_, fallback_, low_, high_, text_)                           \
    {                                                                                              \
        .name = #field, .kind = (kind_), .unit = (unit_), .fallback = (fallback_), .low = (low_),  \
        .high = (high_), .offset = offsetof(type, field), .text = (text_)                          \
    }
#define AB_TEXT(type, field, text_) AB_ANY(AB_KEY_TEXT, type, field, "-", 0.0, 0.0, 0.0, text_)
#define AB_SWITCH(type, field, fallback_, text_)                                                   \
    AB_ANY(AB_KEY_BOOLEAN, type, field, "-", fallback_, 0.0, 1.0, text_)
#define AB_REQUIRED(kind_, type, field, unit_, low_, high_, text_)                                 \
    {                                                                                              \
        .name = #field, .kind = (kind_), .is_required = true, .unit = (unit_), .low = (low_),      \
        .high = (high_), .offset = offsetof(type, field), .text = (text_)                          \
    }
#define AB_NUM_REQUIRED(type, field, unit_, low_, high_, text_)                                    \
    AB_REQUIRED(AB_KEY_NUMBER, type, field, unit_, low_, high_, text_)
#define AB_TEXT_REQUIRED(type, field, text_)                                                       \
    AB_REQUIRED(AB_KEY_TEXT, type, field, "-", 0.0, 0.0, text_)
#define AB_TABLE(name_, type, keys_, text_)                                                        \
    {                                                                                              \
        .name = (name_), .text = (text_), .keys = (keys_),                                         \
        .key_count = (int)(sizeof(keys_) / sizeof((keys_)[0])), .size = sizeof(type)               \
    }
// A table without keys.
#define AB_TABLE_EMPTY(name_, text_)                                                               \
    { .name = (name_), .text = (text_), .size = 0 }

#endif
