// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// accumulated_bounces.c - bounces that are left out, while they last.
//
// A contact pair whose flights are too low to be followed is closed; until their end it goes on bouncing
// all the same. With the pull a and the share q that each impact leaves, the flight after which a
// time R (1 - q) has gone of what then remains, R, began with the speed
//
//   u = R a (1 - q) / 2                                                                     (1)
//
// and the times R are the span of all, q of it, q^2 ... So the rate at any instant is known. It
// counts where another body hits: a box that bounces on one ten times as heavy hits it while that
// one's own bounces go on, each time in the same share of its own speed, and where this is
// forgotten the sum of all bounces is off by a percent.
//
// Limits  Only where all points of a contact pair bounce together. The height is taken as 0.

#include "method/events/accumulated_bounces.h"

#include <math.h>

#include "core/simulation_state.h"
#include "derivative/rigid/rigid_project.h"
#include "derivative/state/derivative.h"
#include "mechanics/link/rigid_gap.h"
#include "mechanics/state/place.h"

// The rate of the gap when the time `left` remains of the bounces.                        [m/s]
static double rate_of(const abAccumulatedBounces *b, double left) {
    enum { MAX_COUNT = 100000 };
    double span = b->span;
    for (int i = 0; i < MAX_COUNT && span * b->kept > left; i++) {
        span *= b->kept;
    }
    double begun = 0.5 * span * b->pull * (1.0 - b->kept); // (1)
    return begun - b->pull * (span - left);
}

static bool still_bounces(const abSimulation *s, const abContactPair *pair) {
    return pair->data->is_rigid && isfinite(pair->accumulation_end) &&
           pair->accumulation_end > s->t && pair->bounces.span > 0.0;
}

static bool moves(const abSimulation *s, int body) {
    return ab_is_moving(s->model, body);
}

static bool share_moving_body(const abSimulation *s, int a, int b, int c, int d) {
    return (moves(s, a) && (a == c || a == d)) || (moves(s, b) && (b == c || b == d));
}

bool ab_run_bounces_beside(const abSimulation *s, const abRigidPoint *point) {
    const abDerivative *d = &s->dynamics;
    bool any = false;
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *t = &d->contacts->pairs[k];
        bool is_other = t->shape_a != point->shape_a || t->shape_b != point->shape_b;
        any = any || (is_other && still_bounces(s, t) &&
                      share_moving_body(s, point->body_a, point->body_b, t->data->body_a,
                                        t->data->body_b));
    }
    for (size_t i = 0; i < d->rigid.count; i++) {
        const abRigidPoint *p = &d->rigid.points[i];
        bool is_other = p->shape_a != point->shape_a || p->shape_b != point->shape_b;
        any = any || (is_other && p->rest > 0.0 &&
                      share_moving_body(s, point->body_a, point->body_b, p->body_a, p->body_b));
    }
    return any;
}

// Whether something closes fast on a body of the contact pair.
static bool is_hit(abSimulation *s, const abContactPair *pair) {
    abDerivative *d = &s->dynamics;
    bool any = false;
    for (size_t i = 0; i < d->rigid.count && !any; i++) {
        const abRigidPoint *p = &d->rigid.points[i];
        abRigidNow now;
        if (p->is_new &&
            share_moving_body(s, p->body_a, p->body_b, pair->data->body_a, pair->data->body_b)) {
            ab_rigid_gap(&d->mechanics, p, &now);
            any = now.rate < 0.0;
        }
    }
    return any;
}

// Its points begin again; false when one of them is new, and does not bounce with the others.
static bool give_rate(abSimulation *s, const abContactPair *pair) {
    abRigid *r = &s->dynamics.rigid;
    double rate = rate_of(&pair->bounces, pair->accumulation_end - s->t);
    bool has_new = false, any = false;
    for (size_t i = 0; i < r->count; i++) {
        const abRigidPoint *p = &r->points[i];
        bool is_own = p->shape_a == pair->shape_a && p->shape_b == pair->shape_b;
        has_new = has_new || (is_own && p->is_new);
        any = any || is_own;
    }
    for (size_t i = 0; i < r->count && any && !has_new; i++) {
        abRigidPoint *p = &r->points[i];
        if (p->shape_a == pair->shape_a && p->shape_b == pair->shape_b) {
            p->given = rate;
        }
    }
    return any && !has_new;
}

void ab_run_revive_bounces(abSimulation *s) {
    abDerivative *d = &s->dynamics;
    abRigid *r = &d->rigid;
    bool any = false;
    for (size_t i = 0; i < r->count; i++) {
        r->points[i].given = 0.0;
        r->points[i].is_held = !r->points[i].is_new;
    }
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        any = (still_bounces(s, pair) && is_hit(s, pair) && give_rate(s, pair)) || any;
    }
    if (any) { // without a solution they are at rest, as they seem
        ab_rigid_give_rates(d, s->t, s->y);
        ab_mechanics_place(&d->mechanics, s->t, s->y);
    }
    for (size_t i = 0; i < r->count; i++) {
        r->points[i].is_held = true;
    }
}
