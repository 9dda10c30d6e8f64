// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mass_integrals.h - the integrals (1) to (7) of reduced_body.h.

#ifndef AB_MASS_INTEGRALS_H
#define AB_MASS_INTEGRALS_H

#include <stdbool.h>

#include "base/arena.h"
#include "flexible/reduced_body.h"

// Arrays for m modes, zero; `modal_mass` too. False for want of memory.
bool ab_mass_integrals_init(abMassIntegrals *integrals, int mode_count, abArena *arena);

// The sums over nodes of which each has a mass (`masses`, node_count of them, >= 0, sum > 0 [kg]):
// all but `modal_mass`, which stays as it is. Cost 9 m^2 / 2 a node.
void ab_mass_integrals_of_nodes(abReducedBody *body, const double *masses);

// Phi^T M Phi for the same masses into m x m numbers.
void ab_modal_mass_of_nodes(const abReducedBody *body, const double *masses, double *out);

#endif
