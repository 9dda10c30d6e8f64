// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// touch_events.h - touches that begin and end, and what is told of them.

#ifndef AB_TOUCH_EVENTS_H
#define AB_TOUCH_EVENTS_H

#include "collide/broad/proximity.h"
#include "core/simulation_state.h"

abResult ab_run_notify_event(abSimulation *s, const abObserver *observer, abEventKind kind,
                             double t, const abContactPair *pair, const abProximity *at,
                             abError *error);
// Changes the memory for the state placed at time t and tells the observer.
abResult ab_run_apply_events(abSimulation *s, double t, const double *y, const abObserver *observer,
                             bool *changed, abError *error);
// The pairs near each other now, as a step of no length gives them.
abResult ab_run_look_around(abSimulation *s, abError *error);
// Contacts that exist at the start.
abResult ab_run_first_contacts(abSimulation *s, const abObserver *observer, abError *error);

#endif
