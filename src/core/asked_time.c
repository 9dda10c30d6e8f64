// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// asked_time.c - who advances a simulation to times of their own gets whole steps, as if nobody
// asked: the last one passes the time and answers from its polynomials (kept_step.c).
//
// Until the asked time passes its end, that step is provisional. What it tells of later times is
// held back. A change from outside takes it back: the simulation returns to the snapshot of its
// start, and a shorter step ends where the change happens. Forces inside it are evaluated with the
// memory of its start, as its end may be an event after which contacts are others.
//
// Limits  an integrator with a history begins anew at the start of a step that is taken back: what
//         it does is then within the tolerance, but not of the same bits as without the change.
//         Where the step made room for more points of friction it is not taken back: the change
//         happens at its end, which is the time shown from then on.

#include "core/asked_time.h"

#include <string.h>

#include "base/array.h"
#include "base/no_memory.h"
#include "core/advance.h"
#include "core/changes.h"
#include "core/checkpoint.h"
#include "core/method.h"
#include "core/simulation_state.h"
#include "derivative/state/derivative.h"
#include "mechanics/state/place.h"

// ---- what is shown ----

double ab_run_shown_time(const abSimulation *s) {
    return s->asked.is_inside ? s->asked.time : s->t;
}

// Room for a state, made as the simulation is advanced; without it the state at the end is shown.
static bool reserve_state(abSimulation *s) {
    abAskedTime *asked = &s->asked;
    size_t n = s->dynamics.mechanics.layout.count;
    return AB_ARRAY_RESERVE(s->allocator, asked->y, asked->y_room, n) &&
           AB_ARRAY_RESERVE(s->allocator, asked->rate, asked->rate_room, n);
}

const double *ab_run_shown_state(const abSimulation *s) {
    ab_run_catch_up(s);
    if (!s->asked.is_inside) {
        return s->y;
    }
    ab_run_state_at(s, s->asked.time, s->asked.y);
    return s->asked.y;
}

double ab_simulation_time(const abSimulation *s) {
    return ab_run_shown_time(s);
}

// ---- snapshots ----

static abResult take_snapshot(abSimulation *s, abSnapshot *out, abError *error) {
    out->is_whole = ab_run_can_save(s);
    out->size = ab_run_save(s, out->bytes, out->room);
    if (out->size <= out->room) {
        return AB_OK;
    }
    if (!AB_ARRAY_RESERVE(s->allocator, out->bytes, out->room, out->size)) {
        return ab_no_memory(error, (abPlace){0}, "for a step");
    }
    out->size = ab_run_save(s, out->bytes, out->room);
    return AB_OK;
}

static bool can_go_back(const abSimulation *s) {
    return s->asked.slots == s->dynamics.mechanics.layout.tangential_slots;
}

size_t ab_simulation_save(const abSimulation *s, void *buffer, size_t size) {
    const abSnapshot *start = &s->asked.start;
    if (!s->asked.is_inside) {
        return ab_run_can_save(s) ? ab_run_save(s, buffer, size) : 0;
    }
    if (start->is_whole && start->size <= size && buffer != NULL) {
        memcpy(buffer, start->bytes, start->size);
    }
    return start->is_whole ? start->size : 0;
}

abResult ab_simulation_restore(abSimulation *s, const void *buffer, size_t size, abError *error) {
    ab_run_forget_asked(s);
    AB_TRY(ab_run_restore(s, buffer, size, error));
    ab_run_find_schedule(s);
    return AB_OK;
}

// ---- advancing ----

abResult ab_simulation_observe(abSimulation *s, const abObserver *observer) {
    s->observer = observer != NULL ? *observer : (abObserver){0};
    return AB_OK;
}

static bool is_pending(const abAskedTime *asked) {
    return asked->is_inside || asked->held.told < asked->held.count; // an observer stopped the run
}

// Leaves the step under way: what it tells is told, its end is shown.
static abResult pass_step(abSimulation *s, const abObserver *observer, abError *error) {
    s->asked.is_inside = false;
    return ab_pending_tell(&s->asked.held, INFINITY, observer, s, error);
}

// One step that nobody hears of yet.
static abResult take_step(abSimulation *s, abError *error) {
    abAskedTime *asked = &s->asked;
    ab_pending_clear(&asked->held);
    asked->held.allocator = s->allocator;
    AB_TRY(ab_run_keep_schedule(s, &s->observer, error));
    ab_run_keep_steps(s); // also where a value made the run anew
    asked->slots = s->dynamics.mechanics.layout.tangential_slots;
    AB_TRY(take_snapshot(s, &asked->start, error));
    const abObserver holder = ab_pending_holder(&asked->held, &s->observer);
    abResult result = ab_run_step(s, &holder, error);
    return result == AB_OK && !reserve_state(s) ? ab_no_memory(error, (abPlace){0}, "for a step")
                                                : result;
}

// Steps until one passes `time`, or the run ends.
static abResult step_past(abSimulation *s, double time, abError *error) {
    abResult result = AB_OK;
    while (result == AB_OK && ab_run_goes_on(s) && s->t < time) {
        result = take_step(s, error);
        s->asked.is_inside = result == AB_OK && s->t > time;
        s->asked.time = time;
        double until = s->asked.is_inside ? time : INFINITY;
        abResult told = ab_pending_tell(&s->asked.held, until, &s->observer, s, error);
        result = result == AB_OK ? told : result;
    }
    return s->asked.is_inside ? result : ab_run_end(s, &s->observer, result, error);
}

abResult ab_run_go_on(abSimulation *s, const abObserver *observer, bool *is_over, abError *error) {
    bool was_pending = is_pending(&s->asked);
    *is_over = was_pending && !ab_run_goes_on(s);
    return was_pending ? pass_step(s, observer, error) : ab_run_begin(s, observer, error);
}

