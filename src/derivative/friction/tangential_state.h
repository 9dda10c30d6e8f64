// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tangential_state.h - the list of tangential states follows the patches, and the states in y follow the list.

#ifndef AB_TANGENTIAL_STATE_H
#define AB_TANGENTIAL_STATE_H

#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_pair.h"

// The list of tangential states for the bodies as placed is made in two steps, as y may have to grow in between
// to hold tangential states.next_count of them. False for want of memory.
bool ab_tangential_find(abDerivative *derivative);
// Puts it in place and the states into y; what is lost with points that are gone goes into the
// book.
void ab_tangential_take(abDerivative *derivative, double *y);
// Begins the new ones, for the bodies as placed; writes their states into y.
void ab_tangential_start(abDerivative *derivative, double t, double *y);
// Whether points of a contact pair have modes.
bool ab_tangential_has_modes(const abContactPair *pair);
// The change of mode of those that are wrong, after y was evaluated.
void ab_tangential_change(abDerivative *derivative, double t, double *y);
// How fast the limit of a tangential state grows, as last evaluated, by the slopes of the normal law. What the
// limit owes to curvature, weight and spin is taken as constant.                        [N/s]
double ab_tangential_limit_growth(abDerivative *derivative, const abContactPair *pair,
                                  size_t tangential);
// Notes where points are, as last evaluated: from there they are followed when their names change.
void ab_tangential_note_places(abDerivative *derivative);
// Room for a list to be restored, then the assignment to touches; false when it does not fit.
bool ab_tangential_reserve(abDerivative *derivative, size_t count);
bool ab_tangential_assign(abDerivative *derivative);

#endif
