// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_hit.h - an impact at all points of the list by one of the kinds of
// solver/impact/impact_kinds.def.

#ifndef AB_RIGID_HIT_H
#define AB_RIGID_HIT_H

#include "derivative/state/derivative.h"

// Changes the velocities in y; impulses go to the points' `now`. Points that are not new are at
// rest. With friction and joints, which take part as they are. What is not joined to a point that
// closes is left alone. False when it cannot be solved.
bool ab_rigid_hit(abDerivative *derivative, double t, double *y);
// Ends all slip at once, where it has no force that would keep bodies apart.
bool ab_rigid_capture(abDerivative *derivative, double t, double *y);
// rigid_plastic.c: impulses after which nothing closes, as if without restitution; to the points'
// `push`. False when there are none to be found.
// Points that are open may close by their gaps within h.
bool ab_rigid_stop_closing(abDerivative *derivative, double t, double *y, double h);
// Kinetic energy of the bodies as placed.                                                 [J]
double ab_rigid_kinetic(const abDerivative *derivative);
void ab_rigid_hit_done(abDerivative *derivative);

#endif
