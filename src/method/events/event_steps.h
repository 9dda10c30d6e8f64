// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// event_steps.h - a step, and the events at its end.

#ifndef AB_EVENT_STEPS_H
#define AB_EVENT_STEPS_H

#include "abut/simulation.h"

// One step with its frames and events, or, where events accumulate or none can be taken, one over that.
// After a failure: implicit steps begin if they can, else it stands. `before`: problems told before it.
abResult ab_events_rescue(abSimulation *s, int before, abError *error);
abResult ab_events_step(abSimulation *s, const abObserver *observer, abError *error);

// Brings bodies that steps leave out to the time of the simulation, in y; nothing follows from it.
void ab_run_catch_up_flights(abSimulation *s);
// From now on steps leave out none; the integrator is to be started anew.
void ab_run_step_all(abSimulation *s);

#endif
