// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// slips.c - where points begin to slip and to stick: the mode of a tangential state contradicts itself.
//
// A step goes on in the modes it began with, which is smooth; that it ends beyond the end of a mode
// shows there. The instant is located on the polynomial of the step and is an event.

#include "method/events/slips.h"

#include "base/no_memory.h"
#include "core/create.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/friction/stick_modes.h"
#include "derivative/friction/tangential_state.h"
#include "derivative/rigid/rigid_modes.h"
#include "derivative/state/derivative.h"
#include "math/core/bracket.h"
#include "mechanics/state/place.h"
#include "method/events/event_watch.h"
#include "method/events/events.h"
#include "method/events/tolerances.def"
#include "method/events/touch_events.h"

enum { PARTS = 4 }; // of a step in which a point sticks

typedef struct Search {
    abSimulation *s;
    abStepper *stepper;
    double looked; // where the model was evaluated last
    bool is_good;  // and all was finite
    double first;  // the earliest end of a mode so far
} Search;

// Evaluates the whole model at theta.
static bool look(Search *search, double theta) {
    abSimulation *s = search->s;
    const abEvents *own = s->own;
    abStepper *stepper = search->stepper;
    if (theta != search->looked) {
        ab_stepper_interpolate(stepper, theta, 0, stepper->n, s->frame.y);
        double t = stepper->t + theta * stepper->h;
        search->is_good = ab_derivative_evaluate(&s->dynamics, t, s->frame.y, own->y_event);
        search->looked = theta;
    }
    return search->is_good;
}

// The limit in parts of the normal force: less where the point spins. NAN without a force.
static double share_at(Search *search, size_t tangential, double theta) {
    const abTangentialNow *now = &search->s->dynamics.tangential_states.now[tangential];
    return look(search, theta) && now->pressing > 0.0 ? now->limit / now->pressing : NAN;
}

// How fast the limit of a tangential state grows: by the slopes of the normal law, and by what spin changes.
// A difference of the whole limit along a short step would be rounding.                   [N/s]
static double limit_growth(Search *search, const abContactPair *pair, size_t tangential,
                           double theta) {
    double before = share_at(search, tangential, theta - s_limit_step);
    double after = share_at(search, tangential, theta + s_limit_step);
    if (!look(search, theta)) {
        return NAN;
    }
    const abTangentialNow *now = &search->s->dynamics.tangential_states.now[tangential];
    double growth = ab_tangential_limit_growth(&search->s->dynamics, pair, tangential);
    bool changes = fabs(after - before) > s_limit_rounding * after;
    return changes ? growth + now->pressing * (after - before) /
                                  (2.0 * s_limit_step * search->stepper->h)
                   : growth;
}

// How much the mode of a tangential state contradicts itself at theta: > 0 beyond the band.
static double contradiction(Search *search, const abContactPair *pair, size_t index, double theta) {
    const abTangentialState *tangential = &search->s->dynamics.tangential_states.list[index];
    const abTangentialNow *now = &search->s->dynamics.tangential_states.now[index];
    if (tangential->is_exact) {
        return look(search, theta) ? ab_stick_excess(&search->s->dynamics, pair, index) : NAN;
    }
    if (tangential->mode == AB_TANGENTIAL_STICK) {
        return look(search, theta) ? now->switching - s_mode_band * pair->tangential_normal_force
                                   : NAN;
    }
    double growth = limit_growth(search, pair, index, theta);
    return growth - now->drive - s_growth_band * (fabs(growth) + fabs(now->drive));
}

typedef struct GripQuestion {
    Search *search;
    const abContactPair *pair;
    size_t tangential;
} GripQuestion;

static double ask_at(void *context, double theta) {
    const GripQuestion *question = context;
    return contradiction(question->search, question->pair, question->tangential, theta);
}

// Where in (low, high] it begins to do so.
static double find_end(Search *search, const abContactPair *pair, size_t tangential, double low,
                       double high) {
    static const abBracketEnd end = {.share = 1e-10, .maximum = 60};
    GripQuestion question = {search, pair, tangential};
    return ab_bracket_rise(ask_at, &question, low, high, end);
}

// Asks one grip at the end of a part of the step.
static void ask_tangential(Search *search, const abContactPair *pair, size_t index, double low,
                           double high) {
    abTangentialStates *tangential_states = &search->s->dynamics.tangential_states;
    high = fmin(high, search->first);
    if (!(high > low) || !(contradiction(search, pair, index, high) > 0.0)) {
        return;
    }
    double let_be =
        (tangential_states->list[index].let_be - search->stepper->t) / search->stepper->h;
    if (let_be >= high) {
        return;
    }
    double found = fmax(find_end(search, pair, index, low, high), let_be);
    // a mode that was wrong from the beginning is let be if it has begun just now
    if (found < search->first &&
        (found > 0.0 || tangential_states->list[index].since < search->stepper->t)) {
        for (size_t k = 0; k < tangential_states->count; k++) {
            tangential_states->list[k].is_wrong = k == index;
        }
        search->first = found;
    }
}

