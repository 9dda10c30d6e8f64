// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// live_run.c - the computing thread.
//
//   orders       taken between two calls of ab_simulation_run; one that waits stops the run after
//                the step under way
//   the clock    frames wait for their time; whoever gives an order ends the wait
//   a frame      goes into the record and into the one place from where it is sent

#include "view/live_run.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "command/drive.h"
#include "output/view/view_stream.h"
#include "view/live_list.h"
#include "view/live_past.h"
#include "view/throw.h"

static const unsigned s_pushed = 0x80000000u; // marks a frame that nobody asked for

// ---- what others may know ----

static void wake(const LiveRun *run) {
    if (run->server != NULL) {
        server_wake(run->server);
    }
}

static void set_state(LiveRun *run, LiveState state, const char *message) {
    pthread_mutex_lock(&run->lock);
    run->state = state;
    run->time = ab_simulation_time(run->session.simulation);
    snprintf(run->message, sizeof run->message, "%s", message);
    run->news++;
    pthread_mutex_unlock(&run->lock);
    wake(run);
}

static void list_parameters(LiveRun *run) {
    pthread_mutex_lock(&run->lock);
    live_list(&run->session, &run->parameters);
    run->parameter_news = ++run->news;
    pthread_mutex_unlock(&run->lock);
    wake(run);
}

// ---- the observer ----

static void publish(LiveRun *run, const abFrame *frame) {
    abFrame marked = *frame;
    marked.index = (int64_t)((uint64_t)frame->index | s_pushed);
    abError error;
    ab_error_clear(&error);
    if (ab_view_frame(run->session.record, &marked, &run->draft, &error) != AB_OK) {
        return;
    }
    double clock = ab_clock();
    pthread_mutex_lock(&run->lock);
    abText old = run->frame;
    run->frame = run->draft;
    run->draft = old;
    run->has_frame = true;
    run->time = frame->time;
    if (clock - run->rate_clock > 0.3) {
        run->rate = (frame->time - run->rate_time) / (clock - run->rate_clock);
        run->rate_clock = clock;
        run->rate_time = frame->time;
        run->news++;
    }
    pthread_mutex_unlock(&run->lock);
    wake(run);
}

// Both clocks begin anew here.
static void set_clock(LiveRun *run) {
    run->clock_start = run->rate_clock = ab_clock();
    run->time_start = run->rate_time = ab_simulation_time(run->session.simulation);
}

// Waits until it is time for `time`, or an order comes.
static void keep_time(LiveRun *run, double time) {
    pthread_mutex_lock(&run->lock);
    if (run->speed > 0.0) {
        double due = run->clock_start + (time - run->time_start) / run->speed,
               late = ab_clock() - due;
        if (late > 0.1) { // slower than the clock: do not hurry later
            run->clock_start += late;
        }
        struct timespec until = {.tv_sec = (time_t)due, .tv_nsec = (long)(1e9 * fmod(due, 1.0))};
        while (run->order_count == 0 && !run->is_quitting && ab_clock() < due &&
               pthread_cond_timedwait(&run->told, &run->lock, &until) != ETIMEDOUT) {
        }
    }
    pthread_mutex_unlock(&run->lock);
}

static abResult on_frame(void *context, const abFrame *frame, abError *error) {
    LiveRun *run = context;
    AB_TRY(run->record.frame(run->record.context, frame, error));
    publish(run, frame);
    if (run->stops_at_frame) {
        run->stops = true;
    } else if (isnan(run->back_to)) {
        keep_time(run, frame->time);
    }
    return AB_OK;
}

static bool is_called(LiveRun *run) {
    pthread_mutex_lock(&run->lock);
    bool is_called = run->order_count > 0 || run->is_quitting;
    pthread_mutex_unlock(&run->lock);
    return is_called;
}

static abResult on_step(void *context, abSimulation *simulation, double time, abError *error) {
    LiveRun *run = context;
    AB_TRY(run->record.step(run->record.context, simulation, time, error));
    bool is_back = time >= run->back_to; // false for NAN
    return run->stops || is_back || is_called(run) ? AB_STOPPED : AB_OK;
}

