// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tangential_state.c - the list of tangential states follows the patches, and the states in y follow the list.

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "derivative/friction/tangential_state.h"
#include "derivative/friction/tolerances.def"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/pair_points.h"

static bool reserve(abDerivative *d, size_t count) {
    abTangentialStates *g = &d->tangential_states;
    return AB_ARRAYS_RESERVE(d->mechanics.allocator, &g->arrays, g->next, count) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &g->arrays, g->list, count) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &g->arrays, g->now, count) &&
           AB_ARRAYS_RESERVE(d->mechanics.allocator, &g->arrays, g->states,
                             AB_TANGENTIAL_NUMBERS * count);
}

bool ab_tangential_init(abDerivative *d) {
    enum { AT_FIRST = 16 };
    for (int i = 0; i < d->mechanics.model->interaction_count; i++) {
        if (d->mechanics.model->interactions[i].friction->tangential != NULL) {
            d->mechanics.layout = ab_state_layout(d->mechanics.model, AT_FIRST);
            d->tangential_states.has_exact =
                d->tangential_states.has_exact ||
                d->mechanics.model->interactions[i].friction->tangential->is_exact;
        }
    }
    return d->mechanics.layout.tangential_slots == 0 ||
           reserve(d, d->mechanics.layout.tangential_slots);
}

void ab_tangential_done(abDerivative *d) {
    abTangentialStates *g = &d->tangential_states;
    ab_arrays_free(d->mechanics.allocator, &g->arrays);
}

static bool has_states(const abContactPair *pair) {
    const abTangentialLaw *law = pair->data->interaction->friction->tangential;
    return law != NULL && (law->holds == NULL || law->holds(pair->data->friction_constants));
}

// Where a pair has friction with a history.
static int find_points(abDerivative *d, const abContactPair *pair, const abProximity *at,
                       abPatchPoint points[AB_PATCH_MAX]) {
    if (pair->data->is_rigid) {
        return ab_rigid_as_patch(d, pair, points);
    }
    int count = pair->data->has_surface ? AB_SURFACE_FRICTION_POINTS
                                        : ab_contact_pair_points(&d->mechanics, pair, at, points);
    for (int k = 0; k < count && pair->data->has_surface; k++) { // names, as surface_friction.c has
        points[k] = ab_deepest_point(at);
        points[k].id = k;
    }
    return count;
}

bool ab_tangential_find(abDerivative *d) {
    abTangentialStates *g = &d->tangential_states;
    g->next_count = 0;
    for (size_t k = 0; k < d->contacts->count; k++) {
        abContactPair *pair = &d->contacts->pairs[k];
        pair->first_tangential = (int)g->next_count;
        pair->tangential_count = 0;
        if (!has_states(pair)) {
            continue;
        }
        abProximity at;
        abPatchPoint points[AB_PATCH_MAX];
        ab_pair_proximity(&d->mechanics, pair->shape_a, pair->shape_b, &at);
        int count = find_points(d, pair, &at, points);
        if (!reserve(d, g->next_count + (size_t)count)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            g->next[g->next_count++] = (abTangentialState){
                .shape_a = pair->shape_a,
                .shape_b = pair->shape_b,
                .id = points[i].id,
                .place = points[i].p_W,
                .pressing = INFINITY,
                .has_modes = ab_tangential_has_modes(pair),
                .is_exact = ab_friction_is_exact(pair->data->interaction->friction),
                .is_new = true};
        }
        pair->tangential_count = count;
        pair->points = pair->data->has_patch ? ab_points_fingerprint(points, count) : 0;
    }
    return true;
}

static int compare_pairs(const abTangentialState *a, const abTangentialState *b) {
    return a->shape_a != b->shape_a ? a->shape_a - b->shape_a : a->shape_b - b->shape_b;
}

// Gives a new tangential state what an old one has; the old one is then used up.
static void inherit(abTangentialStates *g, size_t to, size_t from) {
    abTangentialState *tangential = &g->next[to], *old = &g->list[from];
    abVec3 place = tangential->place;
    int id = tangential->id;
    old->is_taken = true;
    old->is_new = false;
    *tangential = *old;
    tangential->place = place;
    tangential->id = id;
    memcpy(g->states + AB_TANGENTIAL_NUMBERS * to, g->state + AB_TANGENTIAL_NUMBERS * from,
           AB_TANGENTIAL_NUMBERS * sizeof *g->states);
}

static bool has_name(const abTangentialState *old, const abTangentialState *tangential,
                     double size) {
    (void)size;
    return old->id == tangential->id;
}

static bool is_near(const abTangentialState *old, const abTangentialState *tangential,
                    double size) {
    return ab_norm(ab_sub(old->place, tangential->place)) <= s_same_place * size;
}

