// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_gap.c - the gap at a point, its rate, and what its second derivative owes to velocities.
//
// Let c_A, c_B be points of the bodies, moving with u = c_B' - c_A' and, without accelerations of
// the bodies, with the relative acceleration  s = w_B x (w_B x r_B) - w_A x (w_A x r_A).
//
// round on flat, the face of A with the normal n:  c_A is where the face is below the centre c_B,
//   g = n . (c_B - q) - r,   g' = n . u,   g'' = n . (s - 2 w_A x u)                       (1)
//   with r_A from A's centre of mass to c_B: the face turns under the centre.
// round on round, with e = (c_B - c_A) / D and sign = 1, or -1 where one is hollow:
//   g = sign D - (R_A + R_B),   n = sign e,   g' = n . u                                  (2)
//   g'' = n . s + sign (|u|^2 - (e . u)^2) / D                                           (3)
// smooth on smooth: the nearest points c_A, c_B move on their surfaces by s_A, s_B (curvature.c),
//   n' = w_A x n + M_A s_A,  M_A the curvatures of A,   p' = c' + s
//   g'' = n . (s + w_B x s_B - w_A x s_A) + n' . u                                        (4)
// Everything else moves along its velocities for a short time, back and forth, and
//   g'' = (g'(+h) - g'(-h)) / 2 h                                                         (5)
//
// Error   (1) to (4) rounding. (5) 1e-10 of the speed squared over the size, by truncation and the
//         rounding of normals over the time of a turn by 1e-5 rad.
// Differs from the engine whose cases are verified in (3): only the part of u across n turns n.

#include <math.h>

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/patch/curvature.h"
#include "collide/planar/outline_contact.h"
#include "mechanics/contact/point_candidates.h"
#include "mechanics/joint/joint_rows.h"
#include "mechanics/link/rigid_gap.h"
#include "mechanics/link/tolerances.def"

// A body on its way: pose and velocities.
typedef struct Moving {
    abPose X;
    abVec3 v, w;
} Moving;

static Moving moving(const abBodyNow *body) {
    return (Moving){body->X, body->v, body->w};
}

// After a time of even motion.
static Moving moved(Moving m, double time) {
    abVec3 half = ab_scale(0.5 * time, m.w);
    abMat3 R = ab_quat_to_matrix(ab_quat_unit((abQuat){1.0, half.x, half.y, half.z}));
    return (Moving){{ab_mat3_mul(R, m.X.R), ab_add_scaled(m.X.p, time, m.v)}, m.v, m.w};
}

static abVec3 velocity(const Moving *m, abVec3 p) {
    return ab_add(m->v, ab_cross(m->w, ab_sub(p, m->X.p)));
}

// w x (w x r)
static abVec3 toward_axis(abVec3 w, abVec3 r) {
    return ab_cross(w, ab_cross(w, r));
}

// ---- in closed form ----

static void round_on_flat(const abRigidPoint *point, const Moving m[2], abRigidNow *out) {
    int flat = point->a_is_flat ? 0 : 1, round = 1 - flat;
    const abRigidSide *face = &point->side[flat], *ball = &point->side[round];
    const Moving *F = &m[flat], *B = &m[round];
    abVec3 n = ab_mul(F->X.R, face->n), c = ab_pose_point(B->X, ball->p);
    abVec3 q = ab_pose_point(F->X, face->p), r = ab_sub(c, B->X.p), d = ab_sub(c, F->X.p);
    abVec3 u = ab_sub(velocity(B, c), velocity(F, c));
    abVec3 s = ab_sub(toward_axis(B->w, r), toward_axis(F->w, d));
    out->gap = ab_dot(n, ab_sub(c, q)) - ball->radius;
    out->rate = ab_dot(n, u);
    out->bias = ab_dot(n, ab_add_scaled(s, -2.0, ab_cross(F->w, u))); // (1)
    out->n = flat == 0 ? n : ab_neg(n);
    out->p = ab_add_scaled(c, -ball->radius, n);
    out->n_dot = ab_cross(F->w, out->n);
    out->p_dot = ab_add_scaled(velocity(B, c), -ball->radius, ab_cross(F->w, n));
}

