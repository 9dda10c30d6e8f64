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
// When the next flight of a point would be lower than `s_lowest_flight` of the bodies' size, it is
// closed at once, and the contact pair is told of at the end of that sequence,
//
//   t + 2 u / (|a| (1 - q)),   u the speed of parting, a the acceleration of the gap            (1)
//
// with q = u / v, v the speed at which the contact pair closed: e of a ball, but also the loss of a block
// that rocks from corner to corner, or of one that others carry. What another body sets in motion
// parts faster than it closed: q = e. What is hit while its bounces are left out gets back the
// speed it would have (accumulated_bounces.c). A flight above bodies that bounce so is in no even series: it
// has to be lower to be left out.
//
// Error   of the bounces left out: s_lowest_flight of the size in height; their energy is in the
//         book.

#include "method/events/impacts.h"

#include <math.h>

#include "base/no_memory.h"
#include "collide/broad/proximity.h"
#include "core/energy_book.h"
#include "core/notify.h"
#include "derivative/rigid/rigid_hit.h"
#include "derivative/rigid/rigid_modes.h"
#include "derivative/rigid/rigid_points.h"
#include "derivative/rigid/rigid_project.h"
#include "derivative/rigid/rigid_solve.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/link/rigid_gap.h"
#include "mechanics/link/rigid_links.h"
#include "mechanics/state/place.h"
#include "method/events/accumulated_bounces.h"
#include "method/events/dense_steps.h"
#include "method/events/event_watch.h"
#include "method/events/events.h"
#include "method/events/link_events.h"
#include "method/events/rigid_search.h"
#include "method/events/slips.h"
#include "method/events/tolerances.def"

// ---- impacts ----

// How much slower the points of a contact pair part than they closed; e when something else drives them.
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
    return s_lowest_flight * smaller_size(s, point) *
           (ab_run_bounces_beside(s, point) ? s_flight_beside : 1.0);
}

static abResult cannot_solve(abSimulation *s, abError *error) {
    if (ab_run_is_driven_on(s, error)) {
        return AB_NUMERICS;
    }
    const abRigid *r = &s->dynamics.rigid;
    const abRigidPoint *point = &r->points[r->worst_point];
    return ab_error_add(error, AB_NUMERICS, s->options.place,
                        "rigid contact cannot be solved at t = %.9g s: no forces keep %s and %s "
                        "apart; are they pressed into each other by what is driven or fixed?",
                        s->t, ab_model_side_name(s->model, point->body_a),
                        ab_model_side_name(s->model, point->body_b));
}

static abResult notify(abSimulation *s, const abObserver *observer, abEventKind kind, double t,
                       const abContactPair *pair, int link, const abRigidNow *now, double speed,
                       abError *error) {
    abEvent event = {.time = t,
                     .kind = kind,
                     .body_a = pair->data->body_a + 1,
                     .body_b = pair->data->body_b + 1,
                     .shape_a = pair->shape_a,
                     .shape_b = pair->shape_b,
                     .link = link,
                     .distance = now->gap,
                     .speed = speed,
                     .normal = now->n,
                     .point = now->p,
                     .impulse = now->impulse,
                     .push = now->push};
    if (link == 0) {
        ab_contact_pair_tell_law(pair, &event);
    }
    if (kind == AB_EVENT_RELEASE) {
        event.duration = fmax(0.0, t - pair->start_time); // it may end while it still bounces
    }
    return ab_run_notify(s, &event, observer, error);
}

// Range of points of a contact pair in the list.
typedef struct Range {
    size_t first, end;
} Range;

static Range points_of(const abRigid *r, const abContactPair *pair) {
    Range out = {0, 0};
    while (out.first < r->count && !(r->points[out.first].shape_a == pair->shape_a &&
                                     r->points[out.first].shape_b == pair->shape_b)) {
        out.first++;
    }
    out.end = out.first;
    while (out.end < r->count && r->points[out.end].shape_a == pair->shape_a &&
           r->points[out.end].shape_b == pair->shape_b) {
        out.end++;
    }
    return out;
}

