// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sleep.c - what exact friction holds comes to rest, and then does not change at all.
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

#include "method/events/sleep.h"

#include "base/groups.h"
#include "derivative/state/derivative.h"
#include "mechanics/state/place.h"
#include "method/events/events.h"
#include "method/events/tolerances.def"

// ---- what can rest ----

static void bar(abSimulation *s, int body) {
    const abEvents *own = s->own;
    if (body >= 0) {
        own->sleep.may_sleep[ab_model_owner(s->model, body)] = false;
    }
}

void ab_run_prepare_sleep(abSimulation *s) {
    abEvents *own = s->own;
    const abModel *model = s->model;
    own->sleep.has_sleep = false;
    for (size_t b = 0; b < model->body_count; b++) {
        own->sleep.may_sleep[b] = model->bodies[b].state >= 0 &&
                                  model->bodies[b].flexible == NULL &&
                                  s->dynamics.tangential_states.has_exact;
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
        own->sleep.has_sleep = own->sleep.has_sleep || own->sleep.may_sleep[b];
    }
}

// ---- islands ----

// The moving bodies of a contact pair; their number.
static int movers(const abModel *model, const abContactPair *pair, int bodies[2]) {
    int count = 0;
    const int sides[2] = {pair->data->body_a, pair->data->body_b};
    for (int i = 0; i < 2; i++) {
        if (sides[i] >= 0 && model->bodies[sides[i]].mobility != AB_MOBILITY_FIXED) {
            bodies[count++] = sides[i];
        }
    }
    return count;
}

