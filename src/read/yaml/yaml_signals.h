// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_signals.h - markers, variables, states, splines, sensors, changes, outputs and the expressions in them.

#ifndef AB_YAML_SIGNALS_H
#define AB_YAML_SIGNALS_H

#include "read/yaml/yaml_types.h"

// An item of a section.
void ab_yaml_read_variable(abYamlReader *reader, const abNodeItem *item);
void ab_yaml_read_state(abYamlReader *reader, const abNodeItem *item);
void ab_yaml_read_change(abYamlReader *reader, const abNodeItem *item);
void ab_yaml_read_sensor(abYamlReader *reader, const abNodeItem *item);
void ab_yaml_read_output(abYamlReader *reader, const abNodeItem *item);
void ab_yaml_read_spline(abYamlReader *reader, const abNodeItem *item);
// Of a section; `node` is NULL when its key is not given.
void ab_yaml_read_expression_units(abYamlReader *reader, const abNode *root, const abNode *node);

// Checks the expressions that were read, now that all names are known.
void ab_yaml_check_expressions(abYamlReader *reader);

// Reads markers, a mapping of names, of a body; of the world for the id none.
void ab_yaml_read_markers(abYamlReader *reader, const abNode *node, abBodyId body);

#endif
