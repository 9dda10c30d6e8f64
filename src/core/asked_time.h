// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// asked_time.h - a simulation is shown at the time its program asks for, which may be inside the
// step under way.

#ifndef AB_ASKED_TIME_H
#define AB_ASKED_TIME_H

#include "core/kept_step.h"
#include "core/pending.h"

// A checkpoint, in room that is used again.
typedef struct abSnapshot {
    unsigned char *bytes;
    size_t size, room;
    bool is_whole; // all that the future depends on
} abSnapshot;

typedef struct abAskedTime {
    bool is_inside;        // the step under way has passed `time`
    double time;           // [s]
    abSnapshot start, end; // the simulation as that step began, and as it ended
    size_t slots;          // of tangential states as it began
    double *y, *rate;      // a state inside, and room for its derivative
    size_t y_room, rate_room;
    abPending held; // what the step tells of later times
} abAskedTime;

// The time that is shown [s], and the state then. The state stays until the next call.
double ab_run_shown_time(const abSimulation *s);
const double *ab_run_shown_state(const abSimulation *s);

// Before a change from outside: the step under way ends at the time that is shown.
abResult ab_run_end_step_here(abSimulation *s, abError *error);

// Before further steps: leaves the step under way, at the end of which the run may be over; without
// one, begins or goes on.
abResult ab_run_go_on(abSimulation *s, const abObserver *observer, bool *is_over, abError *error);

// The forces of the instant that is shown: dynamics is as after an evaluation there, with the
// memory the contacts had then, until the answer is closed. False when it cannot be evaluated.
typedef struct abAnswering {
    double t;        // [s]
    const double *y; // the state there
    bool went_back;
    abKeptStep kept;
    int64_t evaluations, proximity_calls;
} abAnswering;
bool ab_run_open_answer(abSimulation *s, abAnswering *answer);
void ab_run_close_answer(abSimulation *s, abAnswering *answer);

void ab_run_forget_asked(abSimulation *s);
void ab_run_close_asked(abSimulation *s);

#endif
