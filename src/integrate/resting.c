// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// resting.c - what exact friction holds comes to rest, and then does not change at all.
//
// Contacts are compliant, so a body set down goes on moving less and less, for ever. When what is
// left is below what a step may be wrong by, it is at rest: its velocity becomes zero and its state
// is constant, to the last bit, until the contacts of its island change. An island is what touches
// hold together; fixed bodies do not join islands. It rests when
//
//   - nothing but gravity and contacts acts on its bodies, so their loads are constant in time,
//   - all its points stick by an exact law,
//   - each body stands on points that keep it from tilting: the equilibrium is stable, and a body
//     balanced on an edge or a ball on a summit is not taken to be at rest,
//   - |v| and |a|/rate are within the error weights of v, and |v|/rate within those of the
//   position,
//     with `rate` that of its stiffest contact: it is that near to its equilibrium.
//
// The energy of the motion that was left goes into the book as lost in contact.

#include "integrate/run.h"

static const double s_spread = 1e-3; // of a body's size, over which its points must spread

// ---- what can rest ----

static void bar(abSimulation *s, int body) {
    if (body >= 0) {
        s->may_rest[body] = false;
    }
}

void ab_run_prepare_rest(abSimulation *s) {
    const abModel *model = s->model;
    s->has_rest = false;
    for (size_t b = 0; b < model->body_count; b++) {
        s->may_rest[b] = model->bodies[b].state >= 0 && s->dynamics.grips.has_exact;
    }
    for (size_t j = 0; j < model->joint_count; j++) {
        bar(s, model->joints[j].body_a);
        bar(s, model->joints[j].body_b);
    }
    for (size_t f = 0; f < model->force_count; f++) {
        bar(s, model->forces[f].body_a);
        bar(s, model->forces[f].body_b);
    }
    for (size_t b = 0; b < model->body_count; b++) {
        s->has_rest = s->has_rest || s->may_rest[b];
    }
}

// ---- islands ----

