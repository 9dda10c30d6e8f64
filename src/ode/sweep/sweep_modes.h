// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sweep_modes.h - how far and how fast the modes of flexible bodies move their surfaces in a step.

#ifndef AB_SWEEP_MODES_H
#define AB_SWEEP_MODES_H

#include "ode/sweep/sweep.h"

// Room, where a body has modes.
abResult ab_sweep_reserve_modes(abSweep *sweep, abArena *arena, abError *error);
// Bounds of a body over the stepper's last step, whose polynomial is made.
void ab_sweep_bound_modes(abSweep *sweep, const abStepper *stepper, size_t body);
// How far modes move the points of a shape in the step.                                      [m]
double ab_sweep_deflection(const abSweep *sweep, int shape);
// What modes add to the bound of the speed at which the gap of a pair closes, per unit of theta;
// `spin` bounds the turning of both bodies.                                                  [m]
double ab_sweep_modal_turning(const abSweep *sweep, int a, int b, double spin);

#endif
