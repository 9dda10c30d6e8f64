// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_pass.c - the touches: geometry to contact, law to force, force to bodies; and the memory.
//
// Touches are kept sorted by their shapes and loads are summed in that order, so results do not
// depend on how contacts were found.

#include <string.h>

#include "base/array.h"
#include "dynamics/parts.h"

// Motion of B relative to A where they touch; the rate of approach goes to `rate`.
static abSlip slip_at(const abDynamics *d, const abTouch *touch, const abProximity *at,
                      abVec3 point, double *rate) {
    const abBodyNow *A = &d->bodies[touch->body_a], *B = &d->bodies[touch->body_b];
    abVec3 v = ab_sub(ab_velocity_at(B, point), ab_velocity_at(A, point)), n = at->n_AB_W;
    *rate = -ab_dot(v, n);
    return (abSlip){.v_t = ab_add_scaled(v, *rate, n), .w = ab_sub(B->w, A->w), .n_AB = n};
}

static abVec3 middle(const abProximity *at) {
    return ab_scale(0.5, ab_add(at->p_A_W, at->p_B_W));
}

void ab_dynamics_borders(const abDynamics *d, const abTouch *touch, const abProximity *at,
                         double values[AB_LAW_BORDERS]) {
    const abFrictionLaw *law = touch->interaction->friction;
    memset(values, 0, AB_LAW_BORDERS * sizeof *values);
    if (law->borders != NULL) {
        double rate;
        abSlip slip = slip_at(d, touch, at, middle(at), &rate);
        law->borders(touch->friction_constants, &slip, values);
    }
}

// One touch: closest points, kinematics, laws.
static void evaluate_touch(abDynamics *d, const abTouch *touch, abTouchNow *now) {
    ab_dynamics_proximity(d, touch->shape_a, touch->shape_b, &now->at);
    abVec3 n = now->at.n_AB_W;
    now->point = middle(&now->at);
    abSlip slip = slip_at(d, touch, &now->at, now->point, &now->rate);
    now->slip = slip.v_t;
    abContact contact = ab_contact_at(d, touch, &now->at);
    contact.rate = now->rate;
    touch->interaction->normal->evaluate(touch->normal_constants, touch->law_memory, &contact,
                                         &now->normal);
    slip.normal_force = now->normal.force;
    abFrictionForce friction;
    touch->interaction->friction->evaluate(touch->friction_constants, &slip, &friction);
    now->force = ab_add_scaled(friction.force, now->normal.force, n);
    now->torque = friction.torque;
    // what the law does not store is lost: damping, sliding, rolling
    d->book_rates[AB_BOOK_CONTACT_DAMPING] +=
        (now->normal.force - now->normal.elastic) * now->rate -
        ab_contact_store_rate(d, touch, &now->at, &slip, &contact, now->normal.energy);
    d->book_rates[AB_BOOK_SLIDING] -= ab_dot(friction.force, now->slip);
    d->book_rates[AB_BOOK_ROLLING] -= ab_dot(friction.torque, slip.w);
}

// Loads on a fixed body go nowhere; those on a prescribed one are the work of its drive.
static bool answers(const abDynamics *d, int body) {
    return d->model->bodies[body].mobility != AB_MOBILITY_FIXED;
}

