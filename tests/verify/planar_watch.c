// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// planar_watch.c - looks at every frame of a run; distances are found anew, by the shapes alone.

#include "planar_watch.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "model/compile/may_touch.h"
#include "model/kinds/force_rope.h"
#include "model/kinds/forces.h"

#include <math.h>

#include "model/core/model.h"

static const abBodyState *states_at(const Run *run, size_t instant) {
    return &run->states[instant * (size_t)run->body_count];
}

// Pose of the centre of mass of a body; the world has index -1.
static abPose pose_of(const Run *run, const abBodyState *states, int body) {
    if (body < 0) {
        return ab_pose_identity();
    }
    abMat3 R = ab_quat_to_matrix(states[body].orientation);
    return (abPose){R, ab_add(states[body].position, ab_mul(R, run->model->bodies[body].p_BC))};
}

// ---- overlap ----

static double overlap_at(const Run *run, const abBodyState *states) {
    const abModel *model = run->model;
    double deepest = 0.0;
    for (int a = 0; a < (int)model->shape_count; a++) {
        const abBodyShape *A = &model->shapes[a];
        abPose X_A = ab_pose_mul(pose_of(run, states, A->body), A->X_CS);
        for (int b = a + 1; b < (int)model->shape_count; b++) {
            if (!ab_model_may_touch(model, a, b)) {
                continue;
            }
            const abBodyShape *B = &model->shapes[b];
            abPose X_B = ab_pose_mul(pose_of(run, states, B->body), B->X_CS);
            abProximity at;
            ab_proximity(&A->shape, &X_A, &B->shape, &X_B, &at);
            deepest = fmax(deepest, -at.distance);
        }
    }
    return deepest;
}

static double overlong_at(const Run *run, const abBodyState *states) {
    double maximum = 0.0;
    for (size_t i = 0; i < run->model->force_count; i++) {
        const abForceElement *force = &run->model->forces[i];
        if (ab_rope_is_rigid(force)) {
            abVec3 a = ab_pose_point(pose_of(run, states, force->body_a), force->X_A.p);
            abVec3 b = ab_pose_point(pose_of(run, states, force->body_b), force->X_B.p);
            double length = ((const abRopeKeys *)&force->params)->length;
            maximum = fmax(maximum, ab_norm(ab_sub(b, a)) - length);
        }
    }
    return maximum;
}

double watch_overlap(const Run *run) {
    double deepest = 0.0;
    for (size_t i = 0; i < run->instant_count; i++) {
        const abBodyState *states = states_at(run, i);
        deepest = fmax(deepest, fmax(overlap_at(run, states), overlong_at(run, states)));
    }
    return deepest;
}

// ---- joints ----

static double open_at(const Run *run, const abJoint *joint, const abBodyState *states) {
    abPose X_AJ = ab_pose_mul(pose_of(run, states, joint->body_a), joint->X_AJ);
    abPose X_BJ = ab_pose_mul(pose_of(run, states, joint->body_b), joint->X_BJ);
    abVec3 e = ab_sub(X_BJ.p, X_AJ.p);
    double widest = 0.0;
    for (int i = 0; i < joint->row_count; i++) {
        const abJointRow *row = &joint->rows[i];
        if (row->kind == AB_ROW_SLIDE) {
            widest = fmax(widest, fabs(ab_dot(ab_column(X_AJ.R, row->u), e)));
        } else if (row->kind == AB_ROW_DISTANCE) {
            widest = fmax(widest, fabs(ab_norm(e) - row->offset));
        }
    }
    return widest;
}

double watch_open_joints(const Run *run) {
    double widest = 0.0;
    for (size_t i = 0; i < run->instant_count; i++) {
        for (size_t j = 0; j < run->model->joint_count; j++) {
            widest = fmax(widest, open_at(run, &run->model->joints[j], states_at(run, i)));
        }
    }
    return widest;
}

// ---- energy ----

