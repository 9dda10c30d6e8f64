// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_contacts.h - which law acts between which shapes, and with which coefficients.

#ifndef AB_COMPILE_CONTACTS_H
#define AB_COMPILE_CONTACTS_H

#include "abut/result.h"
#include "model/core/model.h"

// Whether its normal law is a complementarity condition (law.h), not a force.
bool ab_interaction_is_rigid(const abInteraction *interaction);
// Everything that laws may know of a pair of shapes.
abPairProperties ab_model_pair_properties(const abModel *model, int shape_a, int shape_b);

// `are_known`: the interactions are, whatever else was wrong.
abResult ab_compile_contacts(abModel *model, bool *are_known, abError *error);

// Coefficients and checks of laws, from pairs, rules, surfaces and masses.
abResult ab_follow_interactions(abModel *model, abError *error);

#endif
