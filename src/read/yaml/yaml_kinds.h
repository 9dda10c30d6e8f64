// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_kinds.h - things chosen by name from a list.

#ifndef AB_YAML_KINDS_H
#define AB_YAML_KINDS_H

#include "read/yaml/yaml_types.h"

// The names of a list, joined.
const char *ab_yaml_choice_words(const abChoice *choice, char *out, size_t size);
// Adds the problem that a list has no such name, with the nearest it has.
void ab_yaml_unknown_kind(abYamlReader *reader, abPlace place, const abChoice *choice,
                          const char *name);
// The kind that a node names; the one that a mapping names under `key`. -1 after a problem.
int ab_yaml_named_kind(abYamlReader *reader, const abNode *node, const char *key,
                       const abChoice *choice);
int ab_yaml_read_kind(abYamlReader *reader, const abNode *map, const char *key, const char *what,
                      const abChoice *choice);

#endif
