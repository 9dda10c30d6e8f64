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

#include "dynamics/parts.h"

static abSlip slip_of(const abDynamics *d, const abTouch *touch, const abRigidNow *now) {
    return (abSlip){.v_t = now->slip,
                    .w = ab_sub(d->bodies[touch->body_b].w, d->bodies[touch->body_a].w),
                    .n_AB = now->n,
                    .normal_force = 1.0,
                    .radius = INFINITY};
}

static abVec3 tangential(abVec3 a, abVec3 n) {
    return ab_add_scaled(a, -ab_dot(a, n), n);
}

// A point that has no grip yet sticks when it does not move.
static void exact_friction(const abDynamics *d, const abTouch *touch, const abRigidPoint *point,
                           abRigidNow *now) {
    const abGripLaw *law = touch->interaction->friction->grip;
    int index = ab_grips_index(d, touch, point->name);
    abGripPoint in = {.slip = slip_of(d, touch, now),
                      .radius = INFINITY,
                      .weight = 1.0,
                      .normal = {.force = 1.0},
                      .mode = AB_GRIP_SLIP,
                      .direction = ab_unit(now->slip),
                      .has_moved = true};
    bool has_mode = index >= 0 && !d->grips.list[index].is_new;
    if (has_mode) {
        const abGrip *grip = &d->grips.list[index];
        in.mode = grip->mode;
        in.direction = ab_unit(tangential(grip->direction, now->n));
        in.has_moved = grip->has_moved;
    }
    abGripForce out;
    law->evaluate(touch->friction_constants, touch->friction_memory, &in, &out);
    if (!has_mode && ab_norm(now->slip) <= out.small) {
        in.mode = AB_GRIP_STICK;
        law->evaluate(touch->friction_constants, touch->friction_memory, &in, &out);
    }
    now->sticks = in.mode == AB_GRIP_STICK;
    now->has_friction = out.limit > 0.0;
    now->limit = out.limit;
    now->small = out.small;
    now->lag = out.lag;
    now->drag = out.friction.force;
    now->twist = out.friction.torque;
}

void ab_rigid_friction(abDynamics *d, const abTouch *touch, const abRigidPoint *point,
                       abRigidNow *now) {
    const abFrictionLaw *law = touch->interaction->friction;
    if (law->grip != NULL) {
        exact_friction(d, touch, point, now);
        now->sticks = now->sticks && now->has_friction;
        return;
    }
    abSlip slip = slip_of(d, touch, now);
    abFrictionForce friction = {0};
    if (law->evaluate != NULL) {
        law->evaluate(touch->friction_constants, &slip, &friction);
    }
    now->drag = friction.force;
    now->twist = friction.torque;
    now->has_friction = ab_norm2(now->drag) + ab_norm2(now->twist) > 0.0;
}

// > 0: begins to slip. Modes are chosen by the limit itself, so that they hold when chosen.
static double beyond_limit(const abRigidNow *now) {
    static const double rounding = 1e-9;
    return ab_norm(now->hold) - (1.0 + rounding) * now->limit * now->force;
}

void ab_rigid_note_friction(abDynamics *d, const abTouch *touch, const abRigidPoint *point,
                            const abRigidNow *now) {
    abVec3 drag = ab_scale(now->force, now->drag), twist = ab_scale(now->force, now->twist);
    abVec3 w = ab_sub(d->bodies[touch->body_b].w, d->bodies[touch->body_a].w);
    d->book_rates[AB_BOOK_SLIDING] -= ab_dot(ab_add(drag, now->hold), now->slip);
    d->book_rates[AB_BOOK_ROLLING] -= ab_dot(twist, w);
    int index =
        touch->interaction->friction->grip != NULL ? ab_grips_index(d, touch, point->name) : -1;
    if (index >= 0) {
        d->grips.now[index] = (abGripNow){.is_there = true,
                                          .rate = now->sticks ? now->slip : (abVec3){0, 0, 0},
                                          .border = beyond_limit(now),
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

double ab_rigid_impact_friction(const abTouch *touch, const abRigidNow *now) {
    const abFrictionLaw *law = touch->interaction->friction;
    abVec3 t = ab_norm2(now->slip) > 0.0 ? ab_unit(now->slip) : ab_perpendicular(now->n);
    abSlip slip = {.v_t = t, .n_AB = now->n, .normal_force = 1.0, .radius = INFINITY};
    abFrictionForce friction = {0};
    if (law->grip != NULL) {
        abGripPoint in = {.slip = slip,
                          .radius = INFINITY,
                          .weight = 1.0,
                          .normal = {.force = 1.0},
                          .mode = AB_GRIP_SLIP,
                          .direction = t,
                          .has_moved = true};
        abGripForce out;
        law->grip->evaluate(touch->friction_constants, touch->friction_memory, &in, &out);
        friction = out.friction;
    } else if (law->evaluate != NULL) {
        law->evaluate(touch->friction_constants, &slip, &friction);
    }
    return ab_norm(friction.force);
}