// ---- running ----

static abResult run_on(LiveRun *run, abError *error) {
    abObserver observer = {run, on_frame, pass_event, on_step};
    run->record = ab_record_observer(run->session.record);
    run->stops = false;
    return ab_simulation_run(run->session.simulation, &observer, error);
}

static void commit(LiveRun *run, abError *error) {
    ab_record_commit(run->session.record, run->session.simulation, error);
}

static void pause_run(LiveRun *run, const char *message) {
    abError error;
    ab_error_clear(&error);
    commit(run, &error);
    set_state(run, LIVE_PAUSED, message);
}

// As long again as the model says, from its end.
static abResult go_on(LiveRun *run, abError *error) {
    const abSimulationDef *def = ab_model_simulation(run->session.model);
    double time = ab_simulation_time(run->session.simulation);
    char text[40];
    snprintf(text, sizeof text, "%.17g", time + (def->end_time - def->start_time));
    return session_go_on(&run->session, text, error);
}

// Runs until an order comes or the end.
static void run_for_a_while(LiveRun *run) {
    abError error;
    ab_error_clear(&error);
    abResult result = run_on(run, &error);
    if (result == AB_STOPPED) {
        if (run->stops_at_frame) {
            run->stops_at_frame = false;
            pause_run(run, "");
        }
        return;
    }
    run->stops_at_frame = false;
    if (result == AB_OK) {
        commit(run, &error);
        if (run->is_endless && go_on(run, &error) == AB_OK) {
            return;
        }
    }
    set_state(run, result == AB_OK ? LIVE_DONE : LIVE_FAILED,
              error.count > 0 ? error.problems[0].text : "");
}

// ---- orders ----

static void note_change(LiveRun *run, const char *path, const char *value) {
    pthread_mutex_lock(&run->lock);
    if (run->change_count == LIVE_CHANGES) {
        memmove(run->changes, run->changes + 1, (LIVE_CHANGES - 1) * sizeof *run->changes);
        run->change_count--;
    }
    LiveChange *change = &run->changes[run->change_count++];
    change->time = ab_simulation_time(run->session.simulation);
    snprintf(change->path, sizeof change->path, "%s", path);
    snprintf(change->value, sizeof change->value, "%.119s", value);
    run->news++;
    pthread_mutex_unlock(&run->lock);
}

// Those who look read the record anew; a frame that waits is of fewer bodies.
static void tell_bodies(LiveRun *run) {
    pthread_mutex_lock(&run->lock);
    run->generation++;
    run->has_frame = false;
    pthread_mutex_unlock(&run->lock);
    list_parameters(run);
}

static int body_count(const LiveRun *run) {
    return ab_model_body_count(ab_simulation_model(run->session.simulation));
}

// Also where no rule was found for the body: it is there then.
static abResult throw_in(LiveRun *run, const LiveOrder *order, abError *error) {
    int before = body_count(run);
    abResult result = session_throw(&run->session, order->value, error);
    if (body_count(run) != before) {
        const abModel *model = ab_simulation_model(run->session.simulation);
        char path[200];
        snprintf(path, sizeof path, "bodies.%.180s",
                 ab_model_body_name(model, (abBodyId){before + 1}));
        note_change(run, path, order->value);
        tell_bodies(run);
    }
    return result;
}

static abResult change(LiveRun *run, const LiveOrder *order, abError *error) {
    switch (order->kind) {
    case LIVE_THROW:
        return throw_in(run, order, error);
    case LIVE_SET:
    case LIVE_LATER:
        AB_TRY((order->kind == LIVE_SET ? session_set : session_set_later)(
            &run->session, order->path, order->value, error));
        note_change(run, order->path, order->value);
        list_parameters(run);
        return AB_OK;
    case LIVE_PULL: {
        bool lets_go = strcmp(order->value, "{}") == 0;
        if (lets_go && !run->is_pulled) {
            return AB_OK;
        }
        AB_TRY(session_pull(&run->session, order->value, error));
        run->is_pulled = !lets_go;
        return AB_OK;
    }
    case LIVE_PUSH:
        return session_push(&run->session, order->value, error);
    default:
        return AB_OK;
    }
}

