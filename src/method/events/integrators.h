// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// integrators.h - the integrators of method events.

#ifndef AB_INTEGRATORS_H
#define AB_INTEGRATORS_H

#include "abut/simulation.h"

// The groups of states that are judged together.
abResult ab_run_make_groups(abSimulation *s, abError *error);
// What is as long as the state.
abResult ab_run_make_arrays(abSimulation *s, abError *error);
abResult ab_run_make_steppers(abSimulation *s, abError *error);
// The state has become longer; the integrators then start anew.
abResult ab_run_grow_steppers(abSimulation *s, abError *error);
void ab_run_close_steppers(abSimulation *s);

#endif
