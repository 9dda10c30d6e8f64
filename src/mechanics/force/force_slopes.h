// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_slopes.h - how forces given by expressions give way.

#ifndef AB_FORCE_SLOPES_H
#define AB_FORCE_SLOPES_H

#include "mechanics/state/mechanics.h"
#include "model/kinds/forces.h"

// Whether a force is to be differentiated: its expressions look at what moves.
bool ab_force_has_slopes(const abModel *model, int index);
// Its rows for steps of the length h, for the bodies as placed by (t, y); how many.
int ab_force_slopes(abMechanics *mechanics, int index, double t, const double *y, double h,
                    abForceRow rows[AB_FORCE_ROWS]);

#endif
