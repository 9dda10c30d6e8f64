// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_solve.h - sweeps over all contacts and links, made faster by conjugate directions.

#ifndef AB_CONE_SOLVE_H
#define AB_CONE_SOLVE_H

#include "solver/cone/cone.h"

void ab_cone_workspace_done(abConeWorkspace *workspace);

// Room for what is remembered of so many bodies, zeroed; false for want of memory.
bool ab_cone_remember(abConeWorkspace *workspace, int body_count);

// False for want of memory. Allocates only when the problem is larger than any before.
bool ab_cone_solve(abConeProblem *problem, abConeWorkspace *workspace, abConeResult *result);

#endif
