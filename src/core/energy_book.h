// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// energy_book.h - what a run writes into and reads from the energy book.

#ifndef AB_ENERGY_BOOK_H
#define AB_ENERGY_BOOK_H

#include "abut/simulation.h"

// Before impulses are applied to the state as placed: its kinetic energy.                        [J]
double ab_run_begin_impact(abSimulation *s);
// An impact or capture has been applied; what it took, and drives gave with it, goes into the book.
void ab_run_book_impact(abSimulation *s, double kinetic_before);
// The parts of the energy of a state, as a frame tells them.
abEnergyBook ab_run_energy(abSimulation *s, double t, const double *y);
// The same of the state that was evaluated last: cheaper.
abEnergyBook ab_run_energy_here(abSimulation *s, double t, const double *y);
// The energy with all that was lost, for a state; places the bodies.                          [J]
double ab_run_balance(abSimulation *s, double t, const double *y);
// After impulses, since ab_run_begin_impact: what drives gave, and what that is less of than `before`,
// which contacts have lost.
void ab_run_book_lost(abSimulation *s, double before);
#endif
