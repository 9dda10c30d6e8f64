// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// choose_integrator.h - which integrator takes the next step.

#ifndef AB_CHOOSE_INTEGRATOR_H
#define AB_CHOOSE_INTEGRATOR_H

#include "core/simulation_state.h"

// One step of the stiff integrator for nothing, so that what the library behind it takes at its
// first step is taken before the run.
void ab_run_warm_up(abSimulation *s);
// Starts the integrator in use from the state as it is; `h` a first step to try or 0.
abResult ab_run_restart(abSimulation *s, double h, abError *error);
// Begins to count steps since the last event: after an event, or back from a trial.
void ab_run_reset_step_count(abSimulation *s);
// Changes integrators when `auto` measures that it pays.
abResult ab_run_choose(abSimulation *s, abStepStatus status, abError *error);
// After a step that could not be taken: `auto` goes back from the stiff integrator to the explicit
// pair, which starts again from the last good state; otherwise that is the end.
abResult ab_run_fall_back(abSimulation *s, abStepStatus status, abError *error);

#endif
