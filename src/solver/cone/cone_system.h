// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_system.h - the function of cone_newton.c and its gradient; the pattern of its matrix.

#ifndef AB_CONE_SYSTEM_H
#define AB_CONE_SYSTEM_H

#include "solver/cone/cone.h"

// Which bodies answer, and the pattern of the matrix; false for want of memory.
bool ab_cone_analyse(const abConeProblem *problem, abConeWorkspace *workspace);
// Impulses for the motion as it is, and the gradient; returns the function itself, if there is one:
// when the limits of friction of patches are kept.
double ab_cone_gradient(const abConeProblem *problem, abConeWorkspace *workspace);
// Moves the bodies by a part of it; the slope of the function along it.
void ab_cone_go(const abConeProblem *problem, const abConeWorkspace *workspace, double part);
double ab_cone_along(const abConeProblem *problem, const abConeWorkspace *workspace);
// By what velocity the motion differs from that of the impulses, at the worst contact or link.
double ab_cone_unsettled(const abConeProblem *problem, const abConeWorkspace *workspace);

#endif
