// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// interior_forces.h - sides of hard problems, by a path through the inside of the bounds.

#ifndef AB_INTERIOR_FORCES_H
#define AB_INTERIOR_FORCES_H

#include "solver/lcp/bounded_forces.h"

// Sides near those of the solution with this regularisation, for problems that resist pivoting. Changes x.
void ab_interior_sides(abBoundedForces *forces, double regularisation);

#endif