// The impulse of each contact pair, at its hardest point.
static abResult notify_impacts(abSimulation *s, const abObserver *observer, abError *error) {
    abEvents *own = s->own;
    const abRigid *r = &s->dynamics.rigid;
    for (size_t k = 0; k < s->dynamics.contacts->count; k++) {
        const abContactPair *pair = &s->dynamics.contacts->pairs[k];
        Range of = points_of(r, pair);
        double sum = 0.0, closing = 0.0;
        abVec3 push = {0.0, 0.0, 0.0};
        size_t hardest = of.first;
        for (size_t i = of.first; i < of.end; i++) {
            sum += r->now[i].impulse;
            push = ab_add(push, r->now[i].push);
            closing = fmax(closing, r->points[i].is_new ? -r->now[i].rate : 0.0);
            hardest = r->now[i].impulse > r->now[hardest].impulse ? i : hardest;
        }
        if (pair->data->is_rigid && sum > 0.0) {
            abRigidNow all = r->now[hardest];
            all.impulse = sum;
            all.push = push;
            own->last_hit[0] = pair->data->body_a + 1;
            own->last_hit[1] = pair->data->body_b + 1;
            AB_TRY(notify(s, observer, AB_EVENT_IMPACT, s->t, pair, 0, &all, closing, error));
        }
    }
    for (size_t i = 0; i < r->count; i++) {
        const abRigidPoint *link = &r->points[i];
        const abPairData bodies = {.body_a = link->body_a, .body_b = link->body_b};
        const abContactPair between = {.shape_a = -1, .shape_b = -1, .data = &bodies};
        if (ab_rigid_is_link(link) && r->now[i].impulse > s_no_impulse * s->dynamics.hit.largest) {
            AB_TRY(notify(s, observer, AB_EVENT_IMPACT, s->t, &between,
                          ab_rigid_link_name(&s->dynamics.mechanics, link), &r->now[i],
                          -r->now[i].rate, error));
        }
    }
    return AB_OK;
}

// Evaluates; where slip has no solution the bodies are caught, once.
static abResult evaluate_or_capture(abSimulation *s, const abObserver *observer, abError *error) {
    const abEvents *own = s->own;
    abDerivative *d = &s->dynamics;
    for (int tries = 0; tries < 2; tries++) {
        if (ab_derivative_evaluate(d, s->t, s->y, own->y_event)) {
            return AB_OK;
        }
        if (!d->rigid.is_infeasible || tries > 0 || !ab_rigid_capture(d, s->t, s->y)) {
            break;
        }
        AB_TRY(notify_impacts(s, observer, error));
        ab_mechanics_place(&d->mechanics, s->t, s->y);
    }
    return d->rigid.is_infeasible ? cannot_solve(s, error)
                                  : ab_run_no_step(s, AB_STEP_FAILED, error);
}

abResult ab_run_catch_slip(abSimulation *s, const abObserver *observer, bool *caught,
                           abError *error) {
    abEvents *own = s->own;
    abDerivative *d = &s->dynamics;
    abTangentialStates *tangential_states = &d->tangential_states;
    *caught = false;
    if (d->rigid.count == 0 || !tangential_states->has_exact) {
        return AB_OK;
    }
    if (own->jammed == s->t) {
        return d->rigid.is_infeasible ? cannot_solve(s, error) : AB_OK;
    }
    ab_mechanics_place(&d->mechanics, s->t, s->y);
    double before = ab_run_begin_impact(s);
    *caught = ab_rigid_capture(d, s->t, s->y);
    if (!*caught) {
        return AB_OK;
    }
    own->jammed = s->t;
    ab_run_book_impact(s, before);
    AB_TRY(notify_impacts(s, observer, error));
    for (size_t k = 0; k < tangential_states->count; k++) {
        tangential_states->list[k].is_wrong = true; // their modes are chosen anew
    }
    return ab_run_make_modes_consistent(s, observer, error);
}

// Closes what would come back at once, lets go what parts.
static abResult settle_points(abSimulation *s, const abObserver *observer, abError *error) {
    abDerivative *d = &s->dynamics;
    abRigid *r = &d->rigid;
    ab_mechanics_place(&d->mechanics, s->t, s->y);
    for (size_t i = 0; i < r->count; i++) {
        ab_rigid_gap(&d->mechanics, &r->points[i], &r->now[i]);
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
        ab_rigid_end_bounces(d, s->t, s->y);
        ab_rigid_project(d, s->t, s->y); // others part from what is at rest now
        ab_mechanics_place(&d->mechanics, s->t, s->y);
    }
    return AB_OK;
}

static bool slides(const abRigidNow *now) {
    return ab_norm(now->slip) > s_slides * now->small;
}

