// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_warm_start.h - whether the guessed impulses hold everything as they are.

#ifndef AB_CONE_WARM_START_H
#define AB_CONE_WARM_START_H

#include "solver/cone/cone.h"

// Gives the guess to the bodies, and how far it is the answer. If it is, `off` is its
// error relative to the scale of velocities; if not, the bodies are as they were in room->start.
// Nearly: by the tolerance.
typedef enum abConeWarmStart {
    AB_CONE_WARM_START_REFUSED,
    AB_CONE_WARM_START_SERVES,
    AB_CONE_WARM_START_SOLVES
} abConeWarmStart;
abConeWarmStart ab_cone_test_warm_start(abConeProblem *problem, const abConeWorkspace *workspace,
                                        double *off);

// Whether nothing has moved before the problem, as far as the tolerance tells, by its guess.
bool ab_cone_is_still(const abConeProblem *problem);
// Whether no contact moved faster than that, as far as is known.
bool ab_cone_was_slow(const abConeProblem *problem, double speed);

#endif
