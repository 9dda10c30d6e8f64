// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_value.h - one node into one field.

#ifndef AB_YAML_VALUE_H
#define AB_YAML_VALUE_H

#include "read/yaml/yaml_types.h"

// One value (yaml_value.c) into `field`, which has the type of the key. `name` is the key in
// messages.
bool ab_yaml_value(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                   void *field);

// A text (plain or quoted) that is not empty and has no control characters; NULL after a problem.
const char *ab_yaml_text(abYamlContext *context, const abNode *node, const char *name);

// Whether a key of texts names files beside the model: meshes and numbers, or routines of users.
bool ab_yaml_names_data(const abKey *key);
bool ab_yaml_names_code(const abKey *key);

#endif