// Those that part without a force are no longer closed. With exact friction those that do not slide
// depend on modes, which are settled after this: the next step finds them.
static abResult drop_parting(abSimulation *s, abError *error) {
    const abEvents *own = s->own;
    abDerivative *d = &s->dynamics;
    abRigid *r = &d->rigid;
    for (size_t i = 0; i < r->count; i++) {
        r->points[i].is_opening = !r->points[i].is_held;
    }
    for (size_t round = 0; round <= r->count; round++) {
        if (!ab_derivative_evaluate(d, s->t, s->y, own->y_event)) {
            return cannot_solve(s, error);
        }
        bool any = false;
        for (size_t i = 0; i < r->count; i++) {
            abRigidPoint *point = &r->points[i];
            bool is_known =
                !d->tangential_states.has_exact || ab_rigid_is_link(point) || slides(&r->now[i]);
            if (point->is_held && is_known && ab_rigid_parting(d, i) > 0.0) {
                point->is_held = false;
                point->is_opening = any = true;
            }
        }
        if (!any) {
            break;
        }
    }
    ab_rigid_store(d);
    return AB_OK;
}

// The longest bounces of its points.
static abAccumulatedBounces bounces_of(const abRigid *r, Range of) {
    abAccumulatedBounces bounces = {0.0, 0.0, 0.0};
    for (size_t i = of.first; i < of.end; i++) {
        const abRigidPoint *point = &r->points[i];
        if (point->rest > bounces.span) {
            bounces = (abAccumulatedBounces){point->rest, point->pull, point->kept};
        }
    }
    return bounces;
}

// Notifies of contact pairs whose bounces have ended, where the bodies were then.
static abResult tell_rest(abSimulation *s, double until, const abObserver *observer,
                          abError *error) {
    abDerivative *d = &s->dynamics;
    for (size_t k = 0; k < d->contacts->count; k++) {
        abContactPair *pair = &d->contacts->pairs[k];
        if (pair->data->is_rigid && pair->accumulation_end <= until) {
            abRigidNow now = {0};
            Range of = points_of(&d->rigid, pair);
            double t = pair->accumulation_end;
            if (of.end > of.first) {
                ab_run_place_within(s, t);
                ab_rigid_gap(&d->mechanics, &d->rigid.points[of.first], &now);
                ab_mechanics_place(&d->mechanics, s->t, s->y);
            }
            pair->accumulation_end = INFINITY;
            pair->is_told = true;
            AB_TRY(notify(s, observer, AB_EVENT_TOUCH, t, pair, 0, &now, 0.0, error));
        }
    }
    return ab_run_notify_accumulated_links(s, until, observer, error);
}

