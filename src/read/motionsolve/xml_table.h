// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_table.h - one table per element says which attributes it has; one function fills a struct.
//
// A key has several spellings, "restitution_coef|restitution_coeff"; the first is the one messages
// and pages use. Capital letters do not matter, neither in names nor in words.

#ifndef AB_XML_TABLE_H
#define AB_XML_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abut/log.h"
#include "read/core/xml_tree.h"
#include "read/motionsolve/xml_units.h"

typedef enum abXmlKind {
    AB_XML_REAL,       // double, converted by `unit`
    AB_XML_INTEGER,    // int
    AB_XML_ID,         // int, a positive number of another element; 0 where `low` is 0
    AB_XML_BOOLEAN,    // bool from TRUE or FALSE
    AB_XML_CHOICE,     // int, index into `choices`; -1 when not given
    AB_XML_TEXT,       // const char *; NULL when not given
    AB_XML_EXPRESSION, // const char *, as written; NULL when not given
    AB_XML_INTEGERS,   // abXmlIntegers: numbers with blanks or commas between them
    AB_XML_REALS,      // abXmlReals, converted by `unit`
} abXmlKind;

typedef struct abXmlIntegers {
    const int *at;
    int count;
} abXmlIntegers;

typedef struct abXmlReals {
    const double *at;
    int count;
} abXmlReals;

// What becomes of an attribute, or of an element.
typedef enum abXmlUse {
    AB_XML_USED,
    AB_XML_IDLE,    // has no bearing on results (colours, names of files to write): passed over
    AB_XML_LISTED,  // not supported and harmless: a warning, of an attribute where it stands first
    AB_XML_REFUSED, // not supported, and results would be wrong without it
} abXmlUse;

typedef struct abXmlKey {
    const char *name; // spellings
    abXmlKind kind;
    abXmlUse use;
    bool is_required;
    bool is_above_low; // `low` itself is not allowed
    const char *unit;  // of N, kg, m, s, rad; "-"
    double fallback, low, high;
    const char *const *choices; // of words with spellings; NULL-terminated
    const char *unless;         // the default, with spellings, which LISTED and REFUSED pass over
    size_t offset;
    const char *text; // what it is; for LISTED and REFUSED: why it is not done
} abXmlKey;

typedef struct abXmlTable {
    const char *name; // of the element, with spellings
    const char *text; // one sentence: what it becomes
    const abXmlKey *keys;
    int key_count;
    const char *passed; // attributes without bearing on results: "color seg|nseg"; NULL: none
    size_t size;        // of the struct
} abXmlTable;

// An attribute of a type of element that was warned of.
typedef struct abXmlTold {
    struct abXmlTold *next;
    const abXmlTable *table;
    const char *name;
} abXmlTold;

typedef struct abXmlContext {
    abArena *arena;
    abXmlUnits units;
    abLog log;
    abError *error;
    int problems; // found so far
    int notes;    // warnings given so far
    abXmlTold *told;
    bool is_out_of_memory;
} abXmlContext;

#if defined(__GNUC__)
#define AB_XML_FORMAT __attribute__((format(printf, 3, 4)))
#else
#define AB_XML_FORMAT
#endif

// Adds a problem.
AB_XML_FORMAT void ab_xml_problem(abXmlContext *context, abPlace place, const char *format, ...);
// Warns of something that is read but has no or another effect. After many, only counts.
AB_XML_FORMAT void ab_xml_note(abXmlContext *context, abPlace place, const char *format, ...);

// Warns that an attribute has no effect, and why: once for each type of element, at the first.
void ab_xml_idle(abXmlContext *context, const abXmlTable *table, const abXmlAttribute *attribute,
                 const char *why);

void ab_xml_defaults(const abXmlTable *table, void *object);
// Fills `object`, which holds the defaults. Bit i of *given is set when key i was given. With
// is_change only the attributes given are looked at, none is missing. False after a problem.
bool ab_xml_fill(abXmlContext *context, const abXmlElement *element, const abXmlTable *table,
                 void *object, uint64_t *given, bool is_change);

// One value into `field`, which has the type of the key. False after a problem.
bool ab_xml_value(abXmlContext *context, const abXmlAttribute *attribute, const abXmlKey *key,
                  void *field);

// The next of the attributes that a table passes over, with its spellings; false at the end. `rest`
// begins as those of the table.
bool ab_xml_next_passed(const char **rest, char *out, size_t size);

bool ab_xml_is_given(const abXmlTable *table, uint64_t given, const char *key);
// The attribute that gives a key; NULL: none.
const abXmlAttribute *ab_xml_attribute(const abXmlElement *element, const abXmlTable *table,
                                       const char *key);
