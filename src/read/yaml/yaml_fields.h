// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_fields.h - fields given by values at points.

#ifndef AB_YAML_FIELDS_H
#define AB_YAML_FIELDS_H

#include "read/yaml/yaml_types.h"

// An item of a section.
void ab_yaml_read_field(abYamlReader *reader, const abNodeItem *item);

#endif
