// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// event_watch.h - what holds steps up, and why none can be taken.

#ifndef AB_EVENT_WATCH_H
#define AB_EVENT_WATCH_H

#include "method/events/events.h"

// The pair that holds a group's body, for messages: the body itself and its first partner.
void ab_run_limiting_pair(const abSimulation *s, int group, int bodies[2]);
// Before each step: says once that a run crawls, and what holds it.
void ab_run_watch(abSimulation *s);
// After an implicit step: what it counts as.
void ab_run_note_dense_work(abSimulation *s, bool rests, double factored);
// What to say when impacts at one instant have no end; when no step can be taken.
abResult ab_run_endless_impacts(abSimulation *s, abError *error);
abResult ab_run_no_step(abSimulation *s, abStepStatus status, abError *error);

// Whether a drive works against the stop of a joint; adds what there is to say of it.
bool ab_run_is_driven_on(abSimulation *s, abError *error);

#endif
