// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_motion.c - how the normal and the points of a contact move.
//
// A plane's normal turns with the plane, that between two balls with the line of their centres. Of
// other pairs the difference of two proximities is taken, a short time before and after.
// Error   of the difference: 1e-10 of the angular speed from truncation (1e-5 rad apart), and the
//         rounding of the normal by 1e-5.

#include <math.h>

#include "dynamics/parts.h"

static const double s_turn = 1e-5; // [rad], half of what the difference goes over
static const double s_jump = 1e-2; // [rad], beyond which the normal has changed features

static bool is_plane(const abDynamics *d, int shape) {
    return d->model->shapes[shape].shape.kind == AB_SHAPE_PLANE;
}

static bool is_ball(const abDynamics *d, int shape) {
    return d->model->shapes[shape].shape.is_sphere;
}

// Pose of a shape after its body has moved on for a time.
static abPose moved(const abDynamics *d, int shape, double time) {
    const abBodyNow *body = &d->bodies[d->model->shapes[shape].body];
    abPose room;
    const abPose *X = ab_dynamics_shape_pose(d, shape, &room);
    abVec3 angle = ab_scale(time, body->w);
    abMat3 R =
        ab_quat_to_matrix(ab_quat_unit((abQuat){1.0, 0.5 * angle.x, 0.5 * angle.y, 0.5 * angle.z}));
    abVec3 arm = ab_sub(X->p, body->X.p);
    abVec3 p = ab_add_scaled(ab_add(body->X.p, ab_mul(R, arm)), time, body->v);
    return (abPose){ab_mat3_mul(R, X->R), p};
}

static abProximity proximity_after(abDynamics *d, const abTouch *touch, double time) {
    abPose X_A = moved(d, touch->shape_a, time), X_B = moved(d, touch->shape_b, time);
    abProximity at;
    d->proximity_calls++;
    ab_touch_proximity(d, &d->model->shapes[touch->shape_a].shape, &X_A,
                       &d->model->shapes[touch->shape_b].shape, &X_B, &at);
    return at;
}

// Speed by which a time is chosen for differences.                                   [rad/s]
static double turning_speed(const abDynamics *d, const abTouch *touch, const abProximity *at) {
    const abBodyNow *A = &d->bodies[touch->body_a], *B = &d->bodies[touch->body_b];
    double size = fmin(d->model->shapes[touch->shape_a].shape.bound,
                       d->model->shapes[touch->shape_b].shape.bound);
    abVec3 slip = ab_sub(ab_velocity_at(B, at->p_B_W), ab_velocity_at(A, at->p_A_W));
    return ab_norm(A->w) + ab_norm(B->w) + ab_norm(slip) / size;
}

static abVec3 center_of(const abDynamics *d, int shape) {
    abPose room;
    return ab_pose_point(*ab_dynamics_shape_pose(d, shape, &room),
                         d->model->shapes[shape].shape.center);
}

static abVec3 between_balls(const abDynamics *d, const abTouch *touch, const abProximity *at) {
    abVec3 a = center_of(d, touch->shape_a), b = center_of(d, touch->shape_b);
    double distance = ab_norm(ab_sub(b, a));
    abVec3 v = ab_sub(ab_velocity_at(&d->bodies[touch->body_b], b),
                      ab_velocity_at(&d->bodies[touch->body_a], a));
    return ab_scale(1.0 / distance, ab_add_scaled(v, -ab_dot(v, at->n_AB_W), at->n_AB_W));
}

abVec3 ab_contact_turning(abDynamics *d, const abTouch *touch, const abProximity *at) {
    const abBodyNow *A = &d->bodies[touch->body_a], *B = &d->bodies[touch->body_b];
    abVec3 n = at->n_AB_W, n_dot;
    double twist = 0.5 * ab_dot(ab_add(A->w, B->w), n);
    if (is_plane(d, touch->shape_a) || is_plane(d, touch->shape_b)) {
        n_dot = ab_cross(is_plane(d, touch->shape_a) ? A->w : B->w, n);
    } else if (is_ball(d, touch->shape_a) && is_ball(d, touch->shape_b)) {
        n_dot = between_balls(d, touch, at);
    } else {
        double speed = turning_speed(d, touch, at);
        if (!(speed > 0.0)) {
            return (abVec3){0.0, 0.0, 0.0};
        }
        double time = s_turn / speed;
        abVec3 before = proximity_after(d, touch, -time).n_AB_W;
        abVec3 after = proximity_after(d, touch, time).n_AB_W;
        abVec3 change = ab_sub(after, before);
        // over an edge the normal jumps; it then turns as the bodies do
        n_dot = ab_norm(change) < s_jump ? ab_scale(0.5 / time, change)
                                         : ab_cross(ab_scale(0.5, ab_add(A->w, B->w)), n);
    }
    return ab_add_scaled(ab_cross(n, n_dot), twist, n);
}

