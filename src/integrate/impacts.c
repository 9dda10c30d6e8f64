// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impacts.c - rigid contact at events: impacts, rest, points that part.
//
// A pair that is not in contact is found by the sweep, a further point of a pair that is by its own
// gap. At the event all points within `close` meet at once: one impact for all of them and the
// joints. What parts afterwards is let go, what does not stays closed.
//
// Rest: bounces that get smaller by a constant factor end at a finite time after infinitely many.
// When the next flight of a point would be lower than `s_low` of the bodies' size, it is closed at
// once, and the touch is told of at the end of that sequence,
//
//   t + 2 u / (|a| (1 - q)),   u the speed of parting, a the acceleration of the gap            (1)
//
// with q = u / v, v the speed at which the touch closed: e of a ball, but also the loss of a block
// that rocks from corner to corner, or of one that others carry. What another body sets in motion
// parts faster than it closed: q = e. What is hit while its bounces are left out gets back the
// speed it would have (bounces.c). A flight above bodies that bounce so is in no even series: it
// has to be lower to be left out.
//
// Error   of the bounces left out: s_low of the size in height; their energy is in the book.

#include <math.h>

#include "dynamics/parts.h"
#include "integrate/run.h"

static const double s_low = 1e-8;       // of the size
static const double s_lower = 0.1;      // of that, beside what bounces
static const double s_rounding = 1e-12; // of the largest impulse

// ---- impacts ----

// How much slower the points of a touch part than they closed; e when something else drives them.
static double slowing(const abRigid *r, size_t of) {
    double closing = 0.0, leaving = 0.0;
    for (size_t i = 0; i < r->count; i++) {
        const abRigidPoint *point = &r->points[i];
        if (point->shape_a == r->points[of].shape_a && point->shape_b == r->points[of].shape_b) {
            closing = fmax(closing, point->closing);
            leaving = fmax(leaving, r->now[i].rate);
        }
    }
    double e = r->points[of].restitution;
    return leaving < closing ? leaving / closing : e < 1.0 ? e : 0.0;
}

static double size_of(const abSimulation *s, int body) {
    return body >= 0 ? ab_body_size(&s->model->bodies[body]) : INFINITY;
}

static double smaller_size(const abSimulation *s, const abRigidPoint *point) {
    return fmin(size_of(s, point->body_a), size_of(s, point->body_b));
}

// Height of a flight that is left out.                                                       [m]
static double lowest(const abSimulation *s, const abRigidPoint *point) {
    return s_low * smaller_size(s, point) * (ab_run_bounces_beside(s, point) ? s_lower : 1.0);
}

static const char *name_of(const abSimulation *s, int body) {
    return body >= 0 ? s->model->bodies[body].name : "the world";
}

static abResult cannot_solve(const abSimulation *s, abError *error) {
    const abRigid *r = &s->dynamics.rigid;
    const abRigidPoint *point = &r->points[r->worst_point];
    return ab_error_add(error, AB_NUMERICS, s->options.place,
                        "rigid contact cannot be solved at t = %.9g s: no forces keep %s and %s "
                        "apart; are they pressed into each other by what is driven or fixed?",
                        s->t, name_of(s, point->body_a), name_of(s, point->body_b));
}

static abResult tell(abSimulation *s, const abObserver *observer, abEventKind kind, double t,
                     const abTouch *touch, int link, const abRigidNow *now, double speed,
                     abError *error) {
    abEvent event = {.index = s->event_index++,
                     .time = t,
                     .kind = kind,
                     .body_a = touch->body_a + 1,
                     .body_b = touch->body_b + 1,
                     .shape_a = touch->shape_a,
                     .shape_b = touch->shape_b,
                     .link = link,
                     .distance = now->gap,
                     .speed = speed,
                     .normal = now->n,
                     .point = now->p,
                     .impulse = now->impulse,
                     .push = now->push};
    if (kind == AB_EVENT_RELEASE) {
        event.duration = t - touch->start_time;
    }
    s->statistics.events[kind]++;
    return observer->event != NULL ? observer->event(observer->context, &event, error) : AB_OK;
}

// Range of points of a touch in the list.
typedef struct Range {
    size_t first, end;
} Range;

static Range points_of(const abRigid *r, const abTouch *touch) {
    Range out = {0, 0};
    while (out.first < r->count && !(r->points[out.first].shape_a == touch->shape_a &&
                                     r->points[out.first].shape_b == touch->shape_b)) {
        out.first++;
    }
    out.end = out.first;
    while (out.end < r->count && r->points[out.end].shape_a == touch->shape_a &&
           r->points[out.end].shape_b == touch->shape_b) {
        out.end++;
    }
    return out;
}

