// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_joints.h - joints and forces.

#ifndef AB_YAML_JOINTS_H
#define AB_YAML_JOINTS_H

#include "read/yaml/yaml_types.h"

// An item of a section.
void ab_yaml_read_joint(abYamlReader *reader, const abNodeItem *item);
void ab_yaml_read_force(abYamlReader *reader, const abNodeItem *item);

#endif