static int root_of(int *parent, int i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

// The moving bodies of a touch; their number.
static int movers(const abModel *model, const abTouch *touch, int bodies[2]) {
    int count = 0;
    const int sides[2] = {touch->body_a, touch->body_b};
    for (int i = 0; i < 2; i++) {
        if (sides[i] >= 0 && model->bodies[sides[i]].mobility != AB_MOBILITY_FIXED) {
            bodies[count++] = sides[i];
        }
    }
    return count;
}

static void find_islands(abSimulation *s) {
    for (int b = 0; b < (int)s->model->body_count; b++) {
        s->rest_island[b] = b;
    }
    for (size_t k = 0; k < s->dynamics.touch_count; k++) {
        int bodies[2];
        if (movers(s->model, &s->dynamics.touches[k], bodies) == 2) {
            int p = root_of(s->rest_island, bodies[0]), q = root_of(s->rest_island, bodies[1]);
            s->rest_island[p > q ? p : q] = p > q ? q : p;
        }
    }
}

// ---- the conditions ----

typedef struct Speeds {
    const double *v, *w; // in y
    int turns;           // entries of w
    int moves;           // likewise of v
    int at, turns_at;    // of v and w, in the states of the body
} Speeds;

static Speeds speeds_of(const abBody *body, const double *y) {
    bool is_free = body->mobility == AB_MOBILITY_FREE;
    Speeds speeds = {.moves = is_free ? 3 : 2, .turns = is_free ? 3 : 1};
    speeds.at = is_free ? 7 : 3;
    speeds.turns_at = is_free ? 10 : 5;
    speeds.v = y + body->state + speeds.at;
    speeds.w = y + body->state + speeds.turns_at;
    return speeds;
}

static bool is_slow(const abSimulation *s, int b) {
    const abBody *body = &s->model->bodies[b];
    Speeds speeds = speeds_of(body, s->y);
    const double *allowed = s->weights + body->state;
    double rate = s->scales[b].rate;
    bool slow = rate > 0.0;
    for (int i = 0; i < speeds.moves; i++) {
        double v = fabs(speeds.v[i]);
        slow = slow && v <= allowed[speeds.at + i] && v <= rate * allowed[i];
    }
    for (int i = 0; i < speeds.turns; i++) {
        slow = slow && fabs(speeds.w[i]) <= allowed[speeds.turns_at + i];
    }
    return slow;
}

// As last evaluated.
static bool is_balanced(const abSimulation *s, int b) {
    const abBody *body = &s->model->bodies[b];
    const abBodyNow *now = &s->dynamics.bodies[b];
    bool is_free = body->mobility == AB_MOBILITY_FREE;
    const double *allowed = s->weights + body->state;
    double rate = s->scales[b].rate;
    double turn = is_free ? fmax(fabs(now->alpha.x), fabs(now->alpha.y)) : 0.0;
    double most = fmax(fabs(now->a.x), fabs(now->a.y));
    most = is_free ? fmax(most, fabs(now->a.z)) : most;
    return most <= rate * allowed[is_free ? 7 : 3] &&
           fmax(turn, fabs(now->alpha.z)) <= rate * allowed[is_free ? 10 : 5];
}

// Whether all points of a touch that press are held within their limits, as last evaluated.
static bool is_held(const abDynamics *d, const abTouch *touch) {
    bool held = ab_grips_is_exact(touch) && !touch->has_code; // code may look at the time
    for (int i = touch->first_grip; held && i < touch->first_grip + touch->grip_count; i++) {
        const abGripNow *now = &d->grips.now[i];
        bool sticks = d->grips.list[i].mode == AB_GRIP_STICK && now->border < 0.0;
        held = !now->is_there || !(now->pressing > 0.0) || sticks;
    }
    return held;
}

// How far apart the points of a touch lie: along their longest line, and across it.
static void spread_of(const abDynamics *d, const abTouch *touch, double *along, double *across) {
    const abGripNow *first = &d->grips.now[touch->first_grip];
    abVec3 line = {0.0, 0.0, 0.0};
    *along = *across = 0.0;
    for (int i = 1; i < touch->grip_count; i++) {
        abVec3 arm = ab_sub(first[i].place, first->place);
        line = first[i].pressing > 0.0 && ab_norm(arm) > ab_norm(line) ? arm : line;
    }
    *along = ab_norm(line);
    for (int i = 1; i<touch->grip_count && * along> 0.0; i++) {
        abVec3 arm = ab_sub(first[i].place, first->place);
        double off = first[i].pressing > 0.0 ? ab_norm(ab_cross(arm, line)) / *along : 0.0;
        *across = fmax(*across, off);
    }
}

// Whether the points of one touch keep a body from tilting.
static bool carries(const abSimulation *s, const abTouch *touch, int b) {
    const abBody *body = &s->model->bodies[b];
    double along, across, least = s_spread * ab_body_size(body);
    if (touch->grip_count < 2 || !(s->dynamics.grips.now[touch->first_grip].pressing > 0.0)) {
        return false;
    }
    spread_of(&s->dynamics, touch, &along, &across);
    return along > least && (body->mobility == AB_MOBILITY_PLANAR || across > least);
}

// ---- marking ----

enum { CAN_REST = 1, IS_CARRIED = 2 };

// An island with a body that cannot rest, cannot; bodies without touches do not either.
static bool any_candidate(abSimulation *s) {
    const abModel *model = s->model;
    bool any = false;
    for (int b = 0; b < (int)model->body_count; b++) {
        s->rest_marks[b] = CAN_REST;
    }
    for (int b = 0; b < (int)model->body_count; b++) {
        bool rests = s->dynamics.rests[b];
        if (!s->may_rest[b] || !(rests || is_slow(s, b))) {
            s->rest_marks[root_of(s->rest_island, b)] &= ~CAN_REST;
        }
    }
    for (int b = 0; b < (int)model->body_count; b++) {
        bool can = (s->rest_marks[root_of(s->rest_island, b)] & CAN_REST) != 0;
        any = any || (can && !s->dynamics.rests[b]);
    }
    return any;
}

static void examine(abSimulation *s) {
    const abModel *model = s->model;
    const abDynamics *d = &s->dynamics;
    for (size_t k = 0; k < d->touch_count; k++) {
        int bodies[2];
        int count = movers(model, &d->touches[k], bodies);
        bool held = is_held(d, &d->touches[k]);
        for (int i = 0; i < count; i++) {
            if (!held) {
                s->rest_marks[root_of(s->rest_island, bodies[i])] &= ~CAN_REST;
            } else if (carries(s, &d->touches[k], bodies[i])) {
                s->rest_marks[bodies[i]] |= IS_CARRIED;
            }
        }
    }
    for (int b = 0; b < (int)model->body_count; b++) {
        if (s->may_rest[b] && !((s->rest_marks[b] & IS_CARRIED) != 0 && is_balanced(s, b))) {
            s->rest_marks[root_of(s->rest_island, b)] &= ~CAN_REST;
        }
    }
}

bool ab_run_rest(abSimulation *s) {
    abDynamics *d = &s->dynamics;
    if (!s->has_rest) {
        return false;
    }
    find_islands(s);
    if (any_candidate(s)) {
        if (!ab_dynamics_evaluate(d, s->t, s->y, s->y_event)) {
            return false;
        }
        examine(s);
    }
    bool changed = false;
    for (int b = 0; b < (int)s->model->body_count; b++) {
        bool rests = s->may_rest[b] && (s->rest_marks[root_of(s->rest_island, b)] & CAN_REST) != 0;
        if (rests && !d->rests[b]) {
            ab_dynamics_stop(d, b, s->y);
        }
        changed = changed || rests != d->rests[b];
        d->rests[b] = rests;
    }
    return changed;
}
