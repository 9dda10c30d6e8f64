// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_matrix.h - the matrix of cone_newton.c, and its step.

#ifndef AB_CONE_MATRIX_H
#define AB_CONE_MATRIX_H

#include "solver/cone/cone.h"

// room->newton becomes the step of Newton's method. False when that fails.
bool ab_cone_newton_step(const abConeProblem *problem, abConeWorkspace *workspace, double share,
                         int *factorisations);
// Whether the matrix of the last step is that of the motion as it is, and of all between both: each
// contact is open or held, each limit free or reached, as it was.
bool ab_cone_modes_stay(const abConeProblem *problem, const abConeWorkspace *workspace,
                        double share);
// The step for the gradient as it is now, with the matrix of the last step.
void ab_cone_newton_again(const abConeProblem *problem, abConeWorkspace *workspace);

#endif
