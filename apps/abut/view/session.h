// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// session.h - a model, its run and its record, changed from outside as it goes. Whatever is done is
// written into the record with its time, so that it can be done again (`abut repeat`).

#ifndef ABUT_SESSION_H
#define ABUT_SESSION_H

#include "abut/abut.h"
#include "base/arena.h"
#include "command/drive.h"

enum { SESSION_OVERRIDES = 600, SESSION_LATER = 4 };

typedef struct Session {
    // given
    const char *model_path, *record_path;
    const char *text; // of the model
    size_t size;
    bool allow_code, strict;
    double code_time; // [s]
    int threads;      // that compute; 0: one
    abOverride overrides[SESSION_OVERRIDES];
    int override_count, given_count; // given: before the run
    abOverride later[SESSION_LATER]; // of `simulation`: they act when it begins anew
    int later_count;
    // running
    Logger logger;
    abModel *model;
    abSimulation *simulation;
    abRecord *record;
    abArena arena; // texts of overrides
} Session;

// What the options --set, --threads, --allow-code and --code-time give.
abResult session_options(Session *session, const Arguments *arguments);

// Reads the model and starts simulation and record; again after session_close to run anew, with the
// values chosen since. The struct begins as zeros with what is given.
abResult session_open(Session *session, abError *error);
void session_close(Session *session);
// After session_close: forgets values too.
void session_done(Session *session);

// Between two calls of ab_simulation_run. On failure nothing has changed.
abResult session_set(Session *session, const char *path, const char *value, abError *error);
// A mapping {body: NAME, at: [x, y, z], to: [x, y, z], stiffness: k, damping: c}, or {}.
abResult session_pull(Session *session, const char *value, abError *error);
// {body: NAME, at: [x, y, z], impulse: [x, y, z]}
abResult session_push(Session *session, const char *value, abError *error);
// Another end time [s], as a text: a run that came to its end can go on.
abResult session_go_on(Session *session, const char *end_time, abError *error);

// A key of the block `simulation`, that acts with the next session_open after session_take_later.
// The model with it is read as a whole.
abResult session_set_later(Session *session, const char *path, const char *value, abError *error);
// Between session_close and session_open.
void session_take_later(Session *session);
// Likewise: bodies and rules that were added go, with what was set of them.
void session_drop_parts(Session *session);
// Between session_close and session_open: without what was set since the run began.
void session_forget(Session *session);
// Whether a change is no value of the model: a pull, a push, another end time.
bool session_is_action(const char *path);
// Any of these by its path.
abResult session_change(Session *session, const char *path, const char *value, abError *error);

#endif
