// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_table.h - one function fills any struct from a mapping, by its key table.

#ifndef AB_YAML_TABLE_H
#define AB_YAML_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "read/yaml/yaml_types.h"

// A table with the struct it fills.
typedef struct abYamlTarget {
    const abTable *table;
    void *object;   // with the defaults in it; keys not given are left alone
    uint64_t given; // out: bit i is set when key i of the table was given
    bool is_part;   // may lack what is required, as something else completes it
    uint64_t told;  // likewise, given under a name that was told to be wrong
} abYamlTarget;

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

// Fills the targets from `map`. `what` names the object in messages; `others` (NULL-terminated) are
// keys that the caller reads itself. A wrong value leaves its field at the default. An empty value
// counts as an empty mapping. False when there was a problem.
bool ab_yaml_fill(abYamlContext *context, const abNode *map, const char *what,
                  abYamlTarget *targets, int target_count, const char *const *others);

// Brackets that a text leaves open: a comma ended it, as `step(t` of "step(t, 0, 0, 1, 1)" without
// quotes. Below zero for the rest of such a text.
int ab_yaml_open_brackets(const char *text);

// "; rk4 is a word of integrator" for a word that another key would take, anywhere in a model; else
// nothing.
const char *ab_yaml_word_elsewhere(const char *word, char *out, size_t size);

// Whether the table's key was given to this target.
bool ab_yaml_is_given(const abYamlTarget *target, const char *key);

// "a, b, c" of a NULL-terminated list; ", ..." at the end where `out` has no room for all.
const char *ab_words_joined(const char *const *words, char *out, size_t size);

#endif