// The impulse of each touch, at its hardest point.
static abResult tell_impacts(abSimulation *s, const abObserver *observer, abError *error) {
    const abRigid *r = &s->dynamics.rigid;
    for (size_t k = 0; k < s->dynamics.touch_count; k++) {
        const abTouch *touch = &s->dynamics.touches[k];
        Range of = points_of(r, touch);
        double sum = 0.0, closing = 0.0;
        abVec3 push = {0.0, 0.0, 0.0};
        size_t hardest = of.first;
        for (size_t i = of.first; i < of.end; i++) {
            sum += r->now[i].impulse;
            push = ab_add(push, r->now[i].push);
            closing = fmax(closing, r->points[i].is_new ? -r->now[i].rate : 0.0);
            hardest = r->now[i].impulse > r->now[hardest].impulse ? i : hardest;
        }
        if (touch->is_rigid && sum > 0.0) {
            abRigidNow all = r->now[hardest];
            all.impulse = sum;
            all.push = push;
            s->last_hit[0] = touch->body_a + 1;
            s->last_hit[1] = touch->body_b + 1;
            AB_TRY(tell(s, observer, AB_EVENT_IMPACT, s->t, touch, 0, &all, closing, error));
        }
    }
    for (size_t i = 0; i < r->count; i++) {
        const abRigidPoint *link = &r->points[i];
        const abTouch between = {
            .shape_a = -1, .shape_b = -1, .body_a = link->body_a, .body_b = link->body_b};
        if (ab_rigid_is_link(link) && r->now[i].impulse > s_rounding * s->hit.largest) {
            AB_TRY(tell(s, observer, AB_EVENT_IMPACT, s->t, &between,
                        ab_rigid_link_name(&s->dynamics, link), &r->now[i], -r->now[i].rate,
                        error));
        }
    }
    return AB_OK;
}

// Evaluates; where slip has no solution the bodies are caught, once.
static abResult evaluate_or_capture(abSimulation *s, const abObserver *observer, abError *error) {
    abDynamics *d = &s->dynamics;
    for (int tries = 0; tries < 2; tries++) {
        if (ab_dynamics_evaluate(d, s->t, s->y, s->y_event)) {
            return AB_OK;
        }
        if (!d->rigid.is_infeasible || tries > 0 || !ab_rigid_capture(d, s->t, s->y, &s->hit)) {
            break;
        }
        AB_TRY(tell_impacts(s, observer, error));
        ab_dynamics_place(d, s->t, s->y);
    }
    return d->rigid.is_infeasible ? cannot_solve(s, error)
                                  : ab_run_failed(s, AB_STEP_FAILED, error);
}

void ab_run_book_impact(abSimulation *s, double before) {
    double after = ab_rigid_kinetic(&s->dynamics);
    s->y[s->model->state_count - AB_BOOK_STATES + AB_BOOK_CONTACT_DAMPING] += before - after;
    s->statistics.impact_gain = fmax(s->statistics.impact_gain, s->hit.gained);
}

abResult ab_run_catch_slip(abSimulation *s, const abObserver *observer, bool *caught,
                           abError *error) {
    abDynamics *d = &s->dynamics;
    abGrips *grips = &d->grips;
    *caught = false;
    if (d->rigid.count == 0 || !grips->has_exact) {
        return AB_OK;
    }
    if (s->jammed == s->t) {
        return d->rigid.is_infeasible ? cannot_solve(s, error) : AB_OK;
    }
    ab_dynamics_place(d, s->t, s->y);
    double before = ab_rigid_kinetic(d);
    *caught = ab_rigid_capture(d, s->t, s->y, &s->hit);
    if (!*caught) {
        return AB_OK;
    }
    s->jammed = s->t;
    ab_run_book_impact(s, before);
    AB_TRY(tell_impacts(s, observer, error));
    for (size_t k = 0; k < grips->count; k++) {
        grips->list[k].is_wrong = true; // their modes are chosen anew
    }
    return ab_run_settle(s, observer, error);
}

// Closes what would come back at once, lets go what parts.
static abResult settle_points(abSimulation *s, const abObserver *observer, abError *error) {
    abDynamics *d = &s->dynamics;
    abRigid *r = &d->rigid;
    ab_dynamics_place(d, s->t, s->y);
    for (size_t i = 0; i < r->count; i++) {
        ab_rigid_gap(d, &r->points[i], &r->now[i]);
        r->points[i].is_held = !(r->now[i].rate > 0.0);
        r->points[i].carries = r->points[i].is_held;
        r->points[i].rest = 0.0;
    }
    for (size_t round = 0; round <= r->count; round++) {
        bool has_changed = false;
        AB_TRY(evaluate_or_capture(s, observer, error));
        for (size_t i = 0; i < r->count; i++) {
            abRigidPoint *point = &r->points[i];
            const abRigidNow *now = &r->now[i];
            double a = -now->acceleration, u = now->rate;
            if (point->is_held) {
                continue;
            }
            if (a > 0.0 && 0.5 * u * u < lowest(s, point) * a) {
                point->is_held = point->carries = has_changed = true;
                point->pull = a;
                point->kept = slowing(r, i);
                point->rest = 2.0 * fmax(0.0, u) / (a * (1.0 - point->kept));
            }
        }
        if (!has_changed) {
            break;
        }
        ab_rigid_project(d, s->t, s->y); // others part from what is at rest now
        ab_dynamics_place(d, s->t, s->y);
    }
    return AB_OK;
}

