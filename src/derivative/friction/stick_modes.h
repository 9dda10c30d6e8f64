// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stick_modes.h - which points of exact friction stick and which slip.

#ifndef AB_STICK_MODES_H
#define AB_STICK_MODES_H

#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_pair.h"

// Modes of tangential states with exact laws, where one of them is new or wrong: which points stick, and with
// what direction the others slip. Evaluates into `ydot`. False when a number is not finite.
bool ab_stick_make_modes_consistent(abDerivative *derivative, double t, double *y, double *ydot);
// Directions of slip at the end of a step, as last evaluated. True when one has changed, and so the
// derivative at the same state.
bool ab_stick_follow(abDerivative *derivative);
// By how much a point sticks beyond its limit, as last evaluated, or slip has ended: > 0.
double ab_stick_excess(const abDerivative *derivative, const abContactPair *pair,
                       size_t tangential);

#endif
