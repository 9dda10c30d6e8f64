// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_write_values.h - keys, texts, numbers and whole tables as YAML, for the sections.

#ifndef AB_YAML_WRITE_VALUES_H
#define AB_YAML_WRITE_VALUES_H

#include "abut/model.h"
#include "base/schema.h"
#include "base/text.h"

typedef struct abYamlWriter {
    abText *out;
    const char *source; // the file the model is from, for comments; NULL: none
    // Set before the names of files: NULL when the model is written to the folder it was read from,
    // else the folder it was read from.
    const char *folder;
    int depth;     // of blocks, two blanks each
    int flow;      // of { } inside each other
    bool is_first; // nothing written yet inside the innermost { }
    bool is_item;  // the next key stands behind "- "
} abYamlWriter;

// Behind this, a value: "key: " on a line of its own, or ", key: " inside { }.
void ab_yaml_write_key(abYamlWriter *w, const char *key);
// A text, quoted where it must be.
void ab_yaml_write_text(abYamlWriter *w, const char *text);
void ab_yaml_write_numbers(abYamlWriter *w, const double *values, int count); // [..]
void ab_yaml_write_vector(abYamlWriter *w, abVec3 v);
void ab_yaml_write_open(abYamlWriter *w);  // {
void ab_yaml_write_close(abYamlWriter *w); // }
// "key:" and a level deeper; back again.
void ab_yaml_write_block(abYamlWriter *w, const char *key);
void ab_yaml_write_end(abYamlWriter *w);
// The next key begins an item of a list; it and those behind it stand one level deeper.
void ab_yaml_write_item(abYamlWriter *w);
// The item itself, a text.
void ab_yaml_write_plain_item(abYamlWriter *w, const char *text);
// "# line 12" behind what was written last.
void ab_yaml_write_line(abYamlWriter *w, abPlace place);
// "key: [a, b]"
void ab_yaml_write_two(abYamlWriter *w, const char *key, const char *const texts[2]);

// The keys of a table whose values are not their defaults; `skip` (or NULL) is left out.
void ab_yaml_write_table(abYamlWriter *w, const abTable *table, const void *object,
                         const char *skip);
// The keys of a set, bit i for key i, whatever their values are.
void ab_yaml_write_keys(abYamlWriter *w, const abTable *table, const void *object, uint64_t keys);
// Whether all values are the defaults.
bool ab_yaml_is_default(const abTable *table, const void *object);

#endif
