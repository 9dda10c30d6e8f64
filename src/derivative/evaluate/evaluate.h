// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// evaluate.h - the derivative, begun and ended; what a frame tells of an instant.

#ifndef AB_EVALUATE_H
#define AB_EVALUATE_H

#include "derivative/state/derivative.h"

abResult ab_derivative_init(abDerivative *derivative, const abModel *model, abAllocator allocator,
                            abError *error);
void ab_derivative_done(abDerivative *derivative);
// The same, with points of rigid contact.
bool ab_derivative_project(abDerivative *derivative, double t, double *y);
// The energy book of state y at time t; evaluates. `y` keeps the quadratures.
abEnergyBook ab_derivative_energy(abDerivative *derivative, double t, const double *y);
// The same of the state that was evaluated last, where that found all of it without another pass.
abEnergyBook ab_derivative_energy_here(abDerivative *derivative, double t, const double *y);
// What a book says of the size of a motion: what moves, and what contacts and loaded springs store;
// an attraction holds bodies by an energy below zero, which counts by its size.                  [J]
double ab_energy_of_motion(const abEnergyBook *book);
// What contacts store, as last evaluated there.                                          [J]
double ab_derivative_contact_energy(const abDerivative *derivative);
// The contact pairs with their forces, as last evaluated; what they store is known after
// ab_derivative_energy.
void ab_derivative_contact_states(const abDerivative *derivative, abContactState *out);
void ab_derivative_contact_energies(const abDerivative *derivative, abContactState *out);

#endif