static void round_on_round(const abRigidPoint *point, const Moving m[2], abRigidNow *out) {
    const abRigidSide *a = &point->side[0], *b = &point->side[1];
    abVec3 c_A = ab_pose_point(m[0].X, a->p), c_B = ab_pose_point(m[1].X, b->p);
    abVec3 displacement = ab_sub(c_B, c_A), u = ab_sub(velocity(&m[1], c_B), velocity(&m[0], c_A));
    double D = ab_norm(displacement), sign = point->sign;
    abVec3 e = ab_scale(1.0 / D, displacement);
    abVec3 s = ab_sub(toward_axis(m[1].w, ab_sub(c_B, m[1].X.p)),
                      toward_axis(m[0].w, ab_sub(c_A, m[0].X.p)));
    double along = ab_dot(e, u);
    out->n = ab_scale(sign, e);
    out->gap = sign * D - (a->radius + b->radius);
    out->rate = sign * along;
    out->bias = ab_dot(out->n, s) + sign * (ab_norm2(u) - along * along) / D; // (3)
    double back = b->radius + 0.5 * out->gap; // from c_B to halfway between both
    out->p = ab_add_scaled(c_B, -back, out->n);
    out->n_dot = ab_scale(sign / D, ab_add_scaled(u, -along, e));
    out->p_dot = ab_add_scaled(velocity(&m[1], c_B), -back, out->n_dot);
    out->p_dot = ab_add_scaled(out->p_dot, -0.5 * out->rate, out->n);
}

static void at_limit(const abMechanics *m, const abRigidPoint *point, abRigidNow *out) {
    size_t index = (size_t)point->id - m->model->force_count;
    abLimitNow now = ab_joint_limit(m, &m->model->limits[index]);
    out->gap = now.gap;
    out->rate = now.rate;
    out->bias = now.bias;
    out->p = now.p;
    out->n = now.linear;
    out->rotation = now.angular;
}

// ---- by differences ----

static void edges_at(const abRigidPoint *point, const Moving m[2], abRigidNow *out) {
    abVec3 a = ab_pose_point(m[0].X, point->side[0].p), d = ab_mul(m[0].X.R, point->side[0].n);
    abVec3 b = ab_pose_point(m[1].X, point->side[1].p), e = ab_mul(m[1].X.R, point->side[1].n);
    abVec3 across = ab_cross(d, e), displacement = ab_sub(b, a);
    double sine2 = ab_norm2(across), c = ab_dot(d, e);
    out->n = ab_scale(point->sign / sqrt(sine2), across);
    double on_d = ab_dot(displacement, d), on_e = ab_dot(displacement, e);
    abVec3 p = ab_add_scaled(a, (on_d - c * on_e) / sine2, d);
    abVec3 q = ab_add_scaled(b, (c * on_d - on_e) / sine2, e);
    out->gap = ab_dot(out->n, displacement) - point->side[0].radius - point->side[1].radius;
    out->rate = ab_dot(out->n, ab_sub(velocity(&m[1], q), velocity(&m[0], p)));
    out->p = ab_add_scaled(q, -(point->side[1].radius + 0.5 * out->gap), out->n);
}

static abPose shape_pose(const abMechanics *d, int shape, const Moving *m) {
    return ab_pose_mul(m->X, d->model->shapes[shape].X_CS);
}

static abPointCandidate find_nearest(abMechanics *d, const abRigidPoint *point, const Moving m[2]) {
    const abShape *A = &d->model->shapes[point->shape_a].shape;
    const abShape *B = &d->model->shapes[point->shape_b].shape;
    abPose X_A = shape_pose(d, point->shape_a, &m[0]), X_B = shape_pose(d, point->shape_b, &m[1]);
    abPointCandidate points[AB_PATCH_MAX], found;
    abOutlineContacts outlines;
    d->proximity_calls++;
    int count = point->id >= 0 ? ab_rigid_surface_points(d, point->shape_a, point->shape_b, &X_A,
                                                         &X_B, &outlines, points)
                               : 0;
    bool is_found = false;
    for (int i = 0; i < count && !is_found; i++) {
        found = points[i];
        is_found = points[i].id == point->id;
    }
    if (!is_found) {
        abProximity at;
        ab_proximity(A, &X_A, B, &X_B, &at);
        found = (abPointCandidate){at.p_A_W, at.p_B_W, at.n_AB_W, at.distance, -1, NULL};
    }
    return found;
}

static void take_nearest(const abPointCandidate *found, const Moving m[2], abRigidNow *out) {
    out->n = found->n;
    out->gap = found->gap;
    out->p = ab_scale(0.5, ab_add(found->p_A, found->p_B));
    out->rate = ab_dot(found->n, ab_sub(velocity(&m[1], found->p_B), velocity(&m[0], found->p_A)));
}

static void nearest_at(abMechanics *d, const abRigidPoint *point, const Moving m[2],
                       abRigidNow *out) {
    abPointCandidate found = find_nearest(d, point, m);
    take_nearest(&found, m, out);
}