static void ask_tangential_states(Search *search, double low, double high, bool is_end) {
    const abDerivative *d = &search->s->dynamics;
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        for (int i = pair->first_tangential; i < pair->first_tangential + pair->tangential_count;
             i++) {
            const abTangentialState *tangential = &d->tangential_states.list[i];
            bool in_parts = tangential->is_exact && tangential->mode == AB_TANGENTIAL_STICK;
            if (in_parts) {
                ask_tangential(search, pair, (size_t)i, low, high);
            } else if (is_end && (tangential->is_exact || tangential->has_modes)) {
                ask_tangential(search, pair, (size_t)i, 0.0, high);
            }
        }
    }
}

double ab_run_find_slip(abSimulation *s, double end) {
    Search search = {.s = s, .stepper = ab_run_stepper(s), .looked = NAN, .first = INFINITY};
    abTangentialStates *tangential_states = &s->dynamics.tangential_states;
    for (size_t k = 0; k < tangential_states->count; k++) {
        tangential_states->list[k].is_wrong = false;
    }
    // what holds a body at rest leaves steps long, so they are looked at in parts
    int parts = tangential_states->has_exact ? PARTS : 1;
    for (int i = 1; i <= parts && tangential_states->count > 0; i++) {
        ask_tangential_states(&search, end * (i - 1) / parts, end * i / parts, i == parts);
    }
    return search.first;
}

// ---- exact friction ----

static bool needs_settling(const abTangentialStates *tangential_states) {
    bool any = false;
    for (size_t k = 0; k < tangential_states->count; k++) {
        const abTangentialState *tangential = &tangential_states->list[k];
        any = any || (tangential->is_exact && (tangential->is_new || tangential->is_wrong));
    }
    return any;
}

static bool any_sticks(const abDerivative *d, const abContactPair *pair) {
    bool any = false;
    for (int i = pair->first_tangential; i < pair->first_tangential + pair->tangential_count; i++) {
        any = any || d->tangential_states.list[i].mode == AB_TANGENTIAL_STICK;
    }
    return any;
}

abResult ab_run_settle_modes(abSimulation *s, abError *error) {
    const abEvents *own = s->own;
    abDerivative *d = &s->dynamics;
    if (!d->tangential_states.has_exact ||
        (!needs_settling(&d->tangential_states) && d->rigid.count == 0)) {
        return AB_OK;
    }
    bool settled = d->rigid.count > 0 ? ab_rigid_make_modes_consistent(d, s->t, s->y, own->y_event)
                                      : ab_stick_make_modes_consistent(d, s->t, s->y, own->y_event);
    if (!settled) {
        return ab_run_no_step(s, AB_STEP_FAILED, error);
    }
    for (size_t k = 0; k < d->contacts->count; k++) {
        abContactPair *pair = &d->contacts->pairs[k];
        pair->sticks =
            ab_friction_is_exact(pair->data->interaction->friction) && any_sticks(d, pair);
    }
    return AB_OK;
}

// A contact that begins does so as it does, without another event.
static abResult tell_modes(abSimulation *s, const abObserver *observer, abError *error) {
    abContactSet *contacts = s->dynamics.contacts;
    for (size_t k = 0; k < contacts->count; k++) {
        abContactPair *pair = &contacts->pairs[k];
        bool is_new = pair->start_time == s->t;
        if (pair->sticks != pair->sticks_as_told && !is_new) {
            abEventKind kind = pair->sticks ? AB_EVENT_STICK : AB_EVENT_SLIP;
            AB_TRY(ab_run_notify_event(s, observer, kind, s->t, pair, &contacts->now[k].at, error));
        }
        pair->sticks_as_told = pair->sticks;
    }
    return AB_OK;
}

abResult ab_run_make_modes_consistent(abSimulation *s, const abObserver *observer, abError *error) {
    AB_TRY(ab_run_settle_modes(s, error));
    return tell_modes(s, observer, error);
}

abResult ab_run_tell_settled_modes(abSimulation *s, const abObserver *observer, abError *error) {
    const abContactSet *contacts = s->dynamics.contacts;
    bool any = false;
    for (size_t k = 0; k < contacts->count; k++) {
        any = any || contacts->pairs[k].sticks != contacts->pairs[k].sticks_as_told;
    }
    if (!any) {
        return AB_OK;
    }
    const abEvents *own = s->own;
    ab_derivative_evaluate(&s->dynamics, s->t, s->y, own->y_event); // places of the contacts
    return tell_modes(s, observer, error);
}

// ---- the list of tangential states ----

void ab_run_evaluate_tangential(abSimulation *s) {
    if (s->dynamics.tangential_states.count > 0) {
        ab_derivative_energy(&s->dynamics, s->t, s->y);
    }
}

abResult ab_run_follow_tangential(abSimulation *s, abError *error) {
    abDerivative *d = &s->dynamics;
    if (d->mechanics.layout.tangential_slots == 0) {
        return AB_OK;
    }
    ab_mechanics_place(&d->mechanics, s->t, s->y);
    if (!ab_tangential_find(d)) {
        return ab_no_memory(error, (abPlace){0}, "for points of contact");
    }
    if (d->tangential_states.next_count > d->mechanics.layout.tangential_slots) {
        AB_TRY(ab_run_grow(s, d->tangential_states.next_count, error));
    }
    ab_tangential_take(d, s->y);
    ab_tangential_start(d, s->t, s->y);
    return AB_OK;
}