// ---- points ----

// The middle of the overlap of a ball, from the motion of its centre c: at the ball's side
// p = c + r m, m the normal out of the ball, and half the depth away from it.
static abVec3 on_ball(const abDynamics *d, const abTouch *touch, const abTouchNow *now,
                      abVec3 n_dot) {
    bool is_B = is_ball(d, touch->shape_b);
    int shape = is_B ? touch->shape_b : touch->shape_a;
    double side = is_B ? -1.0 : 1.0; // m = side n
    abVec3 n = now->at.n_AB_W, c = center_of(d, shape);
    abVec3 v = ab_velocity_at(&d->bodies[is_B ? touch->body_b : touch->body_a], c);
    double reach = side * ab_dot(ab_sub(is_B ? now->at.p_B_W : now->at.p_A_W, c), n);
    double arm = reach + 0.5 * now->at.distance, arm_dot = -0.5 * now->rate;
    return ab_add(v, ab_scale(side, ab_add_scaled(ab_scale(arm, n_dot), arm_dot, n)));
}

static int points_after(abDynamics *d, const abTouch *touch, double time,
                        abPatchPoint points[AB_PATCH_MAX]) {
    abPose X_A = moved(d, touch->shape_a, time), X_B = moved(d, touch->shape_b, time);
    abProximity at = proximity_after(d, touch, time);
    if (!touch->has_patch) {
        points[0] = (abPatchPoint){.p_W = ab_proximity_middle(&at)};
        return 1;
    }
    return ab_touch_patch(d, touch, &X_A, &X_B, &at, points);
}

static const abPatchPoint *find_point(const abPatchPoint *points, int count, int id) {
    for (int i = 0; i < count; i++) {
        if (points[i].id == id) {
            return &points[i];
        }
    }
    return NULL;
}

// As fast as the bodies there, when a difference does not know a point.
static abVec3 with_the_bodies(const abDynamics *d, const abTouch *touch, abVec3 p) {
    return ab_scale(0.5, ab_add(ab_velocity_at(&d->bodies[touch->body_a], p),
                                ab_velocity_at(&d->bodies[touch->body_b], p)));
}

void ab_contact_point_motions(abDynamics *d, const abTouch *touch, const abTouchNow *now,
                              abVec3 *n_dot, abVec3 *p_dot) {
    *n_dot = ab_cross(ab_contact_turning(d, touch, &now->at), now->at.n_AB_W);
    if (is_ball(d, touch->shape_a) || is_ball(d, touch->shape_b)) {
        p_dot[0] = on_ball(d, touch, now, *n_dot);
        return;
    }
    double speed = turning_speed(d, touch, &now->at), time = speed > 0.0 ? s_turn / speed : 0.0;
    abPatchPoint before[AB_PATCH_MAX], after[AB_PATCH_MAX];
    int before_count = speed > 0.0 ? points_after(d, touch, -time, before) : 0;
    int after_count = speed > 0.0 ? points_after(d, touch, time, after) : 0;
    for (int i = 0; i < touch->grip_count; i++) {
        size_t grip = (size_t)touch->first_grip + (size_t)i;
        int id = d->grips.list[grip].id;
        const abPatchPoint *p = find_point(before, before_count, id);
        const abPatchPoint *q = find_point(after, after_count, id);
        double far = 1e3 * s_turn * d->model->shapes[touch->shape_b].shape.bound;
        bool is_known = p != NULL && q != NULL && ab_norm(ab_sub(q->p_W, p->p_W)) < far;
        p_dot[i] = is_known ? ab_scale(0.5 / time, ab_sub(q->p_W, p->p_W))
                            : with_the_bodies(d, touch, d->grips.now[grip].place);
    }
}
