// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_pass.c - the touches evaluated: geometry to contact, law to force, force to bodies.
//
// Loads are summed in the order of the touches, so results do not depend on how contacts were
// found.

#include <string.h>

#include "dynamics/parts.h"

// Motion of B relative to A where they touch; the rate of approach goes to `rate`.
static abSlip slip_at(const abDynamics *d, const abTouch *touch, abVec3 n, abVec3 point,
                      double *rate) {
    const abBodyNow *A = &d->bodies[touch->body_a], *B = &d->bodies[touch->body_b];
    abVec3 v = ab_sub(ab_velocity_at(B, point), ab_velocity_at(A, point));
    *rate = -ab_dot(v, n);
    return (abSlip){.v_t = ab_add_scaled(v, *rate, n), .w = ab_sub(B->w, A->w), .n_AB = n};
}

// ---- borders ----

void ab_dynamics_borders(const abDynamics *d, const abTouch *touch, const abProximity *at,
                         double values[AB_TOUCH_BORDERS]) {
    const abFrictionLaw *friction = touch->interaction->friction;
    const abNormalLaw *normal = touch->interaction->normal;
    bool has_borders = normal->borders != NULL && !touch->has_surface; // of each point its own
    memset(values, 0, AB_TOUCH_BORDERS * sizeof *values);
    if (isfinite(touch->ignored_depth)) {
        values[AB_BORDER_IGNORED] = -at->distance - touch->ignored_depth;
    }
    if (friction->borders == NULL && !has_borders) {
        return;
    }
    double rate;
    abSlip slip = slip_at(d, touch, at->n_AB_W, ab_proximity_middle(at), &rate);
    if (friction->borders != NULL) {
        friction->borders(touch->friction_constants, &slip, values);
    }
    if (has_borders) {
        abContact contact = ab_contact_at(d, touch, at);
        contact.rate = rate;
        if (touch->wants_area && touch->has_patch) {
            abPatchPoint points[AB_PATCH_MAX];
            int count = ab_touch_find_patch(d, touch, at, points);
            contact.area = ab_contact_patch_area(points, count);
        }
        normal->borders(touch->normal_constants, touch->law_memory, &contact,
                        values + AB_BORDER_NORMAL);
    }
}

// ---- friction ----

// Forces on B of the law at one point of the touch.
typedef struct PointForce {
    abNormalForce normal;
    abVec3 slip, force, torque;
    double rate;
    double held; // energy in the grip
} PointForce;

static abVec3 grip_state(const abGrips *grips, int index) {
    const double *s = grips->state + AB_GRIP_STATES * index;
    return ab_vec3(s[0], s[1], s[2]);
}

static abVec3 tangential(abVec3 a, abVec3 n) {
    return ab_add_scaled(a, -ab_dot(a, n), n);
}

// Friction with a history. A point that came within the step has no grip yet: its state is zero.
static abFrictionForce evaluate_grip(abDynamics *d, const abTouch *touch, const abProximity *at,
                                     const abPatchPoint *point, const abSlip *slip,
                                     PointForce *out) {
    const abFrictionLaw *law = touch->interaction->friction;
    int index = ab_grips_index(d, touch, point->id);
    abGripPoint in = {.slip = *slip,
                      .depth = point->depth,
                      .rate = out->rate,
                      .radius = at->radius,
                      .weight = point->weight * touch->passes,
                      .normal = out->normal};
    abVec3 turning = {0.0, 0.0, 0.0};
    if (index >= 0) {
        abVec3 state = grip_state(&d->grips, index);
        in.state = tangential(state, slip->n_AB);
        in.mode = d->grips.list[index].mode;
        in.direction = ab_unit(tangential(d->grips.list[index].direction, slip->n_AB));
        in.has_moved = d->grips.list[index].has_moved;
        if (ab_norm2(state) > 0.0) {
            turning = ab_cross(ab_contact_turning(d, touch, at), state);
        }
    }
    abGripForce grip;
    law->grip->evaluate(touch->friction_constants, touch->friction_memory, &in, &grip);
    if (index >= 0) {
        d->grips.now[index] = (abGripNow){.is_there = true,
                                          .rate = ab_add(grip.rate, turning),
                                          .border = grip.border,
                                          .limit = grip.limit,
                                          .drive = grip.drive,
                                          .small = grip.small,
                                          .slip = slip->v_t,
                                          .place = point->p_W,
                                          .normal = slip->n_AB,
                                          .pressing = out->normal.force,
                                          .stiffness = out->normal.stiffness,
                                          .damping = out->normal.damping,
                                          .closing = out->rate,
                                          .stored = grip.stored};
        out->held = grip.stored;
        if (d->grips.asks && law->grip->start != NULL) {
            abGripNow *now = &d->grips.now[index];
            law->grip->start(touch->friction_constants, touch->friction_memory, &in, &now->begin);
            now->change = law->grip->change(touch->friction_constants, touch->friction_memory, &in);
        }
        d->book_rates[AB_BOOK_SLIDING] -= grip.store_rate;
    }
    return grip.friction;
}

