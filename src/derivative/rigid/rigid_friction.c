// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_friction.c - friction at a rigid point, as a share of a normal force that is not known yet.
//
// All laws without a history are proportional to the normal force, so they are asked with a force
// of one. Of exact Coulomb friction a point that slips is the same; one that sticks gets rows along
// its tangents (rigid_rows.c), and what they take is compared with the limit afterwards.
//
// Limits  Laws whose history is elastic (bristle, mindlin) need the stiffness of a force law.

#include <math.h>

#include "base/array.h"
#include "derivative/rigid/rigid_friction.h"
#include "derivative/rigid/tolerances.def"
#include "derivative/state/derivative.h"
#include "solver/lcp/face_hold.h"

static abSlip slip_of(const abDerivative *d, const abContactPair *pair, const abRigidNow *now) {
    return (abSlip){.v_t = now->slip,
                    .w = ab_sub(d->mechanics.bodies[pair->data->body_b].w,
                                d->mechanics.bodies[pair->data->body_a].w),
                    .n_AB = now->n,
                    .normal_force = 1.0,
                    .radius = INFINITY};
}

// A point that has no tangential state yet sticks when it does not move.
static void exact_friction(const abDerivative *d, const abContactPair *pair,
                           const abRigidPoint *point, abRigidNow *now) {
    const abTangentialLaw *law = pair->data->interaction->friction->tangential;
    int index = ab_tangential_index(d, pair, point->name);
    abTangentialPoint in = {.slip = slip_of(d, pair, now),
                            .radius = INFINITY,
                            .weight = 1.0,
                            .normal = {.force = 1.0},
                            .mode = AB_TANGENTIAL_SLIP,
                            .direction = ab_unit(now->slip),
                            .has_moved = true};
    bool has_mode = index >= 0 && !d->tangential_states.list[index].is_new;
    if (has_mode) {
        const abTangentialState *tangential = &d->tangential_states.list[index];
        in.mode = tangential->mode;
        in.direction = ab_unit(ab_across(tangential->direction, now->n));
        in.has_moved = tangential->has_moved;
    }
    abTangentialForce out;
    law->evaluate(pair->data->friction_constants, pair->friction_memory, &in, &out);
    if (!has_mode && ab_norm(now->slip) <= out.small) {
        in.mode = AB_TANGENTIAL_STICK;
        law->evaluate(pair->data->friction_constants, pair->friction_memory, &in, &out);
    }
    now->sticks = in.mode == AB_TANGENTIAL_STICK;
    now->has_friction = out.limit > 0.0;
    now->limit = out.limit;
    now->small = out.small;
    now->lag = out.lag;
    now->friction_ratio = out.friction.force;
    now->twist = out.friction.torque;
}

void ab_rigid_friction(abDerivative *d, const abContactPair *pair, const abRigidPoint *point,
                       abRigidNow *now) {
    const abFrictionLaw *law = pair->data->interaction->friction;
    if (law->tangential != NULL) {
        exact_friction(d, pair, point, now);
        now->sticks = now->sticks && now->has_friction;
        return;
    }
    abSlip slip = slip_of(d, pair, now);
    abFrictionForce friction = {0};
    if (law->evaluate != NULL) {
        law->evaluate(pair->data->friction_constants, &slip, &friction);
    }
    now->friction_ratio = friction.force;
    now->twist = friction.torque;
    now->has_friction = ab_norm2(now->friction_ratio) + ab_norm2(now->twist) > 0.0;
}

// > 0: begins to slip. Modes are chosen by the limit itself, so that they hold when chosen.
static double beyond_limit(const abRigidNow *now) {
    return ab_norm(now->hold) - (1.0 + s_at_limit) * now->limit * now->force;
}

void ab_rigid_store_friction(abDerivative *d, const abContactPair *pair, const abRigidPoint *point,
                             const abRigidNow *now) {
    abVec3 friction_ratio = ab_scale(now->force, now->friction_ratio),
           twist = ab_scale(now->force, now->twist);
    abVec3 w = ab_sub(d->mechanics.bodies[pair->data->body_b].w,
                      d->mechanics.bodies[pair->data->body_a].w);
    d->mechanics.book_rates[AB_BOOK_SLIDING] -=
        ab_dot(ab_add(friction_ratio, now->hold), now->slip);
    d->mechanics.book_rates[AB_BOOK_ROLLING] -= ab_dot(twist, w);
    int index = pair->data->interaction->friction->tangential != NULL
                    ? ab_tangential_index(d, pair, point->name)
                    : -1;
    if (index >= 0) {
        d->tangential_states.now[index] = (abTangentialNow){.is_there = true,
                                                            .switching = beyond_limit(now),
                                                            .limit = now->limit * now->force,
                                                            .small = now->small,
                                                            .lag = now->lag,
                                                            .slip = now->slip,
                                                            .place = now->p,
                                                            .normal = now->n,
                                                            .pressing = now->force,
                                                            .hold = now->hold};
    }
}

bool ab_rigid_share_holds(abDerivative *d) {
    const abRigid *r = &d->rigid;
    abStick *s = &d->stick;
    size_t count = 0;
    if (!AB_ARRAYS_RESERVE(d->mechanics.allocator, &s->arrays, s->held, r->count)) {
        return false;
    }
    for (size_t i = 0; i < r->count; i++) {
        const abRigidPoint *point = &r->points[i];
        if (r->now[i].sticks) {
            s->held[count++] =
                (abHeldPoint){.body = {ab_held_body(d->mechanics.model, point->body_a),
                                       ab_held_body(d->mechanics.model, point->body_b)},
                              .p = r->now[i].p,
                              .n = r->now[i].n,
                              .limit = r->now[i].limit * r->now[i].force,
                              .hold = r->now[i].hold,
                              .index = i};
        }
    }
    ab_face_hold_share(s->held, count);
    for (size_t k = 0; k < count; k++) {
        abRigidNow *now = &d->rigid.now[s->held[k].index];
        if (s->held[k].is_shared) { // sum and moment are the same, so no load changes
            now->total = ab_add(now->total, ab_sub(s->held[k].hold, now->hold));
            now->hold = s->held[k].hold;
        }
    }
    return true;
}

double ab_rigid_impact_friction(const abContactPair *pair, const abRigidNow *now) {
    const abFrictionLaw *law = pair->data->interaction->friction;
    abVec3 t = ab_norm2(now->slip) > 0.0 ? ab_unit(now->slip) : ab_perpendicular(now->n);
    abSlip slip = {.v_t = t, .n_AB = now->n, .normal_force = 1.0, .radius = INFINITY};
    abFrictionForce friction = {0};
    if (law->tangential != NULL) {
        abTangentialPoint in = {.slip = slip,
                                .radius = INFINITY,
                                .weight = 1.0,
                                .normal = {.force = 1.0},
                                .mode = AB_TANGENTIAL_SLIP,
                                .direction = t,
                                .has_moved = true};
        abTangentialForce out;
        law->tangential->evaluate(pair->data->friction_constants, pair->friction_memory, &in, &out);
        friction = out.friction;
    } else if (law->evaluate != NULL) {
        law->evaluate(pair->data->friction_constants, &slip, &friction);
    }
    return ab_norm(friction.force);
}
