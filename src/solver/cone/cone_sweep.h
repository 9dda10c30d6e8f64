// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_sweep.h - sweeps over all contacts and links.

#ifndef AB_CONE_SWEEP_H
#define AB_CONE_SWEEP_H

#include "solver/cone/cone.h"

// Sweeps from the impulses and the motion that the problem has, until its residual is below
// `allowed`, a velocity, or `maximum` are done; the best answer seen is left in the problem. Its
// rows must be made. False for want of memory.
bool ab_cone_sweep(const abConeProblem *problem, abConeWorkspace *workspace, int maximum,
                   double allowed, abConeResult *result);

#endif
