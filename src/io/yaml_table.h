// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_table.h - one function fills any struct from a mapping, by its key table.

#ifndef AB_YAML_TABLE_H
#define AB_YAML_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "abut/result.h"
#include "base/arena.h"
#include "base/schema.h"
#include "io/units.h"
#include "io/yaml_tree.h"

// An expression in the file, to be checked when all names are known.
typedef struct abYamlExpression {
    struct abYamlExpression *next;
    const char *text;
    abPlace place; // of its first character
    bool is_of_time;
    bool has_owner;
    abPlace owner; // the definition it belongs to
} abYamlExpression;

typedef struct abYamlContext {
    abArena *arena; // texts that definitions point to; must outlive them
    abUnits units;
    bool may_read_files; // false: keys that name a file are refused
    double open_power;   // n of units like N/m^n in the mapping being filled; NAN: not known
    abError *error;
    int problems; // found so far
    bool is_out_of_memory;
    bool may_look;                        // expressions of the object at hand may look at the state
    abYamlExpression *expressions, *last; // in the order of reading
    abYamlExpression *without_owner;      // the first of those
} abYamlContext;

// Adds a problem, unless the same was said of the same place (an alias used twice).
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void
ab_yaml_problem(abYamlContext *context, abPlace place, const char *format, ...);

// Adds the problem that `name` wants something else, in a unit (NULL or "-": none); false.
bool ab_yaml_wrong_type(abYamlContext *context, const abNode *node, const char *name,
                        const char *wanted, const char *unit);
// " [mm]" for the unit of a key, in the file's units; nothing where it has none.
const char *ab_yaml_with_unit(const abYamlContext *context, const char *unit, char *out,
                              size_t size);

// A table with the struct it fills.
typedef struct abYamlTarget {
    const abTable *table;
    void *object;   // with the defaults in it; keys not given are left alone
    uint64_t given; // out: bit i is set when key i of the table was given
} abYamlTarget;

// Fills the targets from `map`. `what` names the object in messages; `others` (NULL-terminated) are
// keys that the caller reads itself. A wrong value leaves its field at the default. An empty value
// counts as an empty mapping. False when there was a problem.
bool ab_yaml_fill(abYamlContext *context, const abNode *map, const char *what,
                  abYamlTarget *targets, int target_count, const char *const *others);

// Whether the table's key was given to this target.
bool ab_yaml_is_given(const abYamlTarget *target, const char *key);

// One value (yaml_value.c) into `field`, which has the type of the key. `name` is the key in
// messages.
bool ab_yaml_value(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                   void *field);

// A text (plain or quoted) that is not empty and has no control characters; NULL after a problem.
const char *ab_yaml_text(abYamlContext *context, const abNode *node, const char *name);

// "a, b, c" of a NULL-terminated list; ", ..." at the end where `out` has no room for all.
const char *ab_words_joined(const char *const *words, char *out, size_t size);

#endif
