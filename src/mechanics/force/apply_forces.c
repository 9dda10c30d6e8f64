// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// apply_forces.c - force elements: what each sees, its answer as loads, and the energy book.

#include <string.h>

#include "mechanics/force/apply_forces.h"
#include "mechanics/force/observe.h"
#include "model/kinds/forces.h"

static abForceView view_of(abMechanics *m, const abForceElement *force, const abForceType *type,
                           const double *values) {
    abMarkerNow a = ab_marker_now(m, force->body_a, force->X_A);
    abMarkerNow b = ab_marker_now(m, force->body_b, force->X_B);
    abForceView view = {
        .X_A = a.X, .X_B = b.X, .v_A = a.v, .w_A = a.w, .v_B = b.v, .w_B = b.w, .values = values};
    if (type->is_applied) {
        const abMarker *axes = &m->model->markers[force->axes];
        view.axes = ab_mat3_mul(m->bodies[axes->body].X.R, axes->X_CM.R);
    }
    if (type->wants_turn) {
        view.turn = ab_input_value(m, force->turn_input);
    }
    return view;
}

static void find_values(abMechanics *m, const abForceElement *force, double *values) {
    for (int i = 0; i < force->value_count; i++) {
        const abCompiledExpression *compiled = &force->values[i];
        values[i] = compiled->expression != NULL ? ab_compiled_expression_value(m, compiled) : 0.0;
    }
}

// Power of the force on both bodies.
static double power_of(const abMechanics *m, const abForceElement *force,
                       const abForceAnswer *answer) {
    const abBodyNow *A = &m->bodies[force->body_a], *B = &m->bodies[force->body_b];
    abVec3 v = ab_sub(ab_velocity_at(B, answer->point_b), ab_velocity_at(A, answer->point_a));
    return ab_dot(answer->force, v) + ab_dot(answer->torque, ab_sub(B->w, A->w));
}

abForceAnswer ab_force_answer(abMechanics *m, int index) {
    const abForceElement *force = &m->model->forces[index];
    const abForceType *type = ab_force_type(force->kind);
    double values[AB_FORCE_VALUES];
    find_values(m, force, values);
    abForceView view = view_of(m, force, type, values);
    abForceAnswer answer = {0};
    type->apply(&force->params, &view, &answer);
    return answer;
}

int ab_force_rows(abMechanics *m, int index, abForceRow rows[AB_FORCE_ROWS]) {
    const abForceElement *force = &m->model->forces[index];
    const abForceType *type = ab_force_type(force->kind);
    if (type->rows == NULL) {
        return 0;
    }
    abForceView view = view_of(m, force, type, NULL);
    return type->rows(&force->params, &view, rows);
}

static void apply(abMechanics *m, int index) {
    const abForceElement *force = &m->model->forces[index];
    const abForceType *type = ab_force_type(force->kind);
    abForceAnswer answer = ab_force_answer(m, index);
    abBodyNow *A = &m->bodies[force->body_a], *B = &m->bodies[force->body_b];
    ab_load(B, answer.force, answer.point_b);
    B->torque = ab_add(B->torque, answer.torque);
    ab_load(A, ab_neg(answer.force), answer.point_a);
    A->torque = ab_sub(A->torque, answer.torque);
    if (type->is_applied) {
        m->book_rates[AB_BOOK_APPLIED] += power_of(m, force, &answer);
    } else {
        m->book_rates[AB_BOOK_DAMPERS] += answer.loss;
    }
    m->observations->forces[index] = answer;
}

// Someone's hand at a body: a spring and a damper to a place.
static void apply_pull(abMechanics *m) {
    const abPull *pull = &m->pull;
    int index = pull->body.index - 1;
    abBodyNow *body = &m->bodies[index];
    abVec3 at = ab_pose_point(body->X, ab_sub(pull->at, m->model->bodies[index].p_BC));
    abVec3 v = ab_velocity_at(body, at);
    abVec3 force =
        ab_add_scaled(ab_scale(pull->stiffness, ab_sub(pull->to, at)), -pull->damping, v);
    ab_load(body, force, at);
    m->book_rates[AB_BOOK_APPLIED] += ab_dot(force, v);
}

void ab_apply_forces(abMechanics *m) {
    for (size_t k = 0; k < m->model->force_count; k++) {
        apply(m, m->model->force_order[k]);
    }
    if (m->pull.body.index != 0) {
        apply_pull(m);
    }
}

double ab_spring_energy(abMechanics *m) {
    double energy = 0.0;
    for (size_t f = 0; f < m->model->force_count; f++) {
        const abForceElement *force = &m->model->forces[f];
        const abForceType *type = ab_force_type(force->kind);
        if (!type->is_applied) {
            abForceView view = view_of(m, force, type, NULL);
            abForceAnswer answer = {0};
            type->apply(&force->params, &view, &answer);
            energy += answer.energy;
        }
    }
    return energy;
}

void ab_force_loads(const abMechanics *m, double *out) {
    memset(out, 0, 6 * m->model->force_count * sizeof *out);
    for (size_t f = 0; f < m->model->force_count; f++) {
        const abForceAnswer *now = &m->observations->forces[f];
        const double load[6] = {now->force.x,  now->force.y,  now->force.z,
                                now->torque.x, now->torque.y, now->torque.z};
        for (int k = 0; k < 6; k++) {
            out[6 * f + (size_t)k] += load[k]; // of zero no sign is left
        }
    }
}
