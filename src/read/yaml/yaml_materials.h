// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_materials.h - materials, pairs and included files.

#ifndef AB_YAML_MATERIALS_H
#define AB_YAML_MATERIALS_H

#include "read/yaml/yaml_types.h"

// Reads `materials`, `pairs` and `include` of the model.
void ab_yaml_read_materials(abYamlReader *reader, const abNode *root);

#endif
