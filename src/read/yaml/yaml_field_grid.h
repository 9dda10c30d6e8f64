// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_field_grid.h - the grid of a field, its values in the model or in a file of their own.

#ifndef AB_YAML_FIELD_GRID_H
#define AB_YAML_FIELD_GRID_H

#include "read/yaml/yaml_types.h"

// What stands under `grid`; values in `unit`. Without values after a problem.
void ab_yaml_read_field_grid(abYamlReader *reader, const abNode *node, const char *unit,
                             abFieldGrid *out);

#endif
