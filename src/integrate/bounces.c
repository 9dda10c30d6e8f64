// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bounces.c - bounces that are left out, while they last.
//
// A touch whose flights are too low to be followed is closed; until their end it goes on bouncing
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
// Limits  Only where all points of a touch bounce together. The height is taken as 0.

#include <math.h>

#include "integrate/run.h"

// The rate of the gap when the time `left` remains of the bounces.                        [m/s]
static double rate_of(const abBounces *b, double left) {
    enum { MOST = 100000 };
    double span = b->span;
    for (int i = 0; i < MOST && span * b->kept > left; i++) {
        span *= b->kept;
    }
    double begun = 0.5 * span * b->pull * (1.0 - b->kept); // (1)
    return begun - b->pull * (span - left);
}

static bool still_bounces(const abSimulation *s, const abTouch *touch) {
    return touch->is_rigid && isfinite(touch->rest_time) && touch->rest_time > s->t &&
           touch->bounces.span > 0.0;
}

static bool moves(const abSimulation *s, int body) {
    return ab_is_moving(s->model, body);
}

static bool share_moving_body(const abSimulation *s, int a, int b, int c, int d) {
    return (moves(s, a) && (a == c || a == d)) || (moves(s, b) && (b == c || b == d));
}

bool ab_run_bounces_beside(const abSimulation *s, const abRigidPoint *point) {
    const abDynamics *d = &s->dynamics;
    bool any = false;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *t = &d->touches[k];
        bool is_other = t->shape_a != point->shape_a || t->shape_b != point->shape_b;
        any = any || (is_other && still_bounces(s, t) &&
                      share_moving_body(s, point->body_a, point->body_b, t->body_a, t->body_b));
    }
    for (size_t i = 0; i < d->rigid.count; i++) {
        const abRigidPoint *p = &d->rigid.points[i];
        bool is_other = p->shape_a != point->shape_a || p->shape_b != point->shape_b;
        any = any || (is_other && p->rest > 0.0 &&
                      share_moving_body(s, point->body_a, point->body_b, p->body_a, p->body_b));
    }
    return any;
}

// Whether something closes fast on a body of the touch.
static bool is_hit(abSimulation *s, const abTouch *touch) {
    abDynamics *d = &s->dynamics;
    bool any = false;
    for (size_t i = 0; i < d->rigid.count && !any; i++) {
        const abRigidPoint *p = &d->rigid.points[i];
        abRigidNow now;
        if (p->is_new && share_moving_body(s, p->body_a, p->body_b, touch->body_a, touch->body_b)) {
            ab_rigid_gap(d, p, &now);
            any = now.rate < 0.0;
        }
    }
    return any;
}

// Its points begin again; false when one of them is new, and does not bounce with the others.
static bool give_rate(abSimulation *s, const abTouch *touch) {
    abRigid *r = &s->dynamics.rigid;
    double rate = rate_of(&touch->bounces, touch->rest_time - s->t);
    bool has_new = false, any = false;
    for (size_t i = 0; i < r->count; i++) {
        const abRigidPoint *p = &r->points[i];
        bool is_own = p->shape_a == touch->shape_a && p->shape_b == touch->shape_b;
        has_new = has_new || (is_own && p->is_new);
        any = any || is_own;
    }
    for (size_t i = 0; i < r->count && any && !has_new; i++) {
        abRigidPoint *p = &r->points[i];
        if (p->shape_a == touch->shape_a && p->shape_b == touch->shape_b) {
            p->given = rate;
        }
    }
    return any && !has_new;
}

void ab_run_revive_bounces(abSimulation *s) {
    abDynamics *d = &s->dynamics;
    abRigid *r = &d->rigid;
    bool any = false;
    for (size_t i = 0; i < r->count; i++) {
        r->points[i].given = 0.0;
        r->points[i].is_held = !r->points[i].is_new;
    }
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        any = (still_bounces(s, touch) && is_hit(s, touch) && give_rate(s, touch)) || any;
    }
    if (any) { // without a solution they are at rest, as they seem
        ab_rigid_give_rates(d, s->t, s->y);
        ab_dynamics_place(d, s->t, s->y);
    }
    for (size_t i = 0; i < r->count; i++) {
        r->points[i].is_held = true;
    }
}