// What a grip keeps whose point has left within the step.
static double absent_energy(const abDynamics *d, const abTouch *touch, int index) {
    const abGripPoint point = {.state = grip_state(&d->grips, index)};
    abGripForce out;
    touch->interaction->friction->grip->evaluate(touch->friction_constants, touch->friction_memory,
                                                 &point, &out);
    return out.stored;
}

static abFrictionForce evaluate_friction(abDynamics *d, const abTouch *touch, const abProximity *at,
                                         const abPatchPoint *point, const abSlip *slip,
                                         PointForce *out) {
    const abFrictionLaw *law = touch->interaction->friction;
    abFrictionForce friction;
    if (law->grip != NULL) {
        friction = evaluate_grip(d, touch, at, point, slip, out);
    } else {
        law->evaluate(touch->friction_constants, slip, &friction);
    }
    d->book_rates[AB_BOOK_SLIDING] -= ab_dot(friction.force, slip->v_t);
    d->book_rates[AB_BOOK_ROLLING] -= ab_dot(friction.torque, slip->w);
    return friction;
}

// ---- points ----

// How fast the depth of a region grows, which is that of its deepest point and not that of the
// points that carry its force. What the force takes and the store does not gain is in the book as
// lost.
static double deepening_rate(const abDynamics *d, const abTouch *touch, const abPatchPoint *point) {
    double rate;
    slip_at(d, touch, point->deep_n_AB_W, point->deep_W, &rate);
    return rate;
}

static PointForce evaluate_point(abDynamics *d, const abTouch *touch, const abProximity *at,
                                 const abPatchPoint *point, double patch_area) {
    PointForce out = {0};
    double w = point->weight;
    abSlip slip = slip_at(d, touch, point->n_AB_W, point->p_W, &out.rate);
    bool by_area = touch->wants_area && point->area > 0.0;
    abContact contact = {.radius = at->radius};
    if (!by_area) {
        contact = ab_contact_at(d, touch, at);
    }
    contact.depth = point->depth;
    contact.rate = out.rate;
    contact.area = point->area;
    if (touch->has_code) {
        ab_user_site(d, touch, point->p_W, point->n_AB_W, point->depth);
        contact.site = ab_user_site_for(d, AB_USER_NORMAL);
    }
    contact.area_slope = point->area_slope;
    contact.patch_area = patch_area;
    abNormalForce *normal = &out.normal;
    const double *memory =
        ab_touch_keeps_regions(touch) ? ab_regions_memory(d, touch, point->id) : touch->law_memory;
    *normal = ab_touch_normal(touch, memory, &contact);
    if (point->depth > touch->ignored_depth) {
        *normal = (abNormalForce){0};
    } else if (w != 1.0) {
        *normal = (abNormalForce){w * normal->force, w * normal->stiffness, w * normal->damping,
                                  w * normal->elastic, w * normal->energy};
    }
    slip.normal_force = normal->force;
    slip.depth = point->depth;
    slip.radius = touch->has_patch ? INFINITY : at->radius;
    slip.site = touch->has_code ? ab_user_site_for(d, AB_USER_FRICTION) : NULL;
    abFrictionForce friction = evaluate_friction(d, touch, at, point, &slip, &out);
    out.slip = slip.v_t;
    out.force = ab_add_scaled(friction.force, normal->force, point->n_AB_W);
    out.torque = friction.torque;
    // what the law does not store is lost
    double deepening = touch->has_regions && !by_area ? deepening_rate(d, touch, point) : out.rate;
    d->book_rates[AB_BOOK_CONTACT_DAMPING] +=
        (normal->force - normal->elastic) * out.rate + normal->elastic * (out.rate - deepening) -
        (by_area ? 0.0 : ab_contact_store_rate(d, touch, at, &slip, &contact, normal->energy));
    return out;
}

static abVec3 center_of_pressure(const abPatchPoint *points, const PointForce *forces, int count,
                                 double sum) {
    abVec3 offset = {0.0, 0.0, 0.0};
    for (int i = 1; i < count && sum > 0.0; i++) {
        double share = forces[i].normal.force / sum;
        offset = ab_add_scaled(offset, share, ab_sub(points[i].p_W, points[0].p_W));
    }
    return ab_add(points[0].p_W, offset);
}

