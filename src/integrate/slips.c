// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// slips.c - where points begin to slip and to stick: the mode of a grip contradicts itself.
//
// A step goes on in the modes it began with, which is smooth; that it ends beyond the end of a mode
// shows there. The instant is located on the polynomial of the step and is an event.

#include "integrate/run.h"

static const double s_band = 1e-9; // of a force, within which a mode still holds
// of the growth of a limit: a slip that goes on for so much too long errs by its square
static const double s_growth_band = 1e-6;

// half of the way, of a step, over which the share of a limit in its normal force is followed
static const double s_way = 1e-3;
static const double s_rounding = 1e-14; // of that share

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
    abStepper *stepper = search->stepper;
    if (theta != search->looked) {
        ab_stepper_interpolate(stepper, theta, 0, stepper->n, s->y_frame);
        double t = stepper->t + theta * stepper->h;
        search->is_good = ab_dynamics_evaluate(&s->dynamics, t, s->y_frame, s->y_event);
        search->looked = theta;
    }
    return search->is_good;
}

// The limit in parts of the normal force: less where the point spins. NAN without a force.
static double share_at(Search *search, size_t grip, double theta) {
    const abGripNow *now = &search->s->dynamics.grips.now[grip];
    return look(search, theta) && now->pressing > 0.0 ? now->limit / now->pressing : NAN;
}

// How fast the limit of a grip grows: by the slopes of the normal law, and by what spin changes.
// A difference of the whole limit along a short step would be rounding.                   [N/s]
static double limit_growth(Search *search, const abTouch *touch, size_t grip, double theta) {
    double before = share_at(search, grip, theta - s_way);
    double after = share_at(search, grip, theta + s_way);
    if (!look(search, theta)) {
        return NAN;
    }
    const abGripNow *now = &search->s->dynamics.grips.now[grip];
    double growth = ab_grips_limit_growth(&search->s->dynamics, touch, grip);
    bool changes = fabs(after - before) > s_rounding * after;
    return changes ? growth + now->pressing * (after - before) / (2.0 * s_way * search->stepper->h)
                   : growth;
}

// How much the mode of a grip contradicts itself at theta: > 0 beyond the band.
static double contradiction(Search *search, const abTouch *touch, size_t index, double theta) {
    const abGrip *grip = &search->s->dynamics.grips.list[index];
    const abGripNow *now = &search->s->dynamics.grips.now[index];
    if (grip->is_exact) {
        return look(search, theta) ? ab_stick_excess(&search->s->dynamics, touch, index) : NAN;
    }
    if (grip->mode == AB_GRIP_STICK) {
        return look(search, theta) ? now->border - s_band * touch->grip_force : NAN;
    }
    double growth = limit_growth(search, touch, index, theta);
    return growth - now->drive - s_growth_band * (fabs(growth) + fabs(now->drive));
}

// Where in (low, high] it begins to do so, by the Illinois method.
static double find_end(Search *search, const abTouch *touch, size_t grip, double low, double high) {
    double f_high = contradiction(search, touch, grip, high);
    double f_low = contradiction(search, touch, grip, low);
    if (f_low > 0.0) {
        return low;
    }
    for (int i = 0; i < 60 && high - low > 1e-10 * high; i++) {
        double theta = high - f_high * (high - low) / (f_high - f_low);
        if (!(theta > low && theta < high) || (i % 8) == 7) {
            theta = low + 0.5 * (high - low);
        }
        double f = contradiction(search, touch, grip, theta);
        if (f > 0.0) {
            high = theta, f_high = f, f_low *= 0.5;
        } else {
            low = theta, f_low = f, f_high *= 0.5;
        }
    }
    return high;
}

// Asks one grip at the end of a part of the step.
static void ask_grip(Search *search, const abTouch *touch, size_t index, double low, double high) {
    abGrips *grips = &search->s->dynamics.grips;
    high = fmin(high, search->first);
    if (!(high > low) || !(contradiction(search, touch, index, high) > 0.0)) {
        return;
    }
    double let_be = (grips->list[index].let_be - search->stepper->t) / search->stepper->h;
    if (let_be >= high) {
        return;
    }
    double found = fmax(find_end(search, touch, index, low, high), let_be);
    // a mode that was wrong from the beginning is let be if it has begun just now
    if (found < search->first && (found > 0.0 || grips->list[index].since < search->stepper->t)) {
        for (size_t k = 0; k < grips->count; k++) {
            grips->list[k].is_wrong = k == index;
        }
        search->first = found;
    }
}

static void ask_grips(Search *search, double low, double high, bool is_end) {
    const abDynamics *d = &search->s->dynamics;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        for (int i = touch->first_grip; i < touch->first_grip + touch->grip_count; i++) {
            const abGrip *grip = &d->grips.list[i];
            bool in_parts = grip->is_exact && grip->mode == AB_GRIP_STICK;
            if (in_parts) {
                ask_grip(search, touch, (size_t)i, low, high);
            } else if (is_end && (grip->is_exact || grip->has_modes)) {
                ask_grip(search, touch, (size_t)i, 0.0, high);
            }
        }
    }
}

double ab_run_find_slip(abSimulation *s, double end) {
    Search search = {.s = s, .stepper = ab_run_stepper(s), .looked = NAN, .first = INFINITY};
    abGrips *grips = &s->dynamics.grips;
    for (size_t k = 0; k < grips->count; k++) {
        grips->list[k].is_wrong = false;
    }
    // what holds a body at rest leaves steps long, so they are looked at in parts
    int parts = grips->has_exact ? PARTS : 1;
    for (int i = 1; i <= parts && grips->count > 0; i++) {
        ask_grips(&search, end * (i - 1) / parts, end * i / parts, i == parts);
    }
    return search.first;
}

// ---- exact friction ----

static bool needs_settling(const abGrips *grips) {
    bool any = false;
    for (size_t k = 0; k < grips->count; k++) {
        const abGrip *grip = &grips->list[k];
        any = any || (grip->is_exact && (grip->is_new || grip->is_wrong));
    }
    return any;
}

static bool any_sticks(const abDynamics *d, const abTouch *touch) {
    bool any = false;
    for (int i = touch->first_grip; i < touch->first_grip + touch->grip_count; i++) {
        any = any || d->grips.list[i].mode == AB_GRIP_STICK;
    }
    return any;
}

abResult ab_run_settle(abSimulation *s, const abObserver *observer, abError *error) {
    abDynamics *d = &s->dynamics;
    if (!d->grips.has_exact || (!needs_settling(&d->grips) && d->rigid.count == 0)) {
        return AB_OK;
    }
    bool settled = d->rigid.count > 0 ? ab_rigid_settle(d, s->t, s->y, s->y_event)
                                      : ab_stick_settle(d, s->t, s->y, s->y_event);
    if (!settled) {
        return ab_run_failed(s, AB_STEP_FAILED, error);
    }
    for (size_t k = 0; k < d->touch_count; k++) {
        abTouch *touch = &d->touches[k];
        bool sticks = ab_grips_is_exact(touch) && any_sticks(d, touch);
        bool is_new = touch->start_time == s->t;
        if (sticks != touch->sticks && !is_new) {
            abEventKind kind = sticks ? AB_EVENT_STICK : AB_EVENT_SLIP;
            AB_TRY(ab_run_tell_event(s, observer, kind, s->t, touch, &d->now[k].at, error));
        }
        touch->sticks = sticks;
    }
    return AB_OK;
}