// (4); false where a surface is not smooth, or the point is another than the nearest.
static bool smooth_on_smooth(abMechanics *d, const abRigidPoint *point, const Moving m[2],
                             abRigidNow *out) {
    abPointCandidate found = find_nearest(d, point, m);
    abPose X_A = shape_pose(d, point->shape_a, &m[0]), X_B = shape_pose(d, point->shape_b, &m[1]);
    abProximity at = {.distance = found.gap,
                      .n_AB_W = found.n,
                      .p_A_W = found.p_A,
                      .p_B_W = found.p_B,
                      .is_exact = true};
    take_nearest(&found, m, out);
    abVec3 v = ab_sub(velocity(&m[1], out->p), velocity(&m[0], out->p));
    abVec3 slide = ab_add_scaled(v, -ab_dot(v, out->n), out->n);
    abNearestMotion on;
    if (found.id >= 0 || !ab_nearest_motion(&d->model->shapes[point->shape_a].shape, &X_A,
                                            &d->model->shapes[point->shape_b].shape, &X_B, &at,
                                            slide, ab_sub(m[1].w, m[0].w), &on)) {
        return false;
    }
    abVec3 c_A = velocity(&m[0], found.p_A), c_B = velocity(&m[1], found.p_B);
    abVec3 s = ab_sub(toward_axis(m[1].w, ab_sub(found.p_B, m[1].X.p)),
                      toward_axis(m[0].w, ab_sub(found.p_A, m[0].X.p)));
    s = ab_add(s, ab_sub(ab_cross(m[1].w, on.on_b), ab_cross(m[0].w, on.on_a)));
    out->n_dot = ab_add(ab_cross(m[0].w, out->n), on.normal);
    out->p_dot = ab_scale(0.5, ab_add(ab_add(c_A, on.on_a), ab_add(c_B, on.on_b)));
    out->bias = ab_dot(out->n, s) + ab_dot(out->n_dot, ab_sub(c_B, c_A)); // (4)
    return true;
}

typedef void GapAt(abMechanics *d, const abRigidPoint *point, const Moving m[2], abRigidNow *out);

static void crossing_at(abMechanics *d, const abRigidPoint *point, const Moving m[2],
                        abRigidNow *out) {
    (void)d;
    edges_at(point, m, out);
}

static void by_differences(abMechanics *d, const abRigidPoint *point, const Moving m[2], GapAt *at,
                           abRigidNow *out) {
    at(d, point, m, out);
    double size = fmin(d->model->shapes[point->shape_a].shape.bound,
                       d->model->shapes[point->shape_b].shape.bound);
    abVec3 slip = ab_sub(velocity(&m[1], out->p), velocity(&m[0], out->p));
    double speed = ab_norm(m[0].w) + ab_norm(m[1].w) + ab_norm(slip) / size;
    out->bias = 0.0;
    if (speed > 0.0) {
        double time = s_turn / speed;
        const Moving before[2] = {moved(m[0], -time), moved(m[1], -time)};
        const Moving after[2] = {moved(m[0], time), moved(m[1], time)};
        abRigidNow early, late;
        at(d, point, before, &early);
        at(d, point, after, &late);
        out->bias = (late.rate - early.rate) / (2.0 * time); // (5)
        out->n_dot = ab_scale(0.5 / time, ab_sub(late.n, early.n));
        out->p_dot = ab_scale(0.5 / time, ab_sub(late.p, early.p));
    }
}

void ab_rigid_gap(abMechanics *d, const abRigidPoint *point, abRigidNow *out) {
    *out = (abRigidNow){0};
    const Moving m[2] = {moving(&d->bodies[point->body_a]), moving(&d->bodies[point->body_b])};
    switch (point->kind) {
    case AB_RIGID_ROUND_FLAT:
        round_on_flat(point, m, out);
        break;
    case AB_RIGID_ROUND_ROUND:
    case AB_RIGID_ROPE:
        round_on_round(point, m, out);
        break;
    case AB_RIGID_LIMIT:
        at_limit(d, point, out);
        return; // nothing slips there
    case AB_RIGID_EDGES:
        by_differences(d, point, m, crossing_at, out);
        break;
    case AB_RIGID_NEAREST:
        if (!smooth_on_smooth(d, point, m, out)) {
            by_differences(d, point, m, nearest_at, out);
        }
        break;
    }
    abVec3 v = ab_sub(velocity(&m[1], out->p), velocity(&m[0], out->p));
    out->slip = ab_add_scaled(v, -ab_dot(v, out->n), out->n);
}
