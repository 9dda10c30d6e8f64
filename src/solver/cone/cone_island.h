// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_island.h - solves a problem whose bodies all hang together.

#ifndef AB_CONE_ISLAND_H
#define AB_CONE_ISLAND_H

#include "solver/cone/cone.h"

// False for want of memory. What the problem before left of it is in workspace->now, and what it
// leaves for the next.
bool ab_cone_solve_island(abConeProblem *problem, abConeWorkspace *workspace, abConeResult *result);

#endif
