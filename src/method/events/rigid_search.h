// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_search.h - ends of the contact of rigid points within a step.

#ifndef AB_RIGID_SEARCH_H
#define AB_RIGID_SEARCH_H

#include "core/simulation_state.h"

typedef enum abRigidEventKind {
    AB_RIGID_PARTS,   // a closed point
    AB_RIGID_CLOSES,  // a further point of a touching pair
    AB_RIGID_LEAVES,  // a closed point leaves its face, edge or arc
    AB_RIGID_OVERLAPS // surfaces by more than their closed points tell
} abRigidEventKind;

typedef struct abRigidEvent {
    double theta;
    abRigidEventKind kind;
    abRigidPoint point; // that closes
    size_t pair;        // whose point leaves, or whose surfaces overlap
} abRigidEvent;

// The first in (0, end]; theta is INFINITY when there is none.
abRigidEvent ab_run_find_rigid(abSimulation *s, double end);
// Takes the step, which gets to where a point leaves with the length h, so much further that it has left.
void ab_run_land_past_end(abSimulation *s, size_t pair, double h);
// Places the bodies as they were at an instant of the step just taken; at others, as they are.
void ab_run_place_within(abSimulation *s, double t);

#endif