abResult ab_simulation_advance(abSimulation *s, double time, abError *error) {
    double shown = ab_run_shown_time(s);
    if (!(time >= shown)) {
        return ab_error_add(error, AB_USAGE, (abPlace){0},
                            "cannot advance to %.9g s: the simulation is at %.9g s", time, shown);
    }
    ab_run_keep_steps(s);
    time = fmin(time, s->options.end_time);
    if (s->asked.is_inside && time < s->t) {
        s->asked.time = time;
        return ab_pending_tell(&s->asked.held, time, &s->observer, s, error);
    }
    bool is_over;
    abResult result = ab_run_go_on(s, &s->observer, &is_over, error);
    if (result != AB_OK || is_over) {
        return ab_run_end(s, &s->observer, result, error);
    }
    return step_past(s, time, error);
}

abResult ab_simulation_step(abSimulation *s, abError *error) {
    bool is_over, was_inside = s->asked.is_inside;
    ab_run_keep_steps(s);
    abResult result = ab_run_go_on(s, &s->observer, &is_over, error);
    if (result == AB_OK && !was_inside && ab_run_goes_on(s)) {
        result = ab_run_keep_schedule(s, &s->observer, error);
        result = result == AB_OK ? ab_run_step(s, &s->observer, error) : result;
    }
    return ab_run_end(s, &s->observer, result, error);
}

// ---- a change from outside ----

// From the start of the step again, up to the time that is shown.
static abResult step_again(abSimulation *s, double time, abError *error) {
    abAskedTime *asked = &s->asked;
    AB_TRY(ab_run_restore(s, asked->start.bytes, asked->start.size, error));
    if (!asked->start.is_whole && s->method->forget != NULL) {
        AB_TRY(s->method->forget(s, error));
    }
    const abObserver holder = ab_pending_holder(&asked->held, &s->observer);
    abResult result = AB_OK;
    s->stop_time = time;
    while (result == AB_OK && ab_run_goes_on(s) && s->t < time) {
        result = ab_run_step(s, &holder, error);
    }
    s->stop_time = INFINITY;
    return result;
}

static abResult end_step(abSimulation *s, abError *error) {
    abAskedTime *asked = &s->asked;
    if (!asked->is_inside) {
        return AB_OK;
    }
    if (!can_go_back(s)) {
        return pass_step(s, &s->observer, error);
    }
    size_t frames = ab_pending_told(&asked->held, AB_PENDING_FRAME);
    size_t events = ab_pending_told(&asked->held, AB_PENDING_EVENT);
    ab_pending_clear(&asked->held);
    asked->is_inside = false;
    AB_TRY(step_again(s, asked->time, error));
    ab_pending_skip(&asked->held, AB_PENDING_FRAME, frames);
    ab_pending_skip(&asked->held, AB_PENDING_EVENT, events);
    return ab_pending_tell(&asked->held, INFINITY, &s->observer, s, error);
}

abResult ab_run_end_step_here(abSimulation *s, abError *error) {
    AB_TRY(end_step(s, error));
    ab_run_catch_up(s);
    return AB_OK;
}

// ---- forces of the instant that is shown ----

static bool amends(const abSimulation *s) {
    return s->method->amend != NULL && (s->method->amends == NULL || s->method->amends(s));
}

// Methods that amend frames know the forces of the step just taken themselves. After a step that
// an integrator with a history goes on from, contacts are those of its start.
static bool go_to_start(abSimulation *s, abAnswering *answer) {
    abAskedTime *asked = &s->asked;
    abError error;
    ab_error_clear(&error);
    if (!asked->is_inside || !can_go_back(s) || amends(s) ||
        take_snapshot(s, &asked->end, &error) != AB_OK || !asked->end.is_whole) {
        return false;
    }
    answer->kept = s->kept;
    s->kept = (abKeptStep){.is_wanted = true};
    ab_run_restore(s, asked->start.bytes, asked->start.size, &error);
    return true;
}

bool ab_run_open_answer(abSimulation *s, abAnswering *answer) {
    if (!reserve_state(s)) {
        return false;
    }
    answer->t = ab_run_shown_time(s);
    answer->y = ab_run_shown_state(s);
    answer->evaluations = s->dynamics.mechanics.evaluations;
    answer->proximity_calls = s->dynamics.mechanics.proximity_calls;
    answer->went_back = go_to_start(s, answer);
    bool ok = ab_derivative_evaluate(&s->dynamics, answer->t, answer->y, s->asked.rate);
    if (!ok) {
        ab_run_close_answer(s, answer);
    }
    return ok;
}

void ab_run_close_answer(abSimulation *s, abAnswering *answer) {
    if (answer->went_back) {
        abError error;
        ab_error_clear(&error);
        ab_run_restore(s, s->asked.end.bytes, s->asked.end.size, &error);
        s->kept = answer->kept;
    }
    s->dynamics.mechanics.evaluations = answer->evaluations;
    s->dynamics.mechanics.proximity_calls = answer->proximity_calls;
    ab_mechanics_place(&s->dynamics.mechanics, s->t, s->y);
}

// ---- the end ----

void ab_run_forget_asked(abSimulation *s) {
    s->asked.is_inside = false;
    ab_pending_clear(&s->asked.held);
}

void ab_run_close_asked(abSimulation *s) {
    abAskedTime *asked = &s->asked;
    ab_pending_done(&asked->held);
    AB_ARRAY_FREE(s->allocator, asked->start.bytes, asked->start.room);
    AB_ARRAY_FREE(s->allocator, asked->end.bytes, asked->end.room);
    AB_ARRAY_FREE(s->allocator, asked->y, asked->y_room);
    AB_ARRAY_FREE(s->allocator, asked->rate, asked->rate_room);
}