static LiveState state_of(LiveRun *run) {
    pthread_mutex_lock(&run->lock);
    LiveState state = run->state;
    pthread_mutex_unlock(&run->lock);
    return state;
}

// A first frame is there, so that there is something to see.
static abResult begin(LiveRun *run, abError *error) {
    AB_TRY(session_open(&run->session, error));
    run->stops_at_frame = true;
    abResult result = run_on(run, error);
    run->stops_at_frame = false;
    AB_TRY(result == AB_STOPPED ? AB_OK : result);
    commit(run, error);
    set_clock(run);
    run->is_pulled = run->is_endless = false;
    pthread_mutex_lock(&run->lock);
    run->generation++;
    run->change_count = 0;
    pthread_mutex_unlock(&run->lock);
    list_parameters(run);
    set_state(run, LIVE_PAUSED, "");
    return AB_OK;
}

// The session was closed; false when there is no simulation any more.
static bool begin_anew(LiveRun *run) {
    abError error;
    ab_error_clear(&error);
    bool is_there = begin(run, &error) == AB_OK;
    if (!is_there) {
        pthread_mutex_lock(&run->lock);
        run->state = LIVE_FAILED;
        run->is_quitting = true; // there is no simulation any more
        snprintf(run->message, sizeof run->message, "%.480s",
                 error.count > 0 ? error.problems[0].text : "cannot begin anew");
        run->news++;
        pthread_mutex_unlock(&run->lock);
        wake(run);
    }
    return is_there;
}

static void reset(LiveRun *run) {
    session_close(&run->session);
    session_take_later(&run->session);
    session_drop_parts(&run->session);
    begin_anew(run);
}

// ---- back to an earlier instant ----

// Whether someone wants to end the repeat under way.
static bool is_interrupted(LiveRun *run) {
    bool is_interrupted;
    pthread_mutex_lock(&run->lock);
    is_interrupted = run->is_quitting;
    for (int i = 0; i < run->order_count; i++) {
        is_interrupted |= run->orders[i].kind == LIVE_RESET || run->orders[i].kind == LIVE_PAUSE;
    }
    pthread_mutex_unlock(&run->lock);
    return is_interrupted;
}

// Up to a time, at the end of the step that holds it.
static abResult run_up_to(LiveRun *run, double time, abError *error) {
    abResult result = AB_STOPPED;
    run->back_to = time;
    while (result == AB_STOPPED && ab_simulation_time(run->session.simulation) < time &&
           !is_interrupted(run)) {
        result = run_on(run, error);
    }
    run->back_to = NAN;
    return result == AB_STOPPED ? AB_OK : result;
}

// What was done to a run acts again at its times: the same steps, to the last bit.
static abResult do_again(LiveRun *run, const LivePast *past, abError *error) {
    for (int i = 0; i < past->count && !is_interrupted(run); i++) {
        const abChange *done = &past->list[i];
        AB_TRY(run_up_to(run, done->time, error));
        int bodies = body_count(run);
        AB_TRY(session_change(&run->session, done->path, done->value, error));
        if (!session_is_action(done->path)) {
            note_change(run, done->path, done->value);
        }
        if (body_count(run) != bodies) {
            tell_bodies(run);
        }
        run->is_endless |= strcmp(done->path, "go_on") == 0;
        run->is_pulled =
            strcmp(done->path, "pull") == 0 ? strcmp(done->value, "{}") != 0 : run->is_pulled;
    }
    return run_up_to(run, past->until, error);
}

