// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_losses.h - losses of a step and inside of it; rows of AB_BOOK_STATES, in joules.

#ifndef AB_STEPS_LOSSES_H
#define AB_STEPS_LOSSES_H

#include "mechanics/state/mechanics.h"

// Of the losses of a step at its contacts: what one gives comes out of the others, with its bend.
void ab_steps_join_losses(double *lost, double *bend);
// (1) of steps_losses.c for the losses at contacts, of which `stored` is at the start and the end of the
// step; answers the bend of what they store.                                                        [J]
double ab_steps_keep_contacts_rising(const double *lost, const double stored[2], double *bend);
// Likewise for dampers; answers the bend of what force elements store beside what it says.           [J]
double ab_steps_keep_dampers_rising(const double *lost, double *bend);

#endif
