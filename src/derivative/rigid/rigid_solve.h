// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_solve.h - forces at the closed points.

#ifndef AB_RIGID_SOLVE_H
#define AB_RIGID_SOLVE_H

#include "derivative/state/derivative.h"
#include "derivative/state/rigid_system.h"

// Notes which points carry a force, as last evaluated.
void ab_rigid_store(abDerivative *derivative);
// How much a closed point wants to part, as last evaluated: > 0 without a force.         [m/s2]
double ab_rigid_parting(const abDerivative *derivative, size_t point);
// The forces of the rows as filled, those that slip with the friction that goes with them. `is_infeasible`
// where there are none.
bool ab_rigid_find_forces(abDerivative *derivative);
// What velocities add along a tangent.                                   [m/s2]
double ab_rigid_tangent_bias(const abDerivative *derivative, const abRigidRow *row);
// What rows feel without their forces, into b; loads stay put aside.
bool ab_rigid_apply_loads(abDerivative *derivative, double t);

#endif
