// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tables.h - the key tables of everything a model is made of.
//
// Shapes, laws, joints and forces are chosen by name from lists; their own keys come from their own
// tables. `abChoice` lets a reader treat the four lists alike.

#ifndef AB_TABLES_H
#define AB_TABLES_H

#include "base/schema.h"

extern const abTable ab_shape_table;        // abShapeDef: keys beside the shape itself
extern const abTable ab_body_table;         // abBodyDef, without `shapes` and `motion`
extern const abTable ab_marker_table;       // abMarkerDef
extern const abTable ab_motion_table;       // abBodyDef: its prescribed motion
extern const abTable ab_flexible_table;     // abFlexibleDef
extern const abTable ab_contact_rule_table; // abContactRuleDef, without between, normal, friction
extern const abTable ab_field_table;        // abFieldDef, without its values
extern const abTable ab_field_grid_table;   // abFieldGrid, without `counts` and `values`
extern const abTable ab_joint_table;        // abJointDef, without `type` and `between`
extern const abTable ab_force_table;        // abForceDef, without `type` and `between`
extern const abTable ab_gravity_table;      // abGravityDef, for a gravity that is not a vector
extern const abTable ab_simulation_table;   // abSimulationDef

typedef struct abChoice {
    const char *list; // "shape", "normal law", "friction law", "joint", "force"
    int count;
    const abTable *(*table)(int kind);
} abChoice;

// NULL when there is no such list.
const abChoice *ab_choice_find(const char *list);
// The kind of that name, or -1.
int ab_choice_kind(const abChoice *choice, const char *name);
// The nearest name for a hint, or NULL.
const char *ab_choice_nearest(const abChoice *choice, const char *name);
// All lists, for `abut info`; NULL-terminated names.
extern const char *const ab_choice_lists[];

extern const abTable ab_spline_table;           // abSplineDef, without x, y, z
extern const abTable ab_state_table;            // abStateDef
extern const abTable ab_change_table;           // abChangeDef
extern const abTable ab_sensor_table;           // abSensorDef
extern const abTable ab_request_table;          // abRequestDef
extern const abTable ab_expression_units_table; // abExpressionUnits

typedef enum abJointKind {
#define AB_JOINT(KIND, symbol) AB_JOINT_##KIND,
#include "model/kinds/joints.def"
#undef AB_JOINT
    AB_JOINT_COUNT
} abJointKind;

typedef enum abForceKind {
#define AB_FORCE(KIND, symbol) AB_FORCE_##KIND,
#include "model/kinds/forces.def"
#undef AB_FORCE
    AB_FORCE_COUNT
} abForceKind;

#endif
