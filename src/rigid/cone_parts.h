// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_parts.h - what the sweeps and Newton's method share.

#ifndef AB_CONE_PARTS_H
#define AB_CONE_PARTS_H

#include "rigid/cone.h"

// Velocity of B relative to A along an axis of a contact, without its bias.
double ab_cone_speed(const abConeProblem *problem, const abConeContact *contact, int axis);
void ab_cone_speeds(const abConeProblem *problem, const abConeContact *contact, double out[3]);
// J V + b of a link, whose entries end before ab_cone_link_end().
double ab_cone_link_speed(const abConeProblem *problem, int index);
int ab_cone_link_end(const abConeProblem *problem, int index);

// All impulses into an array, three per contact and one per link; and back.
void ab_cone_keep(const abConeProblem *problem, double *to);
void ab_cone_take_back(const abConeProblem *problem, const double *from);

// Solves a prepared problem from the impulses and the motion it has. Does nothing when one
// factorisation takes more work than the problem allows. False for want of memory.
bool ab_cone_newton(abConeProblem *problem, abConeRoom *room, abConeResult *result);

#endif