static void go_back(LiveRun *run, double time) {
    abError error;
    ab_error_clear(&error);
    LivePast past = {.until = time};
    LiveState before = state_of(run);
    if (!(time < ab_simulation_time(run->session.simulation))) {
        return;
    }
    commit(run, &error);
    if (live_past_read(run->session.record_path, &past, &error) != AB_OK) {
        set_state(run, before, error.count > 0 ? error.problems[0].text : "");
        return;
    }
    session_close(&run->session);
    session_forget(&run->session);
    if (begin_anew(run)) {
        set_state(run, LIVE_RUNNING, "computed again up to there");
        abResult result = do_again(run, &past, &error);
        list_parameters(run);
        if (run->is_pulled) { // nobody holds the mouse any more
            session_pull(&run->session, "{}", &error);
            run->is_pulled = false;
        }
        commit(run, &error);
        set_state(run, result == AB_OK ? LIVE_PAUSED : LIVE_FAILED,
                  error.count > 0 ? error.problems[0].text : "");
    }
    live_past_done(&past);
}

static void obey(LiveRun *run, const LiveOrder *order) {
    abError error;
    ab_error_clear(&error);
    LiveState state = state_of(run);
    bool can_go_on = state != LIVE_FAILED;
    switch (order->kind) {
    case LIVE_START:
    case LIVE_STEP:
        if (state == LIVE_DONE) {
            run->is_endless = true;
            can_go_on = go_on(run, &error) == AB_OK;
        }
        if (can_go_on) {
            run->stops_at_frame = order->kind == LIVE_STEP;
            set_clock(run);
            set_state(run, LIVE_RUNNING, "");
        }
        break;
    case LIVE_PAUSE:
        if (state == LIVE_RUNNING) {
            pause_run(run, "");
        }
        break;
    case LIVE_RESET:
        reset(run);
        break;
    case LIVE_BACK:
        go_back(run, order->number);
        break;
    case LIVE_SPEED:
        pthread_mutex_lock(&run->lock);
        run->speed = order->number;
        pthread_mutex_unlock(&run->lock);
        set_clock(run);
        break;
    case LIVE_SET:
    case LIVE_LATER:
    case LIVE_PULL:
    case LIVE_PUSH:
    case LIVE_THROW:
        if (can_go_on && change(run, order, &error) != AB_OK) {
            set_state(run, state, error.count > 0 ? error.problems[0].text : "");
        }
        break;
    case LIVE_NOTHING:
        break;
    }
}

static bool take_order(LiveRun *run, LiveOrder *out) {
    pthread_mutex_lock(&run->lock);
    bool has_one = run->order_count > 0;
    if (has_one) {
        *out = run->orders[0];
        memmove(run->orders, run->orders + 1, (size_t)--run->order_count * sizeof *run->orders);
    }
    pthread_mutex_unlock(&run->lock);
    return has_one;
}

// False when it is time to end.
static bool wait_for_orders(LiveRun *run) {
    pthread_mutex_lock(&run->lock);
    while (run->order_count == 0 && !run->is_quitting && run->state != LIVE_RUNNING) {
        pthread_cond_wait(&run->told, &run->lock);
    }
    bool goes_on = !run->is_quitting;
    pthread_mutex_unlock(&run->lock);
    return goes_on;
}

static void *compute(void *argument) {
    LiveRun *run = argument;
    LiveOrder order;
    while (wait_for_orders(run)) {
        while (take_order(run, &order)) {
            obey(run, &order);
        }
        if (state_of(run) == LIVE_RUNNING) {
            run_for_a_while(run);
        }
    }
    return NULL;
}

// ---- life ----

abResult live_run_open(LiveRun *run, abError *error) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->told, &attributes);
    pthread_condattr_destroy(&attributes);
    ab_text_init(&run->parameters, ab_heap());
    ab_text_init(&run->frame, ab_heap());
    ab_text_init(&run->draft, ab_heap());
    run->speed = 1.0;
    run->back_to = NAN;
    return begin(run, error);
}

