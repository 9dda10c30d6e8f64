// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fields.h - fields by name: added, bound to their mesh or frame, and to the rules that name
// them.

#ifndef AB_FIELDS_H
#define AB_FIELDS_H

#include "model/core/model.h"

// All fields, before contacts.
abResult ab_compile_fields(abModel *model, abError *error);
// The fields that a rule names; what of is not there has been said.
void ab_model_bind_fields(const abModel *model, abInteraction *interaction);
// Adds problems where fields of rules that take from others are not there, or not for their law;
// behind contacts.
abResult ab_model_check_inherited_fields(const abModel *model, abError *error);
// Adds a problem where a field given as an expression is no layer at a point of the meshes of a
// pair, as they stand at the start.
abResult ab_model_check_fields(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                               const abInteraction *interaction, abError *error);

// Sets one of the values at the points or faces of a mesh, in a copy of values.
abResult ab_follow_field(abModel *copy, int index, int component, double value, abError *error);

#endif
