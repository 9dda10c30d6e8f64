// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// failure.h - what to say when the numbers cannot go on.

#ifndef AB_FAILURE_H
#define AB_FAILURE_H

#include "abut/simulation.h"

// What is known of why: two bodies, as numbers from 1, 0 none; the state that was tried, NULL where
// it is not to blame.
typedef struct abFailureCause {
    int pair[2];
    const char *cause;
    const double *y;
} abFailureCause;

// A body that is not finite, or joints in a singular position, are named instead of the cause.
abResult ab_run_cannot_go_on(abSimulation *s, const abFailureCause *failure, abError *error);
// Where an evaluation fails, as the method or else the state tells.
abResult ab_run_failed(abSimulation *s, abError *error);

// The first partner of a body that touches something; body -1: none.
void ab_run_pair_of(const abSimulation *s, int body, int pair[2]);
// The two rigid bodies that meet fastest; unchanged where none do.
void ab_run_closing_pair(const abSimulation *s, int pair[2]);

extern const char ab_failure_vanishes[]; // the cause where nothing else is known

#endif
