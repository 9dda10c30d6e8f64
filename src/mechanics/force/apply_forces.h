// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// apply_forces.h - force elements as loads on bodies.

#ifndef AB_APPLY_FORCES_H
#define AB_APPLY_FORCES_H

#include "mechanics/state/mechanics.h"
#include "model/kinds/forces.h"

// Force and torque of each force element on its second body, as last evaluated.
void ab_force_loads(const abMechanics *mechanics, double *out);
void ab_apply_forces(abMechanics *mechanics);
// What one of them answers, for the bodies as placed; and the directions in which it gives way.
abForceAnswer ab_force_answer(abMechanics *mechanics, int index);
int ab_force_rows(abMechanics *mechanics, int index, abForceRow rows[AB_FORCE_ROWS]);
double ab_spring_energy(abMechanics *mechanics);

#endif
