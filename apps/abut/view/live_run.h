// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_run.h - a session in a thread of its own: told what to do, asked what is going on. It never
// waits for those who look.

#ifndef ABUT_LIVE_RUN_H
#define ABUT_LIVE_RUN_H

#include <pthread.h>

#include "base/text.h"
#include "view/server.h"
#include "view/session.h"

enum { LIVE_ORDERS = 64, LIVE_CHANGES = 200 };

typedef enum LiveKind {
    LIVE_NOTHING,
    LIVE_START,
    LIVE_PAUSE,
    LIVE_STEP,  // to the next frame
    LIVE_RESET, // from the start, with the values chosen
    LIVE_BACK,  // number: to that time, with what was done before it
    LIVE_LATER, // path, value: of the next run
    LIVE_SPEED, // number: simulated by real time; 0 as fast as can be
    LIVE_SET,   // path, value
    LIVE_PULL,  // value
    LIVE_PUSH,  // value
    LIVE_THROW  // value
} LiveKind;

typedef struct LiveOrder {
    LiveKind kind;
    double number;
    char path[200];
    char value[600];
} LiveOrder;

typedef enum LiveState { LIVE_PAUSED, LIVE_RUNNING, LIVE_DONE, LIVE_FAILED } LiveState;

typedef struct LiveChange {
    double time; // [s]
    char path[200], value[120];
} LiveChange;

typedef struct LiveRun {
    abObserver record; // first: see pass_event
    Session session;   // of the computing thread, once it runs
    Server *server;    // woken when there is something new
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock; // of all below
    pthread_cond_t told;
    LiveOrder orders[LIVE_ORDERS];
    int order_count;
    bool is_quitting;
    LiveState state;
    double speed, time, rate;
    char message[500];
    LiveChange changes[LIVE_CHANGES]; // the newest
    int change_count;
    abText parameters;        // as JSON
    int64_t generation, news; // of records and their bodies; changes of the state
    int64_t parameter_news;   // the last that changed parameters
    abText frame;             // the newest
    bool has_frame;
    // of the computing thread
    abText draft; // of a frame
    bool stops_at_frame, stops, is_pulled;
    bool is_endless;                // was told to go on at its end
    double back_to;                 // NAN, or the time up to which a run is repeated      [s]
    double clock_start, time_start; // real and simulated time that belong together
    double rate_clock, rate_time;
} LiveRun;

// Opens the session and computes its first frame; the struct begins as zeros with what the session
// is given.
abResult live_run_open(LiveRun *run, abError *error);
void live_run_close(LiveRun *run);
// The thread.
abResult live_run_start(LiveRun *run, Server *server, abError *error);
void live_run_stop(LiveRun *run);

// ---- for the serving thread ----

// Orders beyond LIVE_ORDERS are lost; of pulls only the newest waits.
void live_run_tell(LiveRun *run, const LiveOrder *order);
// The newest frame, if it was not taken yet. Swaps the texts.
bool live_run_frame(LiveRun *run, abText *out);
// Another number when the record was begun anew or has other bodies.
int64_t live_run_generation(LiveRun *run);
bool live_run_is_news(LiveRun *run, int64_t known);
// {"live": {...}}; `known` becomes what this tells. Parameters when they changed since, or `whole`.
void live_run_state(LiveRun *run, bool whole, abText *out, int64_t *known);

#endif
