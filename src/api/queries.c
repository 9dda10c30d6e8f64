// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// queries.c - what may be asked of a simulation at the time it shows: contacts, distances, rays,
// joints, the state as numbers. Nothing changes by being asked, not a bit of what follows.

#include <string.h>

#include "base/array.h"
#include "collide/pairs/ray.h"
#include "collide/patch/patch.h"
#include "core/asked_time.h"
#include "core/method.h"
#include "core/simulation_state.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/rigid/link_loads.h"
#include "derivative/state/derivative.h"
#include "math/core/vector_math.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/pair_points.h"
#include "mechanics/joint/joint_rows.h"
#include "mechanics/joint/joint_solve.h"
#include "mechanics/state/place.h"
#include "model/compile/may_touch.h"

// ---- contacts ----

// Room as for a frame, which amending needs.
static bool list_contacts(abSimulation *s, abAnswering *answer) {
    abDerivative *d = &s->dynamics;
    if (!AB_ARRAY_RESERVE(s->allocator, s->frame.contact_states, s->frame.contact_capacity,
                          d->contacts->count)) {
        return false;
    }
    ab_derivative_contact_states(d, s->frame.contact_states);
    if (s->model->joint_count > 0) {
        ab_joint_forces(&d->mechanics, s->frame.joint_forces);
    }
    if (s->method->amend != NULL) {
        s->method->amend(s, s->frame.contact_states, s->frame.joint_forces);
    }
    ab_derivative_energy(d, answer->t, answer->y); // of surfaces, which derivatives do without
    ab_derivative_contact_energies(d, s->frame.contact_states);
    return true;
}

int ab_simulation_contacts(abSimulation *s, abContactState *out, int room) {
    abAnswering answer;
    if (!ab_run_open_answer(s, &answer)) {
        return -1;
    }
    int count = list_contacts(s, &answer) ? (int)s->dynamics.contacts->count : -1;
    int written = count < room ? count : room;
    if (written > 0) {
        memcpy(out, s->frame.contact_states, (size_t)written * sizeof *out);
    }
    ab_run_close_answer(s, &answer);
    return count;
}

// ---- geometry ----

// Bodies as they are shown; `calls` is the count of distances, which asking leaves.
static int64_t place_shown(abSimulation *s) {
    ab_mechanics_place(&s->dynamics.mechanics, ab_run_shown_time(s), ab_run_shown_state(s));
    return s->dynamics.mechanics.proximity_calls;
}

static void place_back(abSimulation *s, int64_t calls) {
    s->dynamics.mechanics.proximity_calls = calls;
    ab_mechanics_place(&s->dynamics.mechanics, s->t, s->y);
}

static bool are_shapes(const abSimulation *s, int a, int b) {
    int count = (int)s->model->shape_count;
    return a >= 0 && b >= 0 && a < count && b < count && a != b;
}

bool ab_simulation_distance(abSimulation *s, int a, int b, abDistance *out) {
    if (!are_shapes(s, a, b)) {
        return false;
    }
    abProximity at;
    int64_t calls = place_shown(s);
    ab_pair_proximity(&s->dynamics.mechanics, a, b, &at);
    place_back(s, calls);
    *out = (abDistance){at.distance, at.p_A_W, at.p_B_W, at.n_AB_W};
    return true;
}

// Where no law asks for the points of a pair: those by shape, but of pairs that shall have one.
static int points_of_shapes(abMechanics *d, const abInteraction *interaction, int a, int b,
                            const abProximity *at, abPatchPoint points[AB_PATCH_MAX]) {
    const abShape *A = &d->model->shapes[a].shape, *B = &d->model->shapes[b].shape;
    if ((interaction != NULL && interaction->rule->manifold == AB_MANIFOLD_SINGLE) ||
        !ab_has_patch(A, B)) {
        points[0] = ab_deepest_point(at);
        return 1;
    }
    abPose storage[2];
    return ab_patch(A, ab_mechanics_shape_pose(d, a, &storage[0]), B,
                    ab_mechanics_shape_pose(d, b, &storage[1]), at, points);
}

// The points of a pair, the first shape being the lower number. A pair that is not in contact but
// overlaps has the points that it would have. A rigid pair rests on points of its own.
static int points_of(abSimulation *s, int a, int b, abPatchPoint points[AB_PATCH_MAX]) {
    abMechanics *d = &s->dynamics.mechanics;
    abProximity at;
    ab_pair_proximity(d, a, b, &at);
    int k = ab_contacts_find(d, a, b);
    if (k < 0 && at.distance > 0.0) {
        return 0;
    }
    const abInteraction *interaction = ab_model_interaction(s->model, a, b);
    if (interaction == NULL) {
        return points_of_shapes(d, interaction, a, b, &at, points);
    }
    abContactPair new_pair = {.shape_a = a, .shape_b = b}, *pair = &new_pair;
    const abPairData *taken = NULL;
    if (k >= 0) {
        pair = &d->contacts->pairs[k];
    } else {
        taken = ab_pair_data_take(d, a, b);
        new_pair.data = taken;
    }
    int count = 0;
    if (pair->data != NULL) {
        count = pair->data->is_rigid && !pair->data->has_patch
                    ? points_of_shapes(d, interaction, a, b, &at, points)
                    : ab_contact_pair_points(d, pair, &at, points);
    }
    if (taken != NULL) {
        ab_pair_data_leave(d, taken);
    }
    return count;
}