static void find_islands(abSimulation *s) {
    const abEvents *own = s->own;
    ab_groups_begin(own->sleep.island, s->model->body_count);
    for (size_t k = 0; k < s->dynamics.contacts->count; k++) {
        int bodies[2];
        if (movers(s->model, &s->dynamics.contacts->pairs[k], bodies) == 2) {
            ab_groups_join(own->sleep.island, bodies[0], bodies[1]);
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
    const abStateBlock *block = ab_state_block(body->mobility);
    return (Speeds){.v = y + body->state + block->speed,
                    .w = y + body->state + block->spin,
                    .turns = block->spin_count,
                    .moves = block->speed_count,
                    .at = block->speed,
                    .turns_at = block->spin};
}

static bool is_slow(const abSimulation *s, int b) {
    const abEvents *own = s->own;
    const abBody *body = &s->model->bodies[b];
    Speeds speeds = speeds_of(body, s->y);
    const double *allowed = own->integration.weights + body->state;
    double rate = own->integration.scales[b].rate;
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
    const abEvents *own = s->own;
    const abBody *body = &s->model->bodies[b];
    const abBodyNow *now = &s->dynamics.mechanics.bodies[b];
    bool is_free = body->mobility == AB_MOBILITY_FREE;
    const double *allowed = own->integration.weights + body->state;
    const abStateBlock *block = ab_state_block(body->mobility);
    double rate = own->integration.scales[b].rate;
    double rotation = is_free ? fmax(fabs(now->alpha.x), fabs(now->alpha.y)) : 0.0;
    double maximum = fmax(fabs(now->a.x), fabs(now->a.y));
    maximum = is_free ? fmax(maximum, fabs(now->a.z)) : maximum;
    return maximum <= rate * allowed[block->speed] &&
           fmax(rotation, fabs(now->alpha.z)) <= rate * allowed[block->spin];
}

// Whether all points of a contact pair that press are held within their limits, as last evaluated.
static bool is_held(const abDerivative *d, const abContactPair *pair) {
    bool held = ab_friction_is_exact(pair->data->interaction->friction) &&
                !pair->data->has_code; // code may look at the time
    for (int i = pair->first_tangential;
         held && i < pair->first_tangential + pair->tangential_count; i++) {
        const abTangentialNow *now = &d->tangential_states.now[i];
        bool sticks =
            d->tangential_states.list[i].mode == AB_TANGENTIAL_STICK && now->switching < 0.0;
        held = !now->is_there || !(now->pressing > 0.0) || sticks;
    }
    return held;
}

// How far apart the points of a contact pair lie: along their longest line, and across it.
static void spread_of(const abDerivative *d, const abContactPair *pair, double *along,
                      double *across) {
    const abTangentialNow *first = &d->tangential_states.now[pair->first_tangential];
    abVec3 line = {0.0, 0.0, 0.0};
    *along = *across = 0.0;
    for (int i = 1; i < pair->tangential_count; i++) {
        abVec3 arm = ab_sub(first[i].place, first->place);
        line = first[i].pressing > 0.0 && ab_norm(arm) > ab_norm(line) ? arm : line;
    }
    *along = ab_norm(line);
    for (int i = 1; i<pair->tangential_count && * along> 0.0; i++) {
        abVec3 arm = ab_sub(first[i].place, first->place);
        double off = first[i].pressing > 0.0 ? ab_norm(ab_cross(arm, line)) / *along : 0.0;
        *across = fmax(*across, off);
    }
}

// Whether the points of one contact pair keep a body from tilting.
static bool carries(const abSimulation *s, const abContactPair *pair, int b) {
    const abBody *body = &s->model->bodies[b];
    double along, across, minimum = s_spread * ab_body_size(body);
    if (pair->tangential_count < 2 ||
        !(s->dynamics.tangential_states.now[pair->first_tangential].pressing > 0.0)) {
        return false;
    }
    spread_of(&s->dynamics, pair, &along, &across);
    return along > minimum && (body->mobility == AB_MOBILITY_PLANAR || across > minimum);
}

// ---- marking ----

enum { CAN_SLEEP = 1, IS_CARRIED = 2 };

// An island with a body that cannot rest, cannot; bodies without contact pairs do not either.
static bool any_candidate(abSimulation *s) {
    const abEvents *own = s->own;
    const abModel *model = s->model;
    bool any = false;
    for (int b = 0; b < (int)model->body_count; b++) {
        own->sleep.marks[b] = CAN_SLEEP;
    }
    for (int b = 0; b < (int)model->body_count; b++) {
        bool sleeps = s->dynamics.mechanics.sleeps[b];
        if (!own->sleep.may_sleep[b] || !(sleeps || is_slow(s, b))) {
            own->sleep.marks[ab_group_of(own->sleep.island, b)] &= ~CAN_SLEEP;
        }
    }
    for (int b = 0; b < (int)model->body_count; b++) {
        bool can = (own->sleep.marks[ab_group_of(own->sleep.island, b)] & CAN_SLEEP) != 0;
        any = any || (can && !s->dynamics.mechanics.sleeps[b]);
    }
    return any;
}

static void examine(abSimulation *s) {
    const abEvents *own = s->own;
    const abModel *model = s->model;
    const abDerivative *d = &s->dynamics;
    for (size_t k = 0; k < d->contacts->count; k++) {
        int bodies[2];
        int count = movers(model, &d->contacts->pairs[k], bodies);
        bool held = is_held(d, &d->contacts->pairs[k]);
        for (int i = 0; i < count; i++) {
            if (!held) {
                own->sleep.marks[ab_group_of(own->sleep.island, bodies[i])] &= ~CAN_SLEEP;
            } else if (carries(s, &d->contacts->pairs[k], bodies[i])) {
                own->sleep.marks[bodies[i]] |= IS_CARRIED;
            }
        }
    }
    for (int b = 0; b < (int)model->body_count; b++) {
        if (own->sleep.may_sleep[b] &&
            !((own->sleep.marks[b] & IS_CARRIED) != 0 && is_balanced(s, b))) {
            own->sleep.marks[ab_group_of(own->sleep.island, b)] &= ~CAN_SLEEP;
        }
    }
}

bool ab_run_update_sleep(abSimulation *s) {
    const abEvents *own = s->own;
    abDerivative *d = &s->dynamics;
    if (!own->sleep.has_sleep) {
        return false;
    }
    find_islands(s);
    if (any_candidate(s)) {
        if (!ab_derivative_evaluate(d, s->t, s->y, own->y_event)) {
            return false;
        }
        examine(s);
    }
    bool changed = false;
    for (int b = 0; b < (int)s->model->body_count; b++) {
        bool sleeps = own->sleep.may_sleep[b] &&
                      (own->sleep.marks[ab_group_of(own->sleep.island, b)] & CAN_SLEEP) != 0;
        if (sleeps && !d->mechanics.sleeps[b]) {
            ab_mechanics_stop(&d->mechanics, b, s->y);
        }
        changed = changed || sleeps != d->mechanics.sleeps[b];
        d->mechanics.sleeps[b] = sleeps;
    }
    return changed;
}
