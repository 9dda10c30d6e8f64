// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense_steps.h - implicit steps through places that events do not get through.

#ifndef AB_DENSE_STEPS_H
#define AB_DENSE_STEPS_H

#include "core/checkpoint.h"
#include "method/events/events.h"

// Whether implicit steps may go on from here: there is contact, and the step knows all laws.
bool ab_dense_is_possible(const abSimulation *s);
// From located events to implicit steps, at the state as it is. False where no such step can be
// taken; the run then ends as it would have.
abResult ab_dense_enter(abSimulation *s, bool *has_entered, abError *error);
// Back to located events, with what touches. Where they find no way, the stretch goes on.
abResult ab_dense_leave(abSimulation *s, const abObserver *observer, abError *error);
// One step of a stretch, its frames and events. Ends the stretch where events can go on.
abResult ab_dense_step(abSimulation *s, const abObserver *observer, abError *error);

// Notes the state at an event, from which a stretch could begin.
abResult ab_dense_note(abSimulation *s, abError *error);
// As of abMethod, of a run in a stretch.
void ab_dense_disturb(abSimulation *s);
bool ab_dense_pass(abSimulation *s, abStream *stream);
void ab_dense_done(abSimulation *s);

static inline bool ab_is_dense(const abSimulation *s) {
    return ((const abEvents *)s->own)->dense.is_on;
}

#endif
