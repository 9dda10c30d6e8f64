// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// notify.h - events, told in their order.

#ifndef AB_NOTIFY_H
#define AB_NOTIFY_H

#include "abut/simulation.h"

// Gives the event the next index, counts it and tells the observer.
abResult ab_run_notify(abSimulation *s, abEvent *event, const abObserver *observer, abError *error);

#endif
