// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// apply_forces.c - force elements: what each sees, its answer as loads, and the energy book.

#include "dynamics/observe.h"
#include "dynamics/parts.h"

static abForceView view_of(abDynamics *d, const abForceElement *force, const abForceType *type,
                           const double *values) {
    abMarkerNow a = ab_marker_now(d, force->body_a, force->X_A);
    abMarkerNow b = ab_marker_now(d, force->body_b, force->X_B);
    abForceView view = {
        .X_A = a.X, .X_B = b.X, .v_A = a.v, .w_A = a.w, .v_B = b.v, .w_B = b.w, .values = values};
    if (type->is_applied) {
        const abMarker *axes = &d->model->markers[force->axes];
        view.axes = ab_mat3_mul(d->bodies[axes->body].X.R, axes->X_CM.R);
    }
    if (type->wants_turn) {
        view.turn = ab_input_value(d, force->turn_input);
    }
    return view;
}

static void find_values(abDynamics *d, const abForceElement *force, double *values) {
    for (int i = 0; i < force->value_count; i++) {
        const abProbe *probe = &force->values[i];
        values[i] = probe->expression != NULL ? ab_probe_value(d, probe) : 0.0;
    }
}

// Power of the force on both bodies.
static double power_of(const abDynamics *d, const abForceElement *force,
                       const abForceAnswer *answer) {
    const abBodyNow *A = &d->bodies[force->body_a], *B = &d->bodies[force->body_b];
    abVec3 v = ab_sub(ab_velocity_at(B, answer->point_b), ab_velocity_at(A, answer->point_a));
    return ab_dot(answer->force, v) + ab_dot(answer->torque, ab_sub(B->w, A->w));
}

static void apply(abDynamics *d, int index) {
    const abForceElement *force = &d->model->forces[index];
    const abForceType *type = ab_force_type(force->kind);
    double values[AB_FORCE_VALUES];
    find_values(d, force, values);
    abForceView view = view_of(d, force, type, values);
    abForceAnswer answer = {0};
    type->apply(&force->params, &view, &answer);
    abBodyNow *A = &d->bodies[force->body_a], *B = &d->bodies[force->body_b];
    ab_load(B, answer.force, answer.point_b);
    B->torque = ab_add(B->torque, answer.torque);
    ab_load(A, ab_neg(answer.force), answer.point_a);
    A->torque = ab_sub(A->torque, answer.torque);
    if (type->is_applied) {
        d->book_rates[AB_BOOK_APPLIED] += power_of(d, force, &answer);
    } else {
        d->book_rates[AB_BOOK_DAMPERS] += answer.loss;
    }
    d->forces_now[index] = answer;
}

// Someone's hand at a body: a spring and a damper to a place.
static void apply_pull(abDynamics *d) {
    const abPull *pull = &d->pull;
    int index = pull->body.index - 1;
    abBodyNow *body = &d->bodies[index];
    abVec3 at = ab_pose_point(body->X, ab_sub(pull->at, d->model->bodies[index].p_BC));
    abVec3 v = ab_velocity_at(body, at);
    abVec3 force =
        ab_add_scaled(ab_scale(pull->stiffness, ab_sub(pull->to, at)), -pull->damping, v);
    ab_load(body, force, at);
    d->book_rates[AB_BOOK_APPLIED] += ab_dot(force, v);
}

void ab_apply_forces(abDynamics *d) {
    for (size_t k = 0; k < d->model->force_count; k++) {
        apply(d, d->model->force_order[k]);
    }
    if (d->pull.body.index != 0) {
        apply_pull(d);
    }
}

double ab_spring_energy(abDynamics *d) {
    double energy = 0.0;
    for (size_t f = 0; f < d->model->force_count; f++) {
        const abForceElement *force = &d->model->forces[f];
        const abForceType *type = ab_force_type(force->kind);
        if (!type->is_applied) {
            abForceView view = view_of(d, force, type, NULL);
            abForceAnswer answer = {0};
            type->apply(&force->params, &view, &answer);
            energy += answer.energy;
        }
    }
    return energy;
}
