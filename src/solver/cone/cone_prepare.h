// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_prepare.h - axes and constants of each contact and link, and the guess brought into its
// cone.

#ifndef AB_CONE_PREPARE_H
#define AB_CONE_PREPARE_H

#include "solver/cone/cone.h"

// Axes and constants of all contacts and links, and the scale of velocities; then
// gives the guessed impulses to the bodies.
void ab_cone_prepare(abConeProblem *problem);
// Constants of a link with compliance, which has one entry and two different bodies.
void ab_cone_prepare_compliant(const abConeProblem *problem, int index);
// What a prepared link adds to the scale of velocities, in the free motion.
double ab_cone_link_scale(const abConeProblem *problem, int index);

#endif
