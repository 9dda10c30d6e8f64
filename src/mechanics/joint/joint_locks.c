// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_locks.c - joints that close and open while a run goes on.
//
// Closing is an impact without rebound: impulses along the rows of all joints end the velocities
// that these do not allow,
//
//   M (v+ - v-) = A^T p,   A v+ = b   (b: what drives want)                                    (1)
//
// of all v+ the nearest to v- in the kinetic energy, which the projection of velocities finds. The
// impulses act on the rows while their rate goes from A v- to b, on the mean of both, so that the
// drives give p b and what is lost is
//
//   W = -1/2 p (A v- - b) = 1/2 (v+ - v-)^T M (v+ - v-)                                        (2)
//
// which is Carnot's theorem.

#include "mechanics/joint/joint_locks.h"

#include "base/no_memory.h"
#include "mechanics/state/place.h"

abResult ab_joint_locks_init(abMechanics *m, abError *error) {
    const abModel *model = m->model;
    bool any = false;
    for (size_t j = 0; j < model->joint_count; j++) {
        any = any || model->joint_defs[j].lock != AB_LOCK_PERMANENT;
    }
    if (!any) {
        return AB_OK;
    }
    m->locks = AB_ARENA_NEW(&m->arena, abPose, model->joint_count);
    if (m->locks == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    for (size_t j = 0; j < model->joint_count; j++) {
        m->locks[j] = model->joints[j].X_BJ;
    }
    return AB_OK;
}

static bool is_open(const abModel *model, size_t joint) {
    return model->joint_defs[joint].lock == AB_LOCK_OPEN;
}

bool ab_joint_locks_differ(const abModel *a, const abModel *b) {
    bool differ = false;
    for (size_t j = 0; j < a->joint_count && j < b->joint_count; j++) {
        differ = differ || is_open(a, j) != is_open(b, j);
    }
    return differ;
}

void ab_joint_locks_copy(abMechanics *to, const abMechanics *from) {
    for (size_t j = 0; to->locks != NULL && j < to->model->joint_count; j++) {
        if (!is_open(to->model, j) && !is_open(from->model, j)) {
            to->locks[j] = *ab_joint_frame_b(from, &from->model->joints[j]);
        }
    }
}

void ab_joint_locks_close(abMechanics *m, const abModel *before) {
    for (size_t j = 0; m->locks != NULL && j < m->model->joint_count; j++) {
        const abJoint *joint = &m->model->joints[j];
        if (!is_open(m->model, j) && is_open(before, j)) {
            abPose X_WJ = ab_pose_mul(m->bodies[joint->body_a].X, joint->X_AJ);
            abPose X_WB = m->bodies[joint->body_b].X;
            m->locks[j] =
                (abPose){ab_mat3_t_mul(X_WB.R, X_WJ.R), ab_pose_point_inverse(X_WB, X_WJ.p)};
        }
    }
}

// By how much the velocity of a body changes from one y to another.
static void find_change(const abBody *body, const double *before, const double *after, abVec3 *v,
                        abVec3 *w) {
    const abStateBlock *block = ab_state_block(body->mobility);
    const double *a = before + body->state, *b = after + body->state;
    if (body->mobility == AB_MOBILITY_PLANAR) {
        *v = ab_vec3(b[block->speed] - a[block->speed], b[block->speed + 1] - a[block->speed + 1],
                     0.0);
        *w = ab_vec3(0.0, 0.0, b[block->spin] - a[block->spin]);
        return;
    }
    *v = ab_sub(ab_vec3_of(b + block->speed), ab_vec3_of(a + block->speed));
    *w = ab_sub(ab_vec3_of(b + block->spin), ab_vec3_of(a + block->spin));
}

double ab_joint_locks_loss(abMechanics *m, double t, const double *before, const double *after) {
    double loss = 0.0;
    ab_mechanics_place(m, t, after);
    for (size_t b = 0; b < m->model->body_count; b++) {
        const abBody *body = &m->model->bodies[b];
        if (body->state >= 0) {
            abBodyNow change = m->bodies[b];
            find_change(body, before, after, &change.v, &change.w);
            loss += ab_kinetic_energy(body, &change); // (2)
        }
    }
    return loss;
}