// Each new tangential state that has none yet takes the first free old one of its contact pair that fits. Both lists
// are in the order of contact pairs.
static void match(const abDerivative *d, abTangentialStates *g,
                  bool fits(const abTangentialState *old, const abTangentialState *tangential,
                            double size)) {
    size_t first = 0;
    for (size_t i = 0; i < g->next_count; i++) {
        abTangentialState *tangential = &g->next[i];
        while (first < g->count && compare_pairs(&g->list[first], tangential) < 0) {
            first++;
        }
        const abBodyShape *shapes = d->mechanics.model->shapes;
        double size =
            fmin(shapes[tangential->shape_a].shape.bound, shapes[tangential->shape_b].shape.bound);
        for (size_t k = first; k < g->count && compare_pairs(&g->list[k], tangential) == 0; k++) {
            if (!tangential->is_taken && !g->list[k].is_taken &&
                fits(&g->list[k], tangential, size)) {
                inherit(g, i, k);
            }
        }
    }
}

void ab_tangential_take(abDerivative *d, double *y) {
    abTangentialStates *g = &d->tangential_states;
    double *state = y + d->mechanics.layout.tangential_states;
    g->state = state;
    memset(g->states, 0, AB_TANGENTIAL_NUMBERS * g->next_count * sizeof *g->states);
    match(d, g, has_name);
    match(d, g, is_near);
    abTangentialState *list = g->list;
    g->list = g->next;
    g->next = list;
    g->count = g->next_count;
    for (size_t k = 0; k < g->count; k++) {
        g->list[k].is_taken = false;
    }
    memset(state, 0, AB_TANGENTIAL_NUMBERS * d->mechanics.layout.tangential_slots * sizeof *state);
    memcpy(state, g->states, AB_TANGENTIAL_NUMBERS * g->count * sizeof *state);
}

// Contacts alone, at the state as placed, with the answers that only a change of modes needs.
static void ask(abDerivative *d, double *y) {
    d->tangential_states.state = y + d->mechanics.layout.tangential_states;
    d->tangential_states.asks = true;
    ab_contact_pass(d);
    d->tangential_states.asks = false;
}

void ab_tangential_start(abDerivative *d, double t, double *y) {
    ask(d, y);
    for (size_t k = 0; k < d->tangential_states.count; k++) {
        abTangentialState *tangential = &d->tangential_states.list[k];
        if (tangential->is_new && !tangential->is_exact) {
            const abTangentialBegin *begin = &d->tangential_states.now[k].begin;
            ab_vec3_put(y + ab_state_of_grip(&d->mechanics.layout, k), begin->state);
            tangential->mode = begin->mode;
            tangential->since = t;
            tangential->is_new = false;
        }
    }
}

void ab_tangential_change(abDerivative *d, double t, double *y) {
    for (size_t k = 0; k < d->tangential_states.count; k++) {
        abTangentialState *tangential = &d->tangential_states.list[k];
        if (tangential->is_wrong && !tangential->is_exact) {
            tangential->mode =
                tangential->mode == AB_TANGENTIAL_STICK ? AB_TANGENTIAL_SLIP : AB_TANGENTIAL_STICK;
            tangential->since = t;
        }
    }
    ask(d, y);
    for (size_t k = 0; k < d->tangential_states.count; k++) {
        if (d->tangential_states.list[k].is_wrong && !d->tangential_states.list[k].is_exact) {
            ab_vec3_put(y + ab_state_of_grip(&d->mechanics.layout, k),
                        d->tangential_states.now[k].change);
        }
    }
    ask(d, y);
    for (size_t k = 0; k < d->tangential_states.count; k++) {
        abTangentialState *tangential = &d->tangential_states.list[k];
        if (tangential->is_wrong && !tangential->is_exact) {
            tangential->is_wrong = false;
        }
    }
}

// Acceleration of a point that is at p now and moves with p_dot, on a body there.
static abVec3 acceleration_along(const abBodyNow *body, abVec3 p, abVec3 p_dot) {
    abVec3 turning = ab_cross(body->alpha, ab_sub(p, body->X.p));
    return ab_add(ab_add(body->a, turning), ab_cross(body->w, ab_sub(p_dot, body->v)));
}

// d^2(depth)/dt^2 = -(V.n)', V the velocity of B against A at the point of the contact.
static double closing_acceleration(abDerivative *d, const abContactPair *pair, size_t index) {
    const abTangentialNow *now = &d->tangential_states.now[index];
    const abBodyNow *A = &d->mechanics.bodies[pair->data->body_a],
                    *B = &d->mechanics.bodies[pair->data->body_b];
    abVec3 n_dot[AB_PATCH_MAX], p_dot[AB_PATCH_MAX];
    size_t i = index - (size_t)pair->first_tangential;
    ab_contact_point_motions(d, pair, &d->contacts->now[pair - d->contacts->pairs], n_dot, p_dot);
    abVec3 p = now->place, moves = p_dot[i];
    abVec3 V = ab_sub(ab_velocity_at(B, p), ab_velocity_at(A, p));
    abVec3 V_dot = ab_sub(acceleration_along(B, p, moves), acceleration_along(A, p, moves));
    return -ab_dot(V_dot, now->normal) - ab_dot(V, n_dot[i]);
}