// Where the value of a key stands; the element's own place when it is not given.
abPlace ab_xml_place(const abXmlElement *element, const abXmlTable *table, const char *key);

// A number as these files write it: blanks around it, a sign, a point without digits on one side,
// an exponent by E or, as Fortran does, D. False when it is none or not finite.
bool ab_xml_number(const char *text, double *out);

// The number of `unit` in SI; `n` as in ab_xml_unit_factor.
double ab_xml_si(const abXmlContext *context, const char *unit, double n, double value);

// Shorthands for writing a table.
#define AB_XML_KEY(kind_, type, field, name_, unit_, fallback_, low_, high_, text_)                \
    {                                                                                              \
        .name = (name_), .kind = (kind_), .unit = (unit_), .fallback = (fallback_), .low = (low_), \
        .high = (high_), .offset = offsetof(type, field), .text = (text_)                          \
    }
// A number without bounds.
#define AB_XML_NUM(type, field, name_, unit_, fallback_, text_)                                    \
    AB_XML_KEY(AB_XML_REAL, type, field, name_, unit_, fallback_, -INFINITY, INFINITY, text_)
// A number above zero; NAN when not given.
#define AB_XML_POSITIVE(type, field, name_, unit_, text_)                                          \
    {                                                                                              \
        .name = (name_), .kind = AB_XML_REAL, .is_above_low = true, .unit = (unit_),               \
        .fallback = NAN, .low = 0.0, .high = INFINITY, .offset = offsetof(type, field),            \
        .text = (text_)                                                                            \
    }
// A number from zero on; NAN when not given.
#define AB_XML_NOT_NEGATIVE(type, field, name_, unit_, text_)                                      \
    AB_XML_KEY(AB_XML_REAL, type, field, name_, unit_, NAN, 0.0, INFINITY, text_)
#define AB_XML_FLAG(type, field, name_, fallback_, text_)                                          \
    AB_XML_KEY(AB_XML_BOOLEAN, type, field, name_, "-", fallback_, 0, 1, text_)
#define AB_XML_WORDS(type, field, name_, choices_, text_)                                          \
    {                                                                                              \
        .name = (name_), .kind = AB_XML_CHOICE, .unit = "-", .fallback = -1.0,                     \
        .choices = (choices_), .offset = offsetof(type, field), .text = (text_)                    \
    }
#define AB_XML_WORDS_REQUIRED(type, field, name_, choices_, text_)                                 \
    {                                                                                              \
        .name = (name_), .kind = AB_XML_CHOICE, .is_required = true, .unit = "-",                  \
        .fallback = -1.0, .choices = (choices_), .offset = offsetof(type, field), .text = (text_)  \
    }
// The number of another element; -1 when not given. Of markers, 0 is the global frame.
#define AB_XML_REFERENCE(type, field, name_, low_, required_, text_)                               \
    {                                                                                              \
        .name = (name_), .kind = AB_XML_ID, .is_required = (required_), .unit = "-",               \
        .fallback = -1.0, .low = (low_), .high = 2147483647.0, .offset = offsetof(type, field),    \
        .text = (text_)                                                                            \
    }
#define AB_XML_STRING(kind_, type, field, name_, text_)                                            \
    AB_XML_KEY(kind_, type, field, name_, "-", 0, 0, 0, text_)
#define AB_XML_ID_AND_LABEL(type)                                                                  \
    AB_XML_REFERENCE(type, id, "id", 1.0, true, "a number of its own"),                            \
        AB_XML_STRING(AB_XML_TEXT, type, label, "label|full_label", "name")
// An attribute that is not kept. One that does nothing here is a line of the use LISTED, with its
// default.
#define AB_XML_NOT_DONE(use_, name_, unless_, text_)                                               \
    { .name = (name_), .use = (use_), .unless = (unless_), .text = (text_) }
// All that names a routine of a user.
#define AB_XML_ROUTINE(use_, text_)                                                                \
    AB_XML_NOT_DONE(use_, "usrsub_dll_name|usrsub_fnc_name|usrsub_param_string|script_name",       \
                    AB_XML_NO_ROUTINE, text_)
#define AB_XML_NO_ROUTINE "NULL||USER()"
#define AB_XML_TABLE_PASSING(name_, type, keys_, passed_, text_)                                   \
    {                                                                                              \
        .name = (name_), .text = (text_), .keys = (keys_),                                         \
        .key_count = (int)(sizeof(keys_) / sizeof((keys_)[0])), .passed = (passed_),               \
        .size = sizeof(type)                                                                       \
    }
#define AB_XML_TABLE(name_, type, keys_, text_)                                                    \
    AB_XML_TABLE_PASSING(name_, type, keys_, NULL, text_)

#endif
