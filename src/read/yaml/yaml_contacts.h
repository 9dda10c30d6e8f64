// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_contacts.h - contact rules and exclusions.

#ifndef AB_YAML_CONTACTS_H
#define AB_YAML_CONTACTS_H

#include "read/yaml/yaml_types.h"

// An item of a section.
void ab_yaml_read_contact(abYamlReader *reader, const abNodeItem *item);
void ab_yaml_read_exclusion(abYamlReader *reader, const abNodeItem *item);
// The section of contacts when it is not given (`node` is NULL) or empty.
void ab_yaml_read_no_contacts(abYamlReader *reader, const abNode *root, const abNode *node);

#endif