static void evaluate_patch(abDynamics *d, const abTouch *touch, abTouchNow *now,
                           const abPatchPoint *points, int count) {
    PointForce forces[AB_PATCH_MAX];
    double patch_area = ab_contact_patch_area(points, count), elastic_power = 0.0;
    now->normal = (abNormalForce){0};
    now->force = now->torque = (abVec3){0.0, 0.0, 0.0};
    now->area = now->held = now->pressure = 0.0;
    now->points = touch->contours.is_set ? count : 0;
    abVec3 normal_sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++) {
        forces[i] = evaluate_point(d, touch, &now->at, &points[i], patch_area);
        const abNormalForce *normal = &forces[i].normal;
        now->normal.force += normal->force;
        now->normal.stiffness += normal->stiffness;
        now->normal.damping += normal->damping;
        now->normal.elastic += normal->elastic;
        now->normal.energy += normal->energy;
        now->force = ab_add(now->force, forces[i].force);
        normal_sum = ab_add_scaled(normal_sum, normal->force, points[i].n_AB_W);
        now->area += points[i].area;
        now->held += forces[i].held;
        elastic_power += normal->elastic * forces[i].rate;
    }
    for (int i = 0; i < count && touch->contours.is_set; i++) {
        ab_contours_add(d, touch, &points[i], forces[i].force, forces[i].normal.force);
    }
    if (touch->wants_area) {
        d->book_rates[AB_BOOK_CONTACT_DAMPING] -=
            ab_contact_area_store_rate(d, touch, -now->at.distance, elastic_power);
    }
    now->point = center_of_pressure(points, forces, count, now->normal.force);
    for (int i = 0; i < count; i++) {
        abVec3 arm = ab_sub(points[i].p_W, now->point);
        now->torque = ab_add(now->torque, ab_add(forces[i].torque, ab_cross(arm, forces[i].force)));
    }
    now->normal_W = now->at.n_AB_W;
    double pressing = ab_norm(normal_sum);
    if (touch->has_regions && pressing > 0.0) {
        now->normal_W = ab_scale(1.0 / pressing, normal_sum);
    }
    now->slip = slip_at(d, touch, now->normal_W, now->point, &now->rate).v_t;
}

// ---- touches ----

// One touch: closest points, kinematics, laws.
static void evaluate_points(abDynamics *d, const abTouch *touch, abTouchNow *now) {
    if (touch->has_surface) {
        ab_surface_evaluate(d, touch, now);
        return;
    }
    ab_dynamics_proximity(d, touch->shape_a, touch->shape_b, &now->at);
    if (touch->has_patch) {
        abPatchPoint points[AB_PATCH_MAX];
        int count = ab_touch_find_patch(d, touch, &now->at, points);
        if (count > 0) {
            evaluate_patch(d, touch, now, points, count);
            return;
        }
    }
    abPatchPoint point = ab_deepest_point(&now->at);
    PointForce force = evaluate_point(d, touch, &now->at, &point, 0.0);
    now->point = point.p_W;
    now->normal_W = point.n_AB_W;
    now->rate = force.rate;
    now->slip = force.slip;
    now->normal = force.normal;
    now->force = force.force;
    now->torque = force.torque;
    now->area = now->pressure = 0.0;
    now->points = 0;
    now->held = force.held;
}

static void evaluate_touch(abDynamics *d, const abTouch *touch, abTouchNow *now) {
    for (int i = 0; i < touch->grip_count; i++) {
        d->grips.now[touch->first_grip + i] = (abGripNow){0};
    }
    evaluate_points(d, touch, now);
    for (int i = touch->first_grip; i < touch->first_grip + touch->grip_count; i++) {
        if (!d->grips.now[i].is_there) {
            now->held += d->grips.now[i].stored = absent_energy(d, touch, i);
        }
    }
}

// Loads on a fixed body go nowhere; those on a prescribed one are the work of its drive.
static bool answers(const abDynamics *d, int body) {
    return d->model->bodies[body].mobility != AB_MOBILITY_FIXED;
}

void ab_contact_pass(abDynamics *d) {
    ab_contours_begin(d);
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        abTouchNow *now = &d->now[k];
        if (touch->is_rigid && d->rigid.count > 0) { // its forces follow from all others
            *now = (abTouchNow){0};
            continue;
        }
        evaluate_touch(d, touch, now);
        if (answers(d, touch->body_a)) {
            abBodyNow *A = &d->bodies[touch->body_a];
            ab_load(A, ab_neg(now->force), now->point);
            A->torque = ab_sub(A->torque, now->torque);
        }
        if (answers(d, touch->body_b)) {
            abBodyNow *B = &d->bodies[touch->body_b];
            ab_load(B, now->force, now->point);
            B->torque = ab_add(B->torque, now->torque);
        }
    }
}
