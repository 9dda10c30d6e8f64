// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modal_integrals.h - the integrals of flexible/reduced_body.h from the consistent mass matrix.

#ifndef AB_MODAL_INTEGRALS_H
#define AB_MODAL_INTEGRALS_H

#include "base/arena.h"
#include "flexible/reduced_body.h"
#include "modes/mode_basis.h"

// Mass [kg], centre of mass [m] and inertia about it [kg m^2] of a solid. `scratch`: 6 numbers a node.
void ab_solid_inertia(const abSolid *solid, double *scratch, abMassIntegrals *out);

// All integrals of the modes of a basis that was solved; arrays from `arena`. False for want of memory.
// Overwrites basis->image. Cost 6 m^2 a node.
bool ab_modal_integrals(abModeBasis *basis, abArena *arena, abMassIntegrals *out);

#endif
