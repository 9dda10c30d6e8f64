// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_rows.c - the two kinds of rows from which every joint is made.
//
// Translation along axis i of the frame on A, to be s(t). With d = p_BJ - p_A (from A's centre of
// mass to the joint's point on B) the coordinate is a_i . (p_BJ - p_AJ), a_i fixed in A:
//
//   c' = a_i . (v_BJ - v_A - w_A x d) - s'                                             (1)
//   c'' = a_i . (a_BJ - a_A - alpha_A x d - w_A x (w_A x d) - 2 w_A x v_rel) - s''      (2)
//
// Rotation: a direction u, fixed in a frame U that turns with A and the drives, stays at right
// angles to a direction w fixed in B:  c = u . w, and with n = u x w
//
//   c' = n . (w_U - w_B)                                                               (3)
//   c'' = n' . (w_U - w_B) + n . (alpha_U - alpha_B),   n' = (w_U x u) x w + u x (w_B x w)  (4)
//
// Which directions are paired follows from the turns about x, the new y and the new z; see
// rotation_pairs().

#include "dynamics/joint_rows.h"

typedef struct Frames {
    const abBodyNow *A, *B;
    abMat3 R_WA, R_WB; // of the joint's frames
    abVec3 p_AJ, p_BJ; // in the world
    abJet drive[6];
} Frames;

static Frames joint_frames(const abDynamics *d, const abJoint *joint, double t) {
    Frames f = {.A = &d->bodies[joint->body_a], .B = &d->bodies[joint->body_b]};
    f.R_WA = ab_mat3_mul(f.A->X.R, joint->X_AJ.R);
    f.R_WB = ab_mat3_mul(f.B->X.R, joint->X_BJ.R);
    f.p_AJ = ab_pose_point(f.A->X, joint->X_AJ.p);
    f.p_BJ = ab_pose_point(f.B->X, joint->X_BJ.p);
    for (int i = 0; i < 6; i++) {
        if (joint->drive[i] != NULL) {
            f.drive[i] = ab_expression_evaluate(joint->drive[i], t);
        }
    }
    return f;
}

static abRow translation_row(const Frames *f, int axis) {
    abVec3 a = ab_column(f->R_WA, axis);
    abVec3 d = ab_sub(f->p_BJ, f->A->X.p), r = ab_sub(f->p_BJ, f->B->X.p);
    abVec3 w_A = f->A->w, w_B = f->B->w;
    abVec3 v_rel = ab_sub(ab_add(f->B->v, ab_cross(w_B, r)), ab_add(f->A->v, ab_cross(w_A, d)));
    // accelerations in (2) that do not come from a and alpha
    abVec3 rest = ab_sub(ab_cross(w_B, ab_cross(w_B, r)), ab_cross(w_A, ab_cross(w_A, d)));
    rest = ab_add_scaled(rest, -2.0, ab_cross(w_A, v_rel));
    return (abRow){
        .linear_a = ab_neg(a),
        .angular_a = ab_cross(a, d), // -(d x a)
        .linear_b = a,
        .angular_b = ab_cross(r, a),
        .c = ab_dot(a, ab_sub(f->p_BJ, f->p_AJ)) - f->drive[axis].value,
        .rate = f->drive[axis].rate,
        .gamma = f->drive[axis].acceleration - ab_dot(a, rest),
    };
}

// `turn` is the driven part between A and U, seen in A's joint frame; u and w in the world.
static abRow rotation_row(const Frames *f, const abTurn *turn, abVec3 u, abVec3 w) {
    abVec3 w_drive = ab_mul(f->R_WA, turn->w);
    abVec3 w_U = ab_add(f->A->w, w_drive), w_B = f->B->w;
    abVec3 n = ab_cross(u, w);
    abVec3 n_rate = ab_add(ab_cross(ab_cross(w_U, u), w), ab_cross(u, ab_cross(w_B, w)));
    // alpha_U = alpha_A + alpha_drive + w_A x w_drive
    abVec3 alpha_drive = ab_add(ab_mul(f->R_WA, turn->alpha), ab_cross(f->A->w, w_drive));
    return (abRow){
        .angular_a = n,
        .angular_b = ab_neg(n),
        .c = ab_dot(u, w),
        .rate = -ab_dot(n, w_drive),
        .gamma = -ab_dot(n_rate, ab_sub(w_U, w_B)) - ab_dot(n, alpha_drive),
    };
}

// Axis of U and axis of B that must stay at right angles.
typedef struct Pair {
    int u, w;
} Pair;

// By the set of locked rotations (bit 0 about x, 1 about the new y, 2 about the new z):
//   x y z  locked      B's frame is U's: three pairs of different axes
//   x y    locked      z of B along z of U
//   x z / y z          y (or x) of B along that of U
//   z  (x, y free)     Rx Ry leaves y of B at right angles to x of U
//   y  (x, z free)     Rx Rz leaves z of B at right angles to x of U
//   x  (y, z free)     Ry Rz leaves z of B at right angles to y of U
static int rotation_pairs(unsigned locked, Pair pairs[3]) {
    static const struct {
        int count;
        Pair pairs[3];
    } table[8] = {
        [0] = {0, {{0, 0}}},         [1] = {1, {{1, 2}}},
        [2] = {1, {{0, 2}}},         [4] = {1, {{0, 1}}},
        [3] = {2, {{0, 2}, {1, 2}}}, [5] = {2, {{0, 1}, {2, 1}}},
        [6] = {2, {{1, 0}, {2, 0}}}, [7] = {3, {{0, 1}, {1, 2}, {2, 0}}},
    };
    for (int i = 0; i < table[locked].count; i++) {
        pairs[i] = table[locked].pairs[i];
    }
    return table[locked].count;
}

int ab_joint_rows(const abDynamics *d, int index, double t, abRow *rows) {
    const abJoint *joint = &d->model->joints[index];
    Frames f = joint_frames(d, joint, t);
    int count = 0;
    for (int i = 0; i < 3; i++) {
        if (joint->is_locked[i]) {
            rows[count++] = translation_row(&f, i);
        }
    }
    unsigned locked = (joint->is_locked[3] ? 1U : 0U) | (joint->is_locked[4] ? 2U : 0U) |
                      (joint->is_locked[5] ? 4U : 0U);
    abTurn turn = ab_turn(&f.drive[3]);
    abMat3 R_WU = ab_mat3_mul(f.R_WA, turn.R);
    Pair pairs[3];
    int pair_count = rotation_pairs(locked, pairs);
    for (int i = 0; i < pair_count; i++) {
        rows[count++] =
            rotation_row(&f, &turn, ab_column(R_WU, pairs[i].u), ab_column(f.R_WB, pairs[i].w));
    }
    for (int i = 0; i < count; i++) {
        rows[i].body_a = joint->body_a;
        rows[i].body_b = joint->body_b;
        rows[i].joint = index;
    }
    return count;
}