void ab_contact_pass(abDynamics *d) {
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        abTouchNow *now = &d->now[k];
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

// ---- memory ----

bool ab_dynamics_reserve(abDynamics *d, size_t touches) {
    return AB_ARRAY_RESERVE(d->allocator, d->touches, d->touch_capacity, touches) &&
           AB_ARRAY_RESERVE(d->allocator, d->now, d->now_capacity, touches);
}

void ab_touch_prepare(const abModel *model, abTouch *touch) {
    abPairProperties pair = ab_model_pair_properties(model, touch->shape_a, touch->shape_b);
    touch->body_a = model->shapes[touch->shape_a].body;
    touch->body_b = model->shapes[touch->shape_b].body;
    touch->interaction = ab_model_interaction(model, touch->shape_a, touch->shape_b);
    const abContactRuleDef *rule = touch->interaction->rule;
    touch->interaction->normal->prepare(rule->normal.data, &pair, touch->normal_constants);
    touch->wants_curvature = pair.wants_curvature;
    touch->interaction->friction->prepare(rule->friction.data, &pair, touch->friction_constants);
}

static abNormalForce at_rest(const abTouch *touch, abContact contact, double depth) {
    abNormalForce out;
    contact.depth = depth;
    touch->interaction->normal->evaluate(touch->normal_constants, touch->law_memory, &contact,
                                         &out);
    return out;
}

// The least depth, on a scale of factors of two, that stores `energy` and carries `force`.
static double depth_for(const abTouch *touch, abContact contact, double energy, double force,
                        double size) {
    double depth = 1e-15 * size;
    for (int i = 0; i < 50; i++, depth *= 2.0) {
        abNormalForce at = at_rest(touch, contact, depth);
        if (at.energy >= energy && at.force >= force) {
            break;
        }
    }
    return depth;
}

// How deep and how fast this contact will get: from the kinetic energy of the approach and the
// weight. Error weights are measured against it, so that a depth of a micrometre is resolved as
// well as a flight of a metre.
static void estimate_scales(const abModel *model, abTouch *touch, abContact contact) {
    abPairProperties pair = ab_model_pair_properties(model, touch->shape_a, touch->shape_b);
    double mass = isfinite(pair.reduced_mass) ? pair.reduced_mass : 1.0;
    double size = fmin(model->bodies[touch->body_a].bound, model->bodies[touch->body_b].bound);
    double g = ab_norm(model->gravity.uniform);
    double v = touch->start_speed;
    touch->depth_scale = depth_for(touch, contact, 0.5 * mass * v * v, mass * g, size);
    abNormalForce there = at_rest(touch, contact, touch->depth_scale);
    touch->speed_scale = fmax(v, touch->depth_scale * sqrt(there.stiffness / mass));
}

// The closing speed. A contact that begins with an overlap (at the start of a run) counts as
// reached by an impact that stored its energy, so that it does not start with the damping of a
// touch at rest.
static double impact_speed(const abDynamics *d, const abTouch *touch, const abProximity *at,
                           abContact contact) {
    abPairProperties pair = ab_model_pair_properties(d->model, touch->shape_a, touch->shape_b);
    double v = fmax(0.0, ab_dynamics_closing_speed(d, touch->body_a, touch->body_b, at));
    double energy = at_rest(touch, contact, contact.depth).energy;
    return isfinite(pair.reduced_mass) ? sqrt(v * v + 2.0 * energy / pair.reduced_mass) : v;
}

static int compare_shapes(const abTouch *touch, int shape_a, int shape_b) {
    return touch->shape_a != shape_a ? touch->shape_a - shape_a : touch->shape_b - shape_b;
}

int ab_dynamics_find(const abDynamics *d, int shape_a, int shape_b) {
    size_t low = 0, high = d->touch_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_shapes(&d->touches[middle], shape_a, shape_b) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < d->touch_count && compare_shapes(&d->touches[low], shape_a, shape_b) == 0;
    return found ? (int)low : -1;
}

bool ab_dynamics_begin(abDynamics *d, int shape_a, int shape_b, double t, const abProximity *at) {
    if (!ab_dynamics_reserve(d, d->touch_count + 1)) {
        return false;
    }
    abTouch touch = {.shape_a = shape_a, .shape_b = shape_b, .start_time = t};
    ab_touch_prepare(d->model, &touch);
    abContact contact = ab_contact_at(d, &touch, at);
    touch.start_speed = impact_speed(d, &touch, at, contact);
    touch.interaction->normal->begin(touch.normal_constants, touch.start_speed, touch.law_memory);
    touch.last_rate = touch.start_speed;
    estimate_scales(d->model, &touch, contact);
    size_t place = d->touch_count;
    while (place > 0 && compare_shapes(&d->touches[place - 1], shape_a, shape_b) > 0) {
        d->touches[place] = d->touches[place - 1];
        place--;
    }
    d->touches[place] = touch;
    d->touch_count++;
    return true;
}

void ab_dynamics_end(abDynamics *d, size_t touch) {
    memmove(&d->touches[touch], &d->touches[touch + 1],
            (d->touch_count - touch - 1) * sizeof *d->touches);
    d->touch_count--;
}
