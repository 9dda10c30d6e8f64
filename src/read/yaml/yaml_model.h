// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_model.h - the sections of a model, and those of a few lines.

#ifndef AB_YAML_MODEL_H
#define AB_YAML_MODEL_H

#include "read/yaml/yaml_types.h"

// Reads all sections into the model.
void ab_yaml_read_model(abYamlReader *reader, const abNode *root);

// Checks the key `abut`, the version of the format.
void ab_yaml_check_version(abYamlReader *reader, const abNode *root);
// Reads `units` into the context.
void ab_yaml_read_units(abYamlReader *reader, const abNode *root);

#endif
