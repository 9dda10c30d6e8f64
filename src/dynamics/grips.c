// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// grips.c - the list of grips follows the patches, and the states in y follow the list.

#include <string.h>

#include "base/array.h"
#include "dynamics/parts.h"

// A point with a new name this near to one that is gone is the same point, by the size of the
// smaller body: features of equal faces lie on each other and rounding chooses between their names.
static const double s_same_place = 1e-3;

static bool reserve(abDynamics *d, size_t count) {
    abGrips *g = &d->grips;
    return AB_ARRAY_RESERVE(d->allocator, g->next, g->next_capacity, count) &&
           AB_ARRAY_RESERVE(d->allocator, g->list, g->capacity, count) &&
           AB_ARRAY_RESERVE(d->allocator, g->now, g->now_capacity, count) &&
           AB_ARRAY_RESERVE(d->allocator, g->states, g->state_capacity, AB_GRIP_STATES * count);
}

bool ab_grips_init(abDynamics *d) {
    enum { AT_FIRST = 16 };
    for (int i = 0; i < d->model->interaction_count; i++) {
        if (d->model->interactions[i].friction->grip != NULL) {
            d->grips.slots = AT_FIRST;
            d->grips.has_exact =
                d->grips.has_exact || d->model->interactions[i].friction->grip->is_exact;
        }
    }
    return d->grips.slots == 0 || reserve(d, d->grips.slots);
}

void ab_grips_done(abDynamics *d) {
    abGrips *g = &d->grips;
    AB_ARRAY_FREE(d->allocator, g->list, g->capacity);
    AB_ARRAY_FREE(d->allocator, g->next, g->next_capacity);
    AB_ARRAY_FREE(d->allocator, g->now, g->now_capacity);
    AB_ARRAY_FREE(d->allocator, g->states, g->state_capacity);
}

bool ab_grips_find(abDynamics *d) {
    abGrips *g = &d->grips;
    g->next_count = 0;
    for (size_t k = 0; k < d->touch_count; k++) {
        abTouch *touch = &d->touches[k];
        touch->first_grip = (int)g->next_count;
        touch->grip_count = 0;
        if (touch->interaction->friction->grip == NULL) {
            continue;
        }
        abProximity at;
        abPatchPoint points[AB_PATCH_MAX];
        ab_dynamics_proximity(d, touch->shape_a, touch->shape_b, &at);
        int count = touch->is_rigid ? ab_rigid_as_patch(d, touch, points)
                                    : ab_touch_points(d, touch, &at, points);
        if (!reserve(d, g->next_count + (size_t)count)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            g->next[g->next_count++] = (abGrip){.shape_a = touch->shape_a,
                                                .shape_b = touch->shape_b,
                                                .id = points[i].id,
                                                .place = points[i].p_W,
                                                .has_modes = ab_grips_has_modes(touch),
                                                .is_exact = ab_grips_is_exact(touch),
                                                .is_new = true};
        }
        touch->grip_count = count;
        touch->points = touch->has_patch ? ab_points_fingerprint(points, count) : 0;
    }
    return true;
}

static int compare_touches(const abGrip *a, const abGrip *b) {
    return a->shape_a != b->shape_a ? a->shape_a - b->shape_a : a->shape_b - b->shape_b;
}

// Gives a new grip what an old one has; the old one is then used up.
static void inherit(abGrips *g, size_t to, size_t from) {
    abGrip *grip = &g->next[to], *old = &g->list[from];
    abVec3 place = grip->place;
    int id = grip->id;
    old->is_taken = true;
    old->is_new = false;
    *grip = *old;
    grip->place = place;
    grip->id = id;
    memcpy(g->states + AB_GRIP_STATES * to, g->state + AB_GRIP_STATES * from,
           AB_GRIP_STATES * sizeof *g->states);
}

static bool has_name(const abGrip *old, const abGrip *grip, double size) {
    (void)size;
    return old->id == grip->id;
}

static bool is_near(const abGrip *old, const abGrip *grip, double size) {
    return ab_norm(ab_sub(old->place, grip->place)) <= s_same_place * size;
}

// Each new grip that has none yet takes the first free old one of its touch that fits. Both lists
// are in the order of touches.
static void match(const abDynamics *d, abGrips *g,
                  bool fits(const abGrip *old, const abGrip *grip, double size)) {
    size_t first = 0;
    for (size_t i = 0; i < g->next_count; i++) {
        abGrip *grip = &g->next[i];
        while (first < g->count && compare_touches(&g->list[first], grip) < 0) {
            first++;
        }
        const abBodyShape *shapes = d->model->shapes;
        double size = fmin(shapes[grip->shape_a].shape.bound, shapes[grip->shape_b].shape.bound);
        for (size_t k = first; k < g->count && compare_touches(&g->list[k], grip) == 0; k++) {
            if (!grip->is_taken && !g->list[k].is_taken && fits(&g->list[k], grip, size)) {
                inherit(g, i, k);
            }
        }
    }
}

void ab_grips_take(abDynamics *d, double *y) {
    abGrips *g = &d->grips;
    double *state = y + d->model->state_count;
    g->state = state;
    memset(g->states, 0, AB_GRIP_STATES * g->next_count * sizeof *g->states);
    match(d, g, has_name);
    match(d, g, is_near);
    double *lost = state - AB_BOOK_STATES + AB_BOOK_SLIDING;
    for (size_t k = 0; k < g->count; k++) {
        *lost += g->list[k].is_taken ? 0.0 : g->list[k].stored;
    }
    abGrip *list = g->list;
    size_t capacity = g->capacity;
    g->list = g->next, g->capacity = g->next_capacity;
    g->next = list, g->next_capacity = capacity;
    g->count = g->next_count;
    for (size_t k = 0; k < g->count; k++) {
        g->list[k].is_taken = false;
    }
    memset(state, 0, AB_GRIP_STATES * g->slots * sizeof *state);
    memcpy(state, g->states, AB_GRIP_STATES * g->count * sizeof *state);
}

