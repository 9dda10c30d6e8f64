// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_bodies.h - bodies with their shapes, motion and markers.

#ifndef AB_YAML_BODIES_H
#define AB_YAML_BODIES_H

#include "read/yaml/yaml_types.h"

// An item of a section.
void ab_yaml_read_body(abYamlReader *reader, const abNodeItem *item);

#endif