double ab_tangential_limit_growth(abDerivative *d, const abContactPair *pair, size_t index) {
    const abTangentialNow *now = &d->tangential_states.now[index];
    double growth = now->stiffness * now->closing;
    if (now->damping != 0.0) {
        growth += now->damping * closing_acceleration(d, pair, index);
    }
    return now->pressing > 0.0 ? now->limit / now->pressing * growth : 0.0;
}

bool ab_tangential_has_modes(const abContactPair *pair) {
    const abTangentialLaw *law = pair->data->interaction->friction->tangential;
    return law != NULL && law->has_modes != NULL && law->has_modes(pair->data->friction_constants);
}

// How far those points of a pair have moved at most since the last step that are still there by their
// names. Corners of A move with A, those of B with B, and crossings of edges with both.
static double largest_move(const abTangentialStates *g, const abContactPair *pair,
                           const abPatchPoint *points, int count) {
    double largest = 0.0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < pair->tangential_count; k++) {
            const abTangentialState *tangential = &g->list[pair->first_tangential + k];
            if (tangential->id == points[i].id) {
                largest = fmax(largest, ab_norm(ab_sub(points[i].p_W, tangential->place)));
            }
        }
    }
    return largest;
}

static bool has_point(const abPatchPoint *points, int count, int id) {
    bool any = false;
    for (int i = 0; i < count; i++) {
        any = any || points[i].id == id;
    }
    return any;
}

// The nearest point without a tangential state, no farther than a distance; -1 when there is none.
static int nearest_nameless(const abDerivative *d, const abContactPair *pair,
                            const abPatchPoint *points, int count, abVec3 place, double far) {
    int nearest = -1;
    for (int i = 0; i < count; i++) {
        double distance = ab_norm(ab_sub(points[i].p_W, place));
        if (distance <= far && ab_tangential_index(d, pair, points[i].id) < 0) {
            nearest = i;
            far = distance;
        }
    }
    return nearest;
}

void ab_tangential_keep_names(const abDerivative *d, const abContactPair *pair,
                              abPatchPoint *points, int count) {
    const abTangentialStates *g = &d->tangential_states;
    const abBodyShape *shapes = d->mechanics.model->shapes;
    double near =
        s_same_place * fmin(shapes[pair->shape_a].shape.bound, shapes[pair->shape_b].shape.bound);
    double far = near + largest_move(g, pair, points, count);
    for (int k = 0; k < pair->tangential_count; k++) {
        const abTangentialState *tangential = &g->list[pair->first_tangential + k];
        int i = has_point(points, count, tangential->id)
                    ? -1
                    : nearest_nameless(d, pair, points, count, tangential->place, far);
        if (i >= 0) {
            points[i].id = tangential->id;
        }
    }
}

void ab_tangential_note_places(abDerivative *d) {
    abTangentialStates *g = &d->tangential_states;
    for (size_t k = 0; k < g->count; k++) {
        if (g->now[k].is_there) {
            g->list[k].place = g->now[k].place;
            g->list[k].pressing = g->now[k].pressing;
        }
    }
}

int ab_tangential_index(const abDerivative *d, const abContactPair *pair, int id) {
    for (int i = pair->first_tangential; i < pair->first_tangential + pair->tangential_count; i++) {
        if (d->tangential_states.list[i].id == id) {
            return i;
        }
    }
    return -1;
}

bool ab_tangential_reserve(abDerivative *d, size_t count) {
    return reserve(d, count);
}

bool ab_tangential_assign(abDerivative *d) {
    size_t next = 0;
    const abTangentialState *list = d->tangential_states.list;
    for (size_t k = 0; k < d->contacts->count; k++) {
        abContactPair *pair = &d->contacts->pairs[k];
        pair->first_tangential = (int)next;
        while (next < d->tangential_states.count && list[next].shape_a == pair->shape_a &&
               list[next].shape_b == pair->shape_b) {
            next++;
        }
        pair->tangential_count = (int)next - pair->first_tangential;
        for (int i = pair->first_tangential; i < (int)next; i++) {
            d->tangential_states.list[i].has_modes = ab_tangential_has_modes(pair);
            d->tangential_states.list[i].is_exact =
                ab_friction_is_exact(pair->data->interaction->friction);
        }
    }
    return next == d->tangential_states.count;
}
