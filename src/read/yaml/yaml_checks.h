// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_checks.h - what all sections ask of their nodes, and what they take note of on the way.

#ifndef AB_YAML_CHECKS_H
#define AB_YAML_CHECKS_H

#include "read/yaml/yaml_types.h"

// True when the name is new; it is then known to be defined at `place`. A name known from the same
// file is a problem: "`what` is given twice". One known from another file is passed over.
bool ab_yaml_claim(abYamlReader *reader, abTextMap *known, const char *name, abPlace place,
                   const char *what);

// No value can be set at a path (printf), as the text has none there to be overridden.
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void
ab_yaml_close_path(abYamlReader *reader, const char *format, ...);

// Takes note of what ab_model_add_...() answered.
void ab_yaml_added(abYamlReader *reader, abResult result);
// Marks the definition at `place` as wrong when problems came up since there were `before`.
void ab_yaml_taint(abYamlReader *reader, abPlace place, int before);

// Adds the problem that `name` wants a mapping or a list, `wanted`, of something; false.
bool ab_yaml_wants(abYamlReader *reader, const abNode *node, const char *name, const char *wanted,
                   const char *of);
// Whether the node is a mapping (a list) or empty; adds a problem when not.
bool ab_yaml_is_map(abYamlReader *reader, const abNode *node, const char *name, const char *of);
bool ab_yaml_is_list(abYamlReader *reader, const abNode *node, const char *name, const char *of);
// Two keys of which only one may be given.
void ab_yaml_exclusive(abYamlReader *reader, const abNode *map, const char *a, const char *b);
// Two texts of a list of two, as in `between: [a, b]`.
bool ab_yaml_two_texts(abYamlReader *reader, const abNode *map, const char *key, const char *what,
                       const char *out[2]);

#endif