static double mechanical(const abEnergyBook *book) {
    return book->kinetic + book->gravity + book->springs;
}

double watch_energy(const Run *run, double time) {
    size_t best = 0;
    for (size_t i = 1; i < run->instant_count; i++) {
        if (fabs(run->instants[i].time - time) <= fabs(run->instants[best].time - time)) {
            best = i;
        }
    }
    return mechanical(&run->instants[best].energy);
}

double watch_energy_rise(const Run *run) {
    double minimum = INFINITY, rise = 0.0;
    for (size_t i = 0; i < run->instant_count; i++) {
        const abEnergyBook *book = &run->instants[i].energy;
        double own = mechanical(book) - book->applied_work - book->drive_work;
        minimum = fmin(minimum, own);
        rise = fmax(rise, own - minimum);
    }
    return rise;
}

double watch_pressed(const Run *run) {
    double maximum = 0.0;
    for (size_t i = 0; i < run->instant_count; i++) {
        maximum = fmax(maximum, run->instants[i].pressed);
    }
    return maximum;
}

// ---- momentum ----

static bool is_held(const abModel *model, int body) {
    return body < 0 || model->bodies[body].state < 0;
}

bool watch_is_alone(const Run *run) {
    const abModel *model = run->model;
    const abGravityDef *gravity = &model->gravity;
    bool is_alone = ab_norm2(gravity->uniform) == 0.0 && gravity->parameter == 0.0;
    for (size_t i = 0; i < model->shape_count; i++) {
        is_alone =
            is_alone && !(is_held(model, model->shapes[i].body) && model->shapes[i].collides);
    }
    for (size_t i = 0; i < model->joint_count; i++) {
        const abJoint *joint = &model->joints[i];
        is_alone = is_alone && !is_held(model, joint->body_a) && !is_held(model, joint->body_b);
    }
    for (size_t i = 0; i < model->force_count; i++) {
        const abForceElement *force = &model->forces[i];
        is_alone = is_alone && !is_held(model, force->body_a) && !is_held(model, force->body_b);
    }
    return is_alone;
}

typedef struct Sums {
    abVec3 linear, angular;
    double linear_size, angular_size; // of the parts
} Sums;

static Sums momentum_at(const Run *run, const abBodyState *states) {
    Sums sums = {0};
    for (int i = 0; i < run->body_count; i++) {
        const abBody *body = &run->model->bodies[i];
        if (is_held(run->model, i)) {
            continue;
        }
        abPose X = pose_of(run, states, i);
        abVec3 w = states[i].angular_velocity, arm = ab_sub(X.p, states[i].position);
        abVec3 p = ab_scale(body->mass, ab_add(states[i].velocity, ab_cross(w, arm)));
        abVec3 spin = ab_mul(X.R, ab_mul(body->inertia, ab_mul_t(X.R, w)));
        abVec3 orbit = ab_cross(X.p, p);
        sums.linear = ab_add(sums.linear, p);
        sums.angular = ab_add(sums.angular, ab_add(spin, orbit));
        sums.linear_size += ab_norm(p);
        sums.angular_size += ab_norm(spin) + ab_norm(orbit);
    }
    return sums;
}

WatchMomentum watch_momentum(const Run *run) {
    Sums first = momentum_at(run, states_at(run, 0));
    WatchMomentum change = {0};
    double linear_size = 0.0, angular_size = 0.0;
    for (size_t i = 0; i < run->instant_count; i++) {
        Sums now = momentum_at(run, states_at(run, i));
        change.linear = fmax(change.linear, ab_norm(ab_sub(now.linear, first.linear)));
        change.angular = fmax(change.angular, ab_norm(ab_sub(now.angular, first.angular)));
        linear_size = fmax(linear_size, now.linear_size);
        angular_size = fmax(angular_size, now.angular_size);
    }
    change.linear /= fmax(linear_size, 1e-300);
    change.angular /= fmax(angular_size, 1e-300);
    return change;
}