static bool slides(const abRigidNow *now) {
    static const double least = 20.0; // of the slip that counts as ended
    return ab_norm(now->slip) > least * now->small;
}

// Those that part without a force are no longer closed. With exact friction those that do not slide
// depend on modes, which are settled after this: the next step finds them.
static abResult drop_parting(abSimulation *s, abError *error) {
    abDynamics *d = &s->dynamics;
    abRigid *r = &d->rigid;
    for (size_t i = 0; i < r->count; i++) {
        r->points[i].is_opening = !r->points[i].is_held;
    }
    for (size_t round = 0; round <= r->count; round++) {
        if (!ab_dynamics_evaluate(d, s->t, s->y, s->y_event)) {
            return cannot_solve(s, error);
        }
        bool any = false;
        for (size_t i = 0; i < r->count; i++) {
            abRigidPoint *point = &r->points[i];
            bool is_known = !d->grips.has_exact || ab_rigid_is_link(point) || slides(&r->now[i]);
            if (point->is_held && is_known && ab_rigid_parting(d, i) > 0.0) {
                point->is_held = false;
                point->is_opening = any = true;
            }
        }
        if (!any) {
            break;
        }
    }
    ab_rigid_note(d);
    return AB_OK;
}

// The longest bounces of its points.
static abBounces bounces_of(const abRigid *r, Range of) {
    abBounces bounces = {0.0, 0.0, 0.0};
    for (size_t i = of.first; i < of.end; i++) {
        const abRigidPoint *point = &r->points[i];
        if (point->rest > bounces.span) {
            bounces = (abBounces){point->rest, point->pull, point->kept};
        }
    }
    return bounces;
}

// Touches that have no closed point any more end, the others begin or go on. One whose bounces have
// come to an end is told of, also when it was closed at other points all the while.
static abResult end_and_begin(abSimulation *s, const abObserver *observer, bool *changed,
                              abError *error) {
    abDynamics *d = &s->dynamics;
    for (size_t k = d->touch_count; k-- > 0;) {
        abTouch *touch = &d->touches[k];
        if (!touch->is_rigid) {
            continue;
        }
        Range of = points_of(&d->rigid, touch);
        bool has_points = of.end > of.first, is_new = touch->is_new;
        if (!has_points) {
            const abTouch ended = *touch;
            abProximity at;
            ab_dynamics_proximity(d, ended.shape_a, ended.shape_b, &at);
            abRigidNow now = {.n = at.n_AB_W, .p = at.p_B_W, .gap = at.distance};
            ab_dynamics_end(d, k);
            *changed = true;
            if (!is_new && isinf(ended.rest_time)) {
                AB_TRY(tell(s, observer, AB_EVENT_RELEASE, s->t, &ended, 0, &now, 0.0, error));
            }
        } else {
            abBounces bounces = bounces_of(&d->rigid, of);
            touch->is_new = false;
            if (is_new || bounces.span > 0.0) {
                touch->bounces = bounces;
                touch->rest_time = s->t + bounces.span;
            }
            touch->start_time = is_new ? touch->rest_time : touch->start_time;
        }
    }
    return ab_run_tell_rest(s, s->t, observer, error);
}

abResult ab_run_tell_rest(abSimulation *s, double until, const abObserver *observer,
                          abError *error) {
    abDynamics *d = &s->dynamics;
    for (size_t k = 0; k < d->touch_count; k++) {
        abTouch *touch = &d->touches[k];
        if (touch->is_rigid && touch->rest_time <= until) {
            abRigidNow now = {0};
            Range of = points_of(&d->rigid, touch);
            double t = touch->rest_time;
            if (of.end > of.first) {
                ab_run_place_within(s, t);
                ab_rigid_gap(d, &d->rigid.points[of.first], &now);
                ab_dynamics_place(d, s->t, s->y);
            }
            touch->rest_time = INFINITY;
            AB_TRY(tell(s, observer, AB_EVENT_TOUCH, t, touch, 0, &now, 0.0, error));
        }
    }
    return ab_run_tell_resting_links(s, until, observer, error);
}

