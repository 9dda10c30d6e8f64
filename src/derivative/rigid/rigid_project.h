// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_project.h - states whose gaps and speeds are those of the closed points.

#ifndef AB_RIGID_PROJECT_H
#define AB_RIGID_PROJECT_H

#include "derivative/rigid/rigid_rows.h"
#include "derivative/state/derivative.h"
#include "derivative/state/rigid_system.h"
#include "mechanics/joint/joint_tree.h"

// Held points get the rates `given`, with the least change of velocities. False as above.
bool ab_rigid_give_rates(abDerivative *derivative, double t, double *y);
// The rate by which held points part goes back into the impact that gave it, with its share of
// friction: what bounces meets the floor by m (v + u) at first, which is u more than what brings it to
// rest, and by that much less in its flights than at rest. False where nothing slides, and where
// points that lie almost in one place would need impulses without bound.
bool ab_rigid_end_bounces(abDerivative *derivative, double t, double *y);
// Only the gaps.
bool ab_rigid_close_gaps(abDerivative *derivative, double t, double *y);
// The state placed, rows made and filled for speeds, and what joints do without
// impulses in `b`. The speed along a row; motions of all bodies for the impulses of the rows, into
// their a and alpha; these added to the velocities in y.
bool ab_rigid_open_speeds(abDerivative *derivative, double t, const double *y,
                          abRigidTangents tangents);
double ab_rigid_speed_along(const abRigid *rigid, const abRigidRow *row);
// That of a row with what joints do without impulses, for the matrix as filled: 0 along a normal that
// joints hold, as no impulse changes it. What is left of it there is rounding, as of a wheel on a
// fixed axle that grazes the floor, unless drives close it.                              [m/s]
double ab_rigid_speed_to_change(const abDerivative *derivative, size_t row);
bool ab_rigid_answer_to_all(abDerivative *derivative, abSolveLevel level);
// Applies the impulses that bodies are loaded with and were answered to; adds what drives give with them
// to hit.driven.                                                                           [J]
void ab_rigid_change_velocities(abDerivative *derivative, double *y);
// Points that stick are stopped, with the least change of velocities.
bool ab_rigid_stop_slip(abDerivative *derivative, double t, double *y);

#endif
