// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// prescribed.c - motion of bodies that is given as functions of time, and where frames are at the
// start.

#include "model/core/prescribed.h"

#include "math/expression/expression_evaluate.h"

// Turns about x, the new y, the new z. The axes of the later turns move with the earlier ones,
// which gives the second term of the angular acceleration.
abTurn ab_turn(const abJet angles[3]) {
    abMat3 Rx = ab_quat_to_matrix(ab_quat_from_axis_angle(ab_vec3(1.0, 0.0, 0.0), angles[0].value));
    abMat3 Ry = ab_quat_to_matrix(ab_quat_from_axis_angle(ab_vec3(0.0, 1.0, 0.0), angles[1].value));
    abMat3 Rz = ab_quat_to_matrix(ab_quat_from_axis_angle(ab_vec3(0.0, 0.0, 1.0), angles[2].value));
    abMat3 Rxy = ab_mat3_mul(Rx, Ry);
    abVec3 axes[3] = {{1.0, 0.0, 0.0}, ab_column(Rx, 1), ab_column(Rxy, 2)};
    abTurn turn = {.R = ab_mat3_mul(Rxy, Rz)};
    for (int i = 0; i < 3; i++) {
        abVec3 axis_rate = ab_cross(turn.w, axes[i]); // turned by the earlier ones
        turn.alpha = ab_add_scaled(turn.alpha, angles[i].acceleration, axes[i]);
        turn.alpha = ab_add_scaled(turn.alpha, angles[i].rate, axis_rate);
        turn.w = ab_add_scaled(turn.w, angles[i].rate, axes[i]);
    }
    return turn;
}

static abJet jet(const abExpression *expression, double fallback, double t) {
    return expression != NULL ? ab_expression_evaluate(expression, t) : (abJet){.value = fallback};
}

abPrescribed ab_body_prescribed(const abBody *body, double t) {
    abVec3 start = ab_sub(body->p_WC, ab_mul(ab_quat_to_matrix(body->q_WB), body->p_BC));
    abJet p[3], r[3];
    for (int i = 0; i < 3; i++) {
        p[i] = jet(body->position[i], ab_get(start, i), t);
        r[i] = jet(body->rotation[i], 0.0, t);
    }
    abPrescribed out = {
        .v = {p[0].rate, p[1].rate, p[2].rate},
        .a = {p[0].acceleration, p[1].acceleration, p[2].acceleration},
    };
    bool turns =
        body->rotation[0] != NULL || body->rotation[1] != NULL || body->rotation[2] != NULL;
    if (turns) {
        abTurn turn = ab_turn(r);
        out.X_WC.R = turn.R;
        out.w = turn.w;
        out.alpha = turn.alpha;
        out.q_WB = ab_quat_from_matrix(turn.R);
    } else {
        out.q_WB = body->q_WB;
        out.X_WC.R = ab_quat_to_matrix(body->q_WB);
    }
    abVec3 c = ab_mul(out.X_WC.R, body->p_BC);
    abVec3 wc = ab_cross(out.w, c);
    out.X_WC.p = ab_add(ab_vec3(p[0].value, p[1].value, p[2].value), c);
    out.v = ab_add(out.v, wc);
    out.a = ab_add(ab_add(out.a, ab_cross(out.alpha, c)), ab_cross(out.w, wc));
    return out;
}

abPose ab_body_start(const abModel *model, int body) {
    const abBody *b = &model->bodies[body];
    if (b->attachment != NULL) {
        return ab_pose_mul(ab_body_start(model, b->attachment->body), b->attachment->X_start);
    }
    return b->mobility == AB_MOBILITY_PRESCRIBED
               ? ab_body_prescribed(b, model->simulation.start_time).X_WC
               : (abPose){ab_quat_to_matrix(b->q_WB), b->p_WC};
}

abPose ab_force_start(const abModel *model, int body, abPose X_CF) {
    if (body < 0) {
        return X_CF;
    }
    abPose X_WC = ab_body_start(model, body);
    return ab_pose_mul(X_WC, X_CF);
}

bool ab_has_prescribed_bodies(const abModel *model) {
    bool any = false;
    for (size_t b = 0; b < model->body_count; b++) {
        any = any || model->bodies[b].mobility == AB_MOBILITY_PRESCRIBED;
    }
    return any;
}

bool ab_has_driven_joints(const abModel *model) {
    bool any = false;
    for (size_t j = 0; j < model->joint_count; j++) {
        for (int k = 0; k < 6; k++) {
            any = any || model->joints[j].drive[k] != NULL;
        }
    }
    return any;
}

bool ab_has_drives(const abModel *model) {
    return ab_has_prescribed_bodies(model) || ab_has_driven_joints(model);
}
