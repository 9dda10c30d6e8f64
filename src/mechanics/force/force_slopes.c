// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// force_slopes.c - how forces given by expressions give way, by differences.
//
// One of the two bodies is displaced, and turned about the point of the force, by a small amount
// each way; likewise its velocities are changed. Of what the force then answers less,
//
//   K = -dF/dx,  C = -dF/dv;   of turns likewise with the torque,
//
// the symmetric parts are taken, on the axes of h K + C for a step h, where they resist. A controller
// that holds an angle is a spring and a damper in this way. What drives on, and what one direction
// does to another, stays a force of the middle of the step.
//
// Error   of K and C some 1e-8 of the force by its differences; only the share that is implicit has
//         it.
// Cost    25 evaluations of the expressions.

#include "mechanics/force/force_slopes.h"

#include <math.h>
#include <string.h>

#include "mechanics/force/apply_forces.h"
#include "mechanics/force/tolerances.def"
#include "mechanics/state/place.h"

enum { STATES = 13 };

bool ab_force_has_slopes(const abModel *model, int index) {
    const abForceElement *force = &model->forces[index];
    bool looks = false;
    for (int i = 0; i < force->value_count; i++) {
        looks = looks || force->values[i].input_count > 0;
    }
    return looks && ab_force_type(force->kind)->rows == NULL;
}

// The states of a body displaced by `amount` in one of 12 ways: places, turns about a point at
// `arm` from its centre, velocities, spins about it. False when it cannot.
static bool change(const abBody *body, abVec3 arm, int way, double amount, double s[STATES]) {
    abVec3 d = {0.0, 0.0, 0.0};
    ab_set(&d, way % 3, amount);
    bool is_free = body->mobility == AB_MOBILITY_FREE;
    bool is_rate = way >= 6, turns = way / 3 % 2 == 1;
    abVec3 moved = turns ? ab_neg(ab_cross(d, arm)) : d;
    if (is_free) {
        double *to = s + (is_rate ? 7 : 0);
        ab_vec3_put(to, ab_add(ab_vec3_of(to), moved));
        if (turns && is_rate) {
            ab_vec3_put(s + 10, ab_add(ab_vec3_of(s + 10), d));
        } else if (turns) {
            abQuat q = {s[3], s[4], s[5], s[6]};
            q = ab_quat_unit(ab_quat_mul(ab_quat_from_vector(d), q));
            s[3] = q.w, s[4] = q.x, s[5] = q.y, s[6] = q.z;
        }
        return true;
    }
    if ((turns && way % 3 != 2) || (!turns && way % 3 == 2)) {
        return false;
    }
    double *to = s + (is_rate ? 3 : 0);
    to[0] += moved.x, to[1] += moved.y, to[2] += turns ? amount : 0.0;
    return true;
}

// What the force answers with its body displaced, on B: force, or torque of turns.
static abVec3 answer_at(abMechanics *m, int index, int body, double t, const double *states,
                        int way, double amount, abVec3 arm) {
    double s[STATES];
    const abBody *of = &m->model->bodies[body];
    memcpy(s, states, (of->mobility == AB_MOBILITY_FREE ? STATES : 6) * sizeof *s);
    if (!change(of, arm, way, amount, s)) {
        return ab_vec3(0.0, 0.0, 0.0);
    }
    m->stamp++; // expressions look again
    ab_mechanics_place_body(m, body, t, s);
    abForceAnswer answer = ab_force_answer(m, index);
    return way / 3 % 2 == 1 ? answer.torque : answer.force;
}

// -d answer / d displacement of B from A, symmetric.
static abMat3 slope_of(abMechanics *m, int index, int body, double sign, double t,
                       const double *states, int first, double amount, abVec3 arm) {
    abMat3 K = {0};
    for (int i = 0; i < 3; i++) {
        abVec3 there = answer_at(m, index, body, t, states, first + i, amount, arm);
        abVec3 back = answer_at(m, index, body, t, states, first + i, -amount, arm);
        abVec3 d = ab_scale(-0.5 * sign / amount, ab_sub(there, back));
        for (int k = 0; k < 3; k++) {
            K.m[k][i] += 0.5 * ab_get(d, k);
            K.m[i][k] += 0.5 * ab_get(d, k);
        }
    }
    return K;
}

static int add_axes(abMat3 K, abMat3 C, double h, bool turns, int count,
                    abForceRow rows[AB_FORCE_ROWS]) {
    abMat3 sum = C, axes;
    double values[3];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            sum.m[i][k] += h * K.m[i][k];
        }
    }
    ab_mat3_eigen(sum, values, &axes);
    for (int i = 0; i < 3; i++) {
        abVec3 a = ab_column(axes, i);
        double k = fmax(0.0, ab_dot(a, ab_mul(K, a))), c = fmax(0.0, ab_dot(a, ab_mul(C, a)));
        if (isfinite(k) && isfinite(c) && (k > 0.0 || c > 0.0)) {
            rows[count++] = (abForceRow){.direction = a,
                                         .is_turn = turns,
                                         .is_estimated = true,
                                         .stiffness = k,
                                         .damping = c};
        }
    }
    return count;
}

int ab_force_slopes(abMechanics *m, int index, double t, const double *y, double h,
                    abForceRow rows[AB_FORCE_ROWS]) {
    const abModel *model = m->model;
    const abForceElement *force = &model->forces[index];
    bool is_b = force->body_b >= 0 && model->bodies[force->body_b].state >= 0;
    int body = is_b ? force->body_b : force->body_a, count = 0;
    if (body < 0 || model->bodies[body].state < 0) {
        return 0;
    }
    const double *states = y + model->bodies[body].state;
    abForceAnswer answer = ab_force_answer(m, index);
    abVec3 arm = ab_sub(answer.point_b, m->bodies[body].X.p);
    double sign = is_b ? 1.0 : -1.0, size = model->size > 0.0 ? model->size : 1.0;
    for (int turns = 0; turns < 2; turns++) {
        double amount = s_displacement * (turns == 1 ? 1.0 : size);
        abMat3 K = slope_of(m, index, body, sign, t, states, 3 * turns, amount, arm);
        abMat3 C = slope_of(m, index, body, sign, t, states, 6 + 3 * turns, amount / h, arm);
        count = add_axes(K, C, h, turns == 1, count, rows);
    }
    m->stamp++;
    ab_mechanics_place_body(m, body, t, states);
    return count;
}