static bool any_hits(const abRigid *r) {
    bool any = false;
    for (size_t i = 0; i < r->count; i++) {
        any = any || (r->points[i].is_new && r->now[i].rate < 0.0);
    }
    return any;
}

static bool any_new(const abRigid *r) {
    bool any = false;
    for (size_t i = 0; i < r->count; i++) {
        any = any || r->points[i].is_new;
    }
    return any;
}

// After a bridge what closes no faster than a flight that is left out, or than the bridge can tell,
// is stopped at once.
static bool stop_slow(abSimulation *s) {
    const abRigid *r = &s->dynamics.rigid;
    double g = ab_norm(s->model->gravity.uniform), unseen = g * s->crowd.h;
    bool is_slow = s->t == s->crowd.bridged;
    for (size_t i = 0; i < r->count && is_slow; i++) {
        double height = s_low * smaller_size(s, &r->points[i]);
        is_slow = -r->now[i].rate <= fmax(sqrt(2.0 * height * g), unseen);
    }
    return is_slow && ab_rigid_stop_closing(&s->dynamics, s->t, s->y, INFINITY);
}

// Points that were seen late overlap, and would be found again at once. Others are near enough for
// an impact as they are.
static void lead_apart(abSimulation *s) {
    abDynamics *d = &s->dynamics;
    abRigid *r = &d->rigid;
    bool any = false;
    for (size_t i = 0; i < r->count; i++) {
        abRigidNow now;
        ab_rigid_gap(d, &r->points[i], &now);
        any = any || now.gap < -s->eps;
    }
    if (any) {
        ab_rigid_close_gaps(d, s->t, s->y);
        ab_dynamics_place(d, s->t, s->y);
    }
}

abResult ab_run_impacts(abSimulation *s, const abObserver *observer, bool *changed,
                        abError *error) {
    abDynamics *d = &s->dynamics;
    abRigid *r = &d->rigid;
    ab_dynamics_place(d, s->t, s->y);
    if (!ab_rigid_find_closed(d, ab_run_near(s), INFINITY)) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for points of contact");
    }
    *changed = *changed || ab_rigid_is_changed(d);
    AB_TRY(ab_run_tell_lost_links(s, observer, error));
    ab_rigid_take(d);
    if (r->count == 0) {
        return end_and_begin(s, observer, changed, error);
    }
    if (any_new(r)) {
        bool is_bridged = s->crowd.h > 0.0 && s->t == s->crowd.bridged;
        double whole = ab_run_balance(s, s->t, s->y);
        lead_apart(s);
        double before = ab_rigid_kinetic(d);
        ab_run_revive_bounces(s);
        for (size_t i = 0; i < r->count; i++) {
            ab_rigid_gap(d, &r->points[i], &r->now[i]);
            r->points[i].closing = fmax(0.0, -r->now[i].rate);
        }
        if (any_hits(r)) {
            if (!stop_slow(s) && !ab_rigid_hit(d, s->t, s->y, &s->hit)) {
                return cannot_solve(s, error);
            }
            AB_TRY(tell_impacts(s, observer, error));
            ab_rigid_turn_slip(d, s->t, s->y);
        }
        AB_TRY(settle_points(s, observer, error));
        ab_rigid_project(d, s->t, s->y);
        ab_dynamics_place(d, s->t, s->y);
        ab_run_book_impact(s, before);
        if (is_bridged) { // closing gaps is in the book too
            double lost = whole - ab_run_balance(s, s->t, s->y);
            s->y[s->model->state_count - AB_BOOK_STATES + AB_BOOK_CONTACT_DAMPING] += lost;
        }
    }
    AB_TRY(drop_parting(s, error));
    AB_TRY(ab_run_follow_links(s, observer, error));
    ab_rigid_drop(d);
    return end_and_begin(s, observer, changed, error);
}

// What parts faster has just bounced and is not closed again, near as it may be. [m/s]
static double slow_parting(const abSimulation *s) {
    return sqrt(2.0 * ab_run_near(s) * ab_norm(s->model->gravity.uniform)) + s->eps;
}

abResult ab_run_follow_rigid(abSimulation *s, const abObserver *observer, bool *changed,
                             abError *error) {
    abDynamics *d = &s->dynamics;
    if (d->rigid.count == 0 && !ab_rigid_has_links(d)) {
        return AB_OK;
    }
    AB_TRY(ab_run_tell_rest(s, s->t, observer, error));
    ab_dynamics_place(d, s->t, s->y);
    if (!ab_rigid_find_closed(d, ab_run_near(s), slow_parting(s))) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for points of contact");
    }
    return ab_rigid_is_changed(d) ? ab_run_impacts(s, observer, changed, error) : AB_OK;
}
