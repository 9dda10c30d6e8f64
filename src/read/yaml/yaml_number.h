// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_number.h - nodes as numbers, in the file's units, within the bounds of their key. Each is
// false after a problem and then leaves `out` alone; `name` stands for the key in messages.

#ifndef AB_YAML_NUMBER_H
#define AB_YAML_NUMBER_H

#include "abut/vector.h"
#include "read/yaml/yaml_types.h"

bool ab_yaml_number(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                    bool may_be_infinite, double *out);
// All of a list, which are name[0], name[1], ... in messages.
bool ab_yaml_numbers(abYamlContext *context, const abNode *list, const char *name, const abKey *key,
                     bool may_be_infinite, double *out);
bool ab_yaml_integer(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                     int *out);
bool ab_yaml_vector(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                    abVec3 *out);
// Of three numbers, or one for all.
bool ab_yaml_scale(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                   abVec3 *out);
bool ab_yaml_quaternion(abYamlContext *context, const abNode *node, const char *name,
                        const abKey *key, abQuat *out);
// A symmetric one, of three or six numbers.
bool ab_yaml_matrix(abYamlContext *context, const abNode *node, const char *name, const abKey *key,
                    abMat3 *out);

// YAML's words for what is no digits.
bool ab_yaml_is_infinite_word(const char *text);
bool ab_yaml_is_nan_word(const char *text);

#endif
