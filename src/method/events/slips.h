// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// slips.h - points of friction at events: their modes, and the list of them.

#ifndef AB_SLIPS_H
#define AB_SLIPS_H

#include "abut/simulation.h"

// Modes of points of exact friction after an event; tells which contacts stick or slip.
abResult ab_run_make_modes_consistent(abSimulation *s, const abObserver *observer, abError *error);
// Likewise between two steps, where no observer is: what has changed is told as the run goes on.
abResult ab_run_settle_modes(abSimulation *s, abError *error);
abResult ab_run_tell_settled_modes(abSimulation *s, const abObserver *observer, abError *error);
// Where in (0, end] the mode of a tangential state first contradicts itself; INFINITY when none does.
// Those that do are marked.
double ab_run_find_slip(abSimulation *s, double end);

// Evaluates the points of tangential states for the state as it is, before something ends.
void ab_run_evaluate_tangential(abSimulation *s);
// Brings the list of tangential states up to date with the contact pairs and their points, after which integrators
// must start anew.
abResult ab_run_follow_tangential(abSimulation *s, abError *error);

#endif
