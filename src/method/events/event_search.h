// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// event_search.h - the first event of the step just taken.

#ifndef AB_EVENT_SEARCH_H
#define AB_EVENT_SEARCH_H

#include "abut/simulation.h"

typedef struct abFound {
    double theta; // where in the step; 1 when there is no event
    bool is_event;
    bool is_slip; // modes of tangential states end
} abFound;

// Looks for it and moves the end of the step there; `y_event` then holds the state.
abResult ab_run_find_event(abSimulation *s, abFound *found, abError *error);

#endif
