// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// link_events.h - ropes and limits that begin and cease to carry.

#ifndef AB_LINK_EVENTS_H
#define AB_LINK_EVENTS_H

#include "abut/simulation.h"

// Those that are no longer in the list to be taken.
abResult ab_run_notify_lost_links(abSimulation *s, const abObserver *observer, abError *error);
// That open now, or begin to carry.
abResult ab_run_follow_links(abSimulation *s, const abObserver *observer, abError *error);
// Whose bounces have ended.
abResult ab_run_notify_accumulated_links(abSimulation *s, double until, const abObserver *observer,
                                         abError *error);

#endif
