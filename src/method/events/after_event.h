// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// after_event.h - what follows an event.

#ifndef AB_AFTER_EVENT_H
#define AB_AFTER_EVENT_H

#include "abut/simulation.h"

// Contacts, modes of friction, sensors, weights and bodies at rest for the state as it is; the
// integrator must then start anew.
abResult ab_run_after_event(abSimulation *s, const abObserver *observer, abError *error);

#endif