void ab_grips_note(abDynamics *d) {
    for (size_t k = 0; k < d->grips.count; k++) {
        d->grips.list[k].stored = d->grips.now[k].stored;
    }
}

// Contacts alone, at the state as placed, with the answers that only a change of modes needs.
static void ask(abDynamics *d, double *y) {
    d->grips.state = y + d->model->state_count;
    d->grips.asks = true;
    ab_contact_pass(d);
    d->grips.asks = false;
}

static void set_state(double *y, abVec3 state) {
    y[0] = state.x;
    y[1] = state.y;
    y[2] = state.z;
}

void ab_grips_start(abDynamics *d, double t, double *y) {
    ask(d, y);
    for (size_t k = 0; k < d->grips.count; k++) {
        abGrip *grip = &d->grips.list[k];
        if (grip->is_new && !grip->is_exact) {
            const abGripBegin *begin = &d->grips.now[k].begin;
            set_state(y + d->model->state_count + AB_GRIP_STATES * k, begin->state);
            grip->mode = begin->mode;
            grip->since = t;
            grip->is_new = false;
        }
    }
}

void ab_grips_change(abDynamics *d, double t, double *y) {
    double *lost = y + d->model->state_count - AB_BOOK_STATES + AB_BOOK_SLIDING;
    for (size_t k = 0; k < d->grips.count; k++) {
        abGrip *grip = &d->grips.list[k];
        if (grip->is_wrong && !grip->is_exact) {
            grip->stored = d->grips.now[k].stored;
            grip->mode = grip->mode == AB_GRIP_STICK ? AB_GRIP_SLIP : AB_GRIP_STICK;
            grip->since = t;
        }
    }
    ask(d, y);
    for (size_t k = 0; k < d->grips.count; k++) {
        if (d->grips.list[k].is_wrong && !d->grips.list[k].is_exact) {
            set_state(y + d->model->state_count + AB_GRIP_STATES * k, d->grips.now[k].change);
        }
    }
    ask(d, y);
    for (size_t k = 0; k < d->grips.count; k++) {
        abGrip *grip = &d->grips.list[k];
        if (grip->is_wrong && !grip->is_exact) {
            *lost += grip->stored - d->grips.now[k].stored;
            grip->is_wrong = false;
        }
    }
}

// Acceleration of a point that is at p now and moves with p_dot, on a body there.
static abVec3 acceleration_along(const abBodyNow *body, abVec3 p, abVec3 p_dot) {
    abVec3 turning = ab_cross(body->alpha, ab_sub(p, body->X.p));
    return ab_add(ab_add(body->a, turning), ab_cross(body->w, ab_sub(p_dot, body->v)));
}

// d^2(depth)/dt^2 = -(V.n)', V the velocity of B against A at the point of the contact.
static double closing_acceleration(abDynamics *d, const abTouch *touch, size_t index) {
    const abGripNow *now = &d->grips.now[index];
    const abBodyNow *A = &d->bodies[touch->body_a], *B = &d->bodies[touch->body_b];
    abVec3 n_dot, p_dot[AB_PATCH_MAX];
    ab_contact_point_motions(d, touch, &d->now[touch - d->touches], &n_dot, p_dot);
    abVec3 p = now->place, moves = p_dot[index - (size_t)touch->first_grip];
    abVec3 V = ab_sub(ab_velocity_at(B, p), ab_velocity_at(A, p));
    abVec3 V_dot = ab_sub(acceleration_along(B, p, moves), acceleration_along(A, p, moves));
    return -ab_dot(V_dot, now->normal) - ab_dot(V, n_dot);
}

double ab_grips_limit_growth(abDynamics *d, const abTouch *touch, size_t index) {
    const abGripNow *now = &d->grips.now[index];
    double growth = now->stiffness * now->closing;
    if (now->damping != 0.0) {
        growth += now->damping * closing_acceleration(d, touch, index);
    }
    return now->pressing > 0.0 ? now->limit / now->pressing * growth : 0.0;
}

bool ab_grips_has_modes(const abTouch *touch) {
    const abGripLaw *law = touch->interaction->friction->grip;
    return law != NULL && law->has_modes != NULL && law->has_modes(touch->friction_constants);
}

bool ab_grips_is_exact(const abTouch *touch) {
    const abGripLaw *law = touch->interaction->friction->grip;
    return law != NULL && law->is_exact;
}

int ab_grips_index(const abDynamics *d, const abTouch *touch, int id) {
    for (int i = touch->first_grip; i < touch->first_grip + touch->grip_count; i++) {
        if (d->grips.list[i].id == id) {
            return i;
        }
    }
    return -1;
}

bool ab_grips_reserve(abDynamics *d, size_t count) {
    return reserve(d, count);
}

bool ab_grips_assign(abDynamics *d) {
    size_t next = 0;
    const abGrip *list = d->grips.list;
    for (size_t k = 0; k < d->touch_count; k++) {
        abTouch *touch = &d->touches[k];
        touch->first_grip = (int)next;
        while (next < d->grips.count && list[next].shape_a == touch->shape_a &&
               list[next].shape_b == touch->shape_b) {
            next++;
        }
        touch->grip_count = (int)next - touch->first_grip;
        for (int i = touch->first_grip; i < (int)next; i++) {
            d->grips.list[i].has_modes = ab_grips_has_modes(touch);
            d->grips.list[i].is_exact = ab_grips_is_exact(touch);
        }
    }
    return next == d->grips.count;
}