abResult live_run_start(LiveRun *run, Server *server, abError *error) {
    run->server = server;
    run->has_thread = pthread_create(&run->thread, NULL, compute, run) == 0;
    return run->has_thread ? AB_OK
                           : ab_error_add(error, AB_IO, (abPlace){0}, "cannot start a thread");
}

void live_run_stop(LiveRun *run) {
    if (!run->has_thread) {
        return;
    }
    pthread_mutex_lock(&run->lock);
    run->is_quitting = true;
    pthread_cond_signal(&run->told);
    pthread_mutex_unlock(&run->lock);
    pthread_join(run->thread, NULL);
    run->has_thread = false;
}

// The record ends as that of a run that was stopped, unless it came to its end.
void live_run_close(LiveRun *run) {
    live_run_stop(run);
    Session *session = &run->session;
    if (session->record != NULL && session->simulation != NULL) {
        abError error;
        ab_error_clear(&error);
        abResult result = run->state == LIVE_DONE     ? AB_OK
                          : run->state == LIVE_FAILED ? AB_NUMERICS
                                                      : AB_STOPPED;
        ab_record_finish(session->record, session->simulation, result, NULL, 0.0, &error);
    }
    session_done(session);
    ab_text_done(&run->parameters);
    ab_text_done(&run->frame);
    ab_text_done(&run->draft);
}

// ---- for the serving thread ----

void live_run_tell(LiveRun *run, const LiveOrder *order) {
    pthread_mutex_lock(&run->lock);
    LiveOrder *last = run->order_count > 0 ? &run->orders[run->order_count - 1] : NULL;
    if (last != NULL && order->kind == LIVE_PULL && last->kind == LIVE_PULL) {
        *last = *order;
    } else if (order->kind != LIVE_NOTHING && run->order_count < LIVE_ORDERS) {
        run->orders[run->order_count++] = *order;
    }
    pthread_cond_signal(&run->told);
    pthread_mutex_unlock(&run->lock);
}

bool live_run_frame(LiveRun *run, abText *out) {
    pthread_mutex_lock(&run->lock);
    bool has_one = run->has_frame;
    if (has_one) {
        abText old = *out;
        *out = run->frame;
        run->frame = old;
        run->has_frame = false;
    }
    pthread_mutex_unlock(&run->lock);
    return has_one;
}

int64_t live_run_generation(LiveRun *run) {
    pthread_mutex_lock(&run->lock);
    int64_t generation = run->generation;
    pthread_mutex_unlock(&run->lock);
    return generation;
}

bool live_run_is_news(LiveRun *run, int64_t known) {
    pthread_mutex_lock(&run->lock);
    bool is_news = run->news != known;
    pthread_mutex_unlock(&run->lock);
    return is_news;
}

void live_run_state(LiveRun *run, bool whole, abText *out, int64_t *known) {
    static const char *const words[] = {"paused", "running", "done", "failed"};
    abJson json = ab_json(out, false);
    pthread_mutex_lock(&run->lock);
    ab_json_open(&json, NULL, '{');
    ab_json_open(&json, "live", '{');
    ab_json_text(&json, "state", words[run->state]);
    ab_json_number(&json, "time", run->time);
    ab_json_number(&json, "rate", run->rate);
    ab_json_number(&json, "speed", run->speed);
    ab_json_text(&json, "message", run->message);
    ab_json_open(&json, "changes", '[');
    for (int i = 0; i < run->change_count; i++) {
        ab_json_open(&json, NULL, '{');
        ab_json_number(&json, "time", run->changes[i].time);
        ab_json_text(&json, "path", run->changes[i].path);
        ab_json_text(&json, "value", run->changes[i].value);
        ab_json_close(&json, '}');
    }
    ab_json_close(&json, ']');
    if (whole || run->parameter_news > *known) {
        ab_text_add(out, ", \"parameters\": %s", ab_text_string(&run->parameters));
    }
    ab_json_close(&json, '}');
    ab_json_close(&json, '}');
    if (!whole) {
        *known = run->news;
    }
    pthread_mutex_unlock(&run->lock);
}
