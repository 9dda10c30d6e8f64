// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_balance.h - a round of cone_newton.c among patches whose friction follows their normal
// impulses.

#ifndef AB_CONE_BALANCE_H
#define AB_CONE_BALANCE_H

#include "solver/cone/cone.h"

// A round: the motion for impulses and rises as they were at its beginning.
typedef struct abConeRound {
    double share;   // of r by W
    double allowed; // by what the motion may differ from that of the impulses  [m/s]
    double floor;   // below this it need not come nearer if it does not
    double off;     // by what it does
    int steps;
    bool is_sound;
} abConeRound;

// Solves a round with patches as they are, their limits of friction not kept. Not sound
// when the motion is not found.
void ab_cone_balance(const abConeProblem *problem, abConeWorkspace *workspace, abConeRound *round,
                     int *factorisations);
// Likewise from weak friction on.
void ab_cone_balance_from_weak(const abConeProblem *problem, abConeWorkspace *workspace,
                               abConeRound *round, int *factorisations);

#endif