// Touches that have no closed point any more end, the others begin or go on. One whose bounces have
// come to an end is told of, also when it was closed at other points all the while.
static abResult end_and_begin(abSimulation *s, const abObserver *observer, bool *changed,
                              abError *error) {
    abDerivative *d = &s->dynamics;
    for (size_t k = d->contacts->count; k-- > 0;) {
        abContactPair *pair = &d->contacts->pairs[k];
        if (!pair->data->is_rigid) {
            continue;
        }
        Range of = points_of(&d->rigid, pair);
        bool has_points = of.end > of.first, is_new = pair->is_new;
        if (!has_points) {
            const abContactPair ended = *pair;
            abProximity at;
            ab_pair_proximity(&d->mechanics, ended.shape_a, ended.shape_b, &at);
            abRigidNow now = {.n = at.n_AB_W, .p = at.p_B_W, .gap = at.distance};
            ab_contacts_end(&d->mechanics, k);
            *changed = true;
            if (ended.is_told) {
                AB_TRY(notify(s, observer, AB_EVENT_RELEASE, s->t, &ended, 0, &now, 0.0, error));
            }
        } else {
            abAccumulatedBounces bounces = bounces_of(&d->rigid, of);
            pair->is_new = false;
            if (is_new || bounces.span > 0.0) {
                pair->bounces = bounces;
                pair->accumulation_end = s->t + bounces.span;
            }
            pair->start_time = is_new ? pair->accumulation_end : pair->start_time;
        }
    }
    return tell_rest(s, s->t, observer, error);
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

// After implicit steps what closes no faster than a flight that is left out, or than the last of them
// can tell, is stopped at once.
static bool stop_slow(abSimulation *s) {
    const abEvents *own = s->own;
    const abRigid *r = &s->dynamics.rigid;
    double g = ab_norm(s->model->gravity.uniform), unseen = g * own->dense.last_h;
    bool is_slow = s->t == own->dense.left;
    for (size_t i = 0; i < r->count && is_slow; i++) {
        double height = s_lowest_flight * smaller_size(s, &r->points[i]);
        is_slow = -r->now[i].rate <= fmax(sqrt(2.0 * height * g), unseen);
    }
    return is_slow && ab_rigid_stop_closing(&s->dynamics, s->t, s->y, INFINITY);
}

// False where no impulses do it, also when these have no bound; and where so many points are hit at
// once that implicit steps are to do it.
static bool hit(abSimulation *s) {
    s->dynamics.hit.most = ab_dense_is_possible(s) ? (size_t)s_hit_rows : 0;
    return ab_rigid_hit(&s->dynamics, s->t, s->y) &&
           ab_are_finite(s->y, (int)s->dynamics.mechanics.layout.count);
}

// Points that were seen late overlap, and would be found again at once. Others are near enough for
// an impact as they are.
static void push_out(abSimulation *s) {
    const abEvents *own = s->own;
    abDerivative *d = &s->dynamics;
    abRigid *r = &d->rigid;
    bool any = false;
    for (size_t i = 0; i < r->count; i++) {
        abRigidNow now;
        ab_rigid_gap(&d->mechanics, &r->points[i], &now);
        any = any || now.gap < -own->eps;
    }
    if (any) {
        ab_rigid_close_gaps(d, s->t, s->y);
        ab_mechanics_place(&d->mechanics, s->t, s->y);
    }
}

abResult ab_run_impacts(abSimulation *s, const abObserver *observer, bool *changed,
                        abError *error) {
    const abEvents *own = s->own;
    abDerivative *d = &s->dynamics;
    abRigid *r = &d->rigid;
    ab_mechanics_place(&d->mechanics, s->t, s->y);
    if (!ab_rigid_find_closed(d, ab_run_near(s), INFINITY)) {
        return ab_no_memory(error, (abPlace){0}, "for points of contact");
    }
    *changed = *changed || ab_rigid_is_changed(d);
    AB_TRY(ab_run_notify_lost_links(s, observer, error));
    ab_rigid_take(d);
    if (r->count == 0) {
        return end_and_begin(s, observer, changed, error);
    }
    if (any_new(r)) {
        bool was_dense = s->t == own->dense.left;
        double whole = ab_run_balance(s, s->t, s->y);
        push_out(s);
        double before = ab_run_begin_impact(s);
        ab_run_revive_bounces(s);
        for (size_t i = 0; i < r->count; i++) {
            ab_rigid_gap(&d->mechanics, &r->points[i], &r->now[i]);
            r->points[i].closing = fmax(0.0, -r->now[i].rate);
        }
        if (any_hits(r)) {
            if (!stop_slow(s) && !hit(s)) {
                return cannot_solve(s, error);
            }
            AB_TRY(notify_impacts(s, observer, error));
            ab_rigid_turn_slip(d, s->t, s->y);
        }
        abResult settled = settle_points(s, observer, error);
        if (settled == AB_OK) {
            ab_rigid_project(d, s->t, s->y);
        }
        ab_mechanics_place(&d->mechanics, s->t, s->y);
        ab_run_book_impact(s, before); // also of what implicit steps go on from
        AB_TRY(settled);
        if (was_dense) { // closing gaps is in the book too
            ab_run_book_lost(s, whole);
        }
    }
    AB_TRY(drop_parting(s, error));
    AB_TRY(ab_run_follow_links(s, observer, error));
    ab_rigid_drop(d);
    return end_and_begin(s, observer, changed, error);
}

// What parts faster has just bounced and is not closed again, near as it may be. [m/s]
static double slow_parting(const abSimulation *s) {
    const abEvents *own = s->own;
    return sqrt(2.0 * ab_run_near(s) * ab_norm(s->model->gravity.uniform)) + own->eps;
}

abResult ab_run_follow_rigid(abSimulation *s, const abObserver *observer, bool *changed,
                             abError *error) {
    abDerivative *d = &s->dynamics;
    if (d->rigid.count == 0 && !ab_rigid_has_links(&d->mechanics)) {
        return AB_OK;
    }
    AB_TRY(tell_rest(s, s->t, observer, error));
    ab_mechanics_place(&d->mechanics, s->t, s->y);
    if (!ab_rigid_find_closed(d, ab_run_near(s), slow_parting(s))) {
        return ab_no_memory(error, (abPlace){0}, "for points of contact");
    }
    return ab_rigid_is_changed(d) ? ab_run_impacts(s, observer, changed, error) : AB_OK;
}
