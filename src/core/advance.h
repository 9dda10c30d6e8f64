// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// advance.h - a run in parts: its beginning, one step at a time, and what is left to say.

#ifndef AB_ADVANCE_H
#define AB_ADVANCE_H

#include "abut/simulation.h"

// Before the first step: contacts that exist, the first frame. Where a run goes on: values that
// were set are told; a sensor that has halted it does so no more.
abResult ab_run_begin(abSimulation *s, const abObserver *observer, abError *error);
// Whether there are further steps: not at the end time, nor where a sensor has halted the run.
bool ab_run_goes_on(const abSimulation *s);
// Where the next of the steps of given length ends. All of them are counted from the start of the
// run, by the time, so that none is missed when a step was cut or `step` is another now.      [s]
double ab_run_planned_end(const abSimulation *s);
// The end of a step of length h: that of the run, where no more than a sliver would be left.  [s]
double ab_run_without_sliver(const abSimulation *s, double end, double h);
// One accepted step with its frames, events and the call after it. Several may end at one instant.
abResult ab_run_step(abSimulation *s, const abObserver *observer, abError *error);
// After the last of a number of steps that came to `result`: the frame where a sensor has halted
// the run, statistics, faults of code of users.
abResult ab_run_end(abSimulation *s, const abObserver *observer, abResult result, abError *error);

#endif
