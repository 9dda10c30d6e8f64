// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_modes.h - which closed points stick and which slip.

#ifndef AB_RIGID_MODES_H
#define AB_RIGID_MODES_H

#include "derivative/state/derivative.h"

// At the end of an event: which points stick and which slip, and where to. Evaluates into `ydot`.
// False when there is no solution or a number is not finite.
bool ab_rigid_make_modes_consistent(abDerivative *derivative, double t, double *y, double *ydot);
// After an impact: what slips does so along the way it has now.
void ab_rigid_turn_slip(abDerivative *derivative, double t, double *y);

#endif