int ab_simulation_contact_points(abSimulation *s, int a, int b, abContactPoint *out, int room) {
    if (!are_shapes(s, a, b)) {
        return -1;
    }
    abPatchPoint points[AB_PATCH_MAX];
    int64_t calls = place_shown(s);
    int count = a < b ? points_of(s, a, b, points) : points_of(s, b, a, points);
    place_back(s, calls);
    for (int i = 0; i < count && i < room; i++) {
        abVec3 n = points[i].n_AB_W;
        out[i] =
            (abContactPoint){points[i].p_W, a < b ? n : ab_neg(n), points[i].depth, points[i].area};
    }
    return count;
}

static bool hit_shape(const abSimulation *s, int index, abVec3 from, abVec3 unit, double max,
                      abRayHit *out) {
    const abBodyShape *shape = &s->model->shapes[index];
    abPose room;
    const abPose *X = ab_mechanics_shape_pose(&s->dynamics.mechanics, index, &room);
    abShapeHit hit;
    if (!shape->collides || !ab_shape_ray(&shape->shape, ab_mul_t(X->R, ab_sub(from, X->p)),
                                          ab_mul_t(X->R, unit), max, &hit)) {
        return false;
    }
    *out = (abRayHit){.body = shape->body + 1,
                      .shape = index,
                      .distance = hit.t,
                      .point = ab_add(ab_mul(X->R, hit.point), X->p),
                      .normal = ab_mul(X->R, hit.normal)};
    return true;
}

// How far a ray may go: past everything that is bounded, seen from where it starts.
static double ray_length(const abSimulation *s, abVec3 from) {
    double far = s->model->size;
    for (size_t b = 0; b < s->model->body_count; b++) {
        double bound = s->model->bodies[b].bound;
        double reach = ab_norm(ab_sub(s->dynamics.mechanics.bodies[b].X.p, from));
        far = fmax(far, reach + (isfinite(bound) ? bound : 0.0));
    }
    return 1e3 * far; // planes have no bound
}

bool ab_simulation_ray(abSimulation *s, abVec3 from, abVec3 direction, abRayHit *out) {
    double length = ab_norm(direction);
    if (!(length > 0.0) || !isfinite(length)) {
        return false;
    }
    abVec3 unit = ab_scale(1.0 / length, direction);
    int64_t calls = place_shown(s);
    bool any = false;
    double max = ray_length(s, from);
    for (int i = 0; i < (int)s->model->shape_count; i++) {
        if (hit_shape(s, i, from, unit, max, out)) {
            any = true;
            max = out->distance;
        }
    }
    place_back(s, calls);
    return any;
}

// ---- joints ----

bool ab_simulation_joint(abSimulation *s, int joint, abJointState *out) {
    abAnswering answer;
    abDerivative *d = &s->dynamics;
    if (joint < 0 || joint >= (int)s->model->joint_count || !ab_run_open_answer(s, &answer)) {
        return false;
    }
    bool ok = list_contacts(s, &answer);
    ab_rigid_limit_loads(d, s->frame.limit_loads);
    *out = (abJointState){.force = ab_vec3_of(s->frame.joint_forces + 6 * joint),
                          .torque = ab_vec3_of(s->frame.joint_forces + 6 * joint + 3),
                          .limit_force = ab_vec3_of(s->frame.limit_loads + 6 * joint),
                          .limit_torque = ab_vec3_of(s->frame.limit_loads + 6 * joint + 3)};
    for (int axis = 0; axis < 6; axis++) { // a coordinate is what is left of it to a limit at 0
        abLimitNow at = ab_joint_limit(
            &d->mechanics, &(abLimit){.joint = joint, .axis = axis, .sign = 1.0, .length = 1.0});
        out->position[axis] = at.gap;
        out->speed[axis] = at.rate;
    }
    ab_run_close_answer(s, &answer);
    return ok;
}

// ---- the state as numbers ----

enum { NUMBERS = 13 }; // of a body

int ab_simulation_state(const abSimulation *s, double *out, int room) {
    int bodies = (int)s->model->body_count;
    for (int b = 0; b < bodies && NUMBERS * (b + 1) <= room; b++) {
        abBodyState at = ab_simulation_body(s, (abBodyId){b + 1});
        const double numbers[NUMBERS] = {
            at.position.x,        at.position.y,    at.position.z,         at.orientation.w,
            at.orientation.x,     at.orientation.y, at.orientation.z,      at.velocity.x,
            at.velocity.y,        at.velocity.z,    at.angular_velocity.x, at.angular_velocity.y,
            at.angular_velocity.z};
        memcpy(out + NUMBERS * b, numbers, sizeof numbers);
    }
    return NUMBERS * bodies;
}
