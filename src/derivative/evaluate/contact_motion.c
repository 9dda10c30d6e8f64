// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_motion.c - how the normal and the points of a contact move.
//
// A plane's normal turns with the plane, that between two balls with the line of their centres, that
// of two smooth surfaces by their curvatures. Of other pairs, and of surfaces that touch along a
// line, the difference of two proximities is taken, a short time before and after. The regions of a
// mesh turn and move each with its own normal and middle.
// Error   of the difference: 1e-10 of the angular speed from truncation (1e-5 rad apart), and the
//         rounding of the normal by 1e-5.

#include <math.h>

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/patch/curvature.h"
#include "derivative/evaluate/contact_motion.h"
#include "derivative/evaluate/tolerances.def"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/contact_regions.h"
#include "mechanics/contact/pair_points.h"
#include "mechanics/state/place.h"

static bool is_plane(const abDerivative *d, int shape) {
    return d->mechanics.model->shapes[shape].shape.kind == AB_SHAPE_PLANE;
}

static bool is_ball(const abDerivative *d, int shape) {
    return d->mechanics.model->shapes[shape].shape.is_sphere;
}

// Pose of a shape after its body has moved on for a time.
static abPose moved(const abDerivative *d, int shape, double time) {
    const abBodyNow *body = &d->mechanics.bodies[d->mechanics.model->shapes[shape].body];
    abPose storage;
    const abPose *X = ab_mechanics_shape_pose(&d->mechanics, shape, &storage);
    abVec3 angle = ab_scale(time, body->w);
    abMat3 R =
        ab_quat_to_matrix(ab_quat_unit((abQuat){1.0, 0.5 * angle.x, 0.5 * angle.y, 0.5 * angle.z}));
    abVec3 arm = ab_sub(X->p, body->X.p);
    abVec3 p = ab_add_scaled(ab_add(body->X.p, ab_mul(R, arm)), time, body->v);
    return (abPose){ab_mat3_mul(R, X->R), p};
}

// The poses of both shapes after a time, but for their approach along the normal n at p: that does not
// turn the normal, and what would part overlaps as it does now, a little deeper. Apart by little, a
// normal is the difference of two places that are nearly the same, and mostly rounding.
static void moved_beside(const abDerivative *d, const abContactPair *pair, abVec3 p, abVec3 n,
                         double time, abPose X[2]) {
    const abBodyNow *A = &d->mechanics.bodies[pair->data->body_a],
                    *B = &d->mechanics.bodies[pair->data->body_b];
    double parting = ab_dot(ab_sub(ab_velocity_at(B, p), ab_velocity_at(A, p)), n);
    double size = fmin(d->mechanics.model->shapes[pair->shape_a].shape.bound,
                       d->mechanics.model->shapes[pair->shape_b].shape.bound);
    double deeper = s_turn * s_turn * size; // what the way along the normal errs by
    X[0] = moved(d, pair->shape_a, time);
    X[1] = moved(d, pair->shape_b, time);
    X[1].p = ab_add_scaled(X[1].p, -(parting * time + deeper), n);
}

static abProximity proximity_of(abDerivative *d, const abContactPair *pair, const abPose X[2]) {
    abProximity at;
    d->mechanics.proximity_calls++;
    ab_shapes_proximity(&d->mechanics, &d->mechanics.model->shapes[pair->shape_a].shape, &X[0],
                        &d->mechanics.model->shapes[pair->shape_b].shape, &X[1], &at);
    return at;
}

static abProximity proximity_after(abDerivative *d, const abContactPair *pair, double time) {
    const abPose X[2] = {moved(d, pair->shape_a, time), moved(d, pair->shape_b, time)};
    return proximity_of(d, pair, X);
}

static abVec3 normal_after(abDerivative *d, const abContactPair *pair, const abProximity *at,
                           double time) {
    abPose X[2];
    moved_beside(d, pair, ab_proximity_middle(at), at->n_AB_W, time, X);
    return proximity_of(d, pair, X).n_AB_W;
}

// Speed by which a time is chosen for differences.                                   [rad/s]
static double turning_speed(const abDerivative *d, const abContactPair *pair,
                            const abProximity *at) {
    const abBodyNow *A = &d->mechanics.bodies[pair->data->body_a],
                    *B = &d->mechanics.bodies[pair->data->body_b];
    double size = fmin(d->mechanics.model->shapes[pair->shape_a].shape.bound,
                       d->mechanics.model->shapes[pair->shape_b].shape.bound);
    abVec3 slip = ab_sub(ab_velocity_at(B, at->p_B_W), ab_velocity_at(A, at->p_A_W));
    return ab_norm(A->w) + ab_norm(B->w) + ab_norm(slip) / size;
}

static abVec3 center_of(const abDerivative *d, int shape) {
    abPose storage;
    return ab_pose_point(*ab_mechanics_shape_pose(&d->mechanics, shape, &storage),
                         d->mechanics.model->shapes[shape].shape.center);
}

static abVec3 between_balls(const abDerivative *d, const abContactPair *pair,
                            const abProximity *at) {
    abVec3 a = center_of(d, pair->shape_a), b = center_of(d, pair->shape_b);
    double distance = ab_norm(ab_sub(b, a));
    abVec3 v = ab_sub(ab_velocity_at(&d->mechanics.bodies[pair->data->body_b], b),
                      ab_velocity_at(&d->mechanics.bodies[pair->data->body_a], a));
    return ab_scale(1.0 / distance, ab_add_scaled(v, -ab_dot(v, at->n_AB_W), at->n_AB_W));
}

// How the nearest points move where both surfaces are smooth.
static bool nearest_motion(const abDerivative *d, const abContactPair *pair, const abProximity *at,
                           abNearestMotion *out) {
    const abBodyNow *A = &d->mechanics.bodies[pair->data->body_a],
                    *B = &d->mechanics.bodies[pair->data->body_b];
    abPose storage[2];
    const abPose *X_A = ab_mechanics_shape_pose(&d->mechanics, pair->shape_a, &storage[0]),
                 *X_B = ab_mechanics_shape_pose(&d->mechanics, pair->shape_b, &storage[1]);
    abVec3 middle = ab_proximity_middle(at), n = at->n_AB_W;
    abVec3 v = ab_sub(ab_velocity_at(B, middle), ab_velocity_at(A, middle));
    return ab_nearest_motion(&d->mechanics.model->shapes[pair->shape_a].shape, X_A,
                             &d->mechanics.model->shapes[pair->shape_b].shape, X_B, at,
                             ab_add_scaled(v, -ab_dot(v, n), n), ab_sub(B->w, A->w), out);
}

static abVec3 turning_of_pair(abDerivative *d, const abContactPair *pair, const abProximity *at) {
    const abBodyNow *A = &d->mechanics.bodies[pair->data->body_a],
                    *B = &d->mechanics.bodies[pair->data->body_b];
    abVec3 n = at->n_AB_W, n_dot;
    abNearestMotion on;
    double twist = 0.5 * ab_dot(ab_add(A->w, B->w), n);
    if (is_plane(d, pair->shape_a) || is_plane(d, pair->shape_b)) {
        n_dot = ab_cross(is_plane(d, pair->shape_a) ? A->w : B->w, n);
    } else if (is_ball(d, pair->shape_a) && is_ball(d, pair->shape_b)) {
        n_dot = between_balls(d, pair, at);
    } else if (nearest_motion(d, pair, at, &on)) {
        n_dot = ab_add(ab_cross(A->w, n), on.normal);
    } else {
        double speed = turning_speed(d, pair, at);
        if (!(speed > 0.0)) {
            return (abVec3){0.0, 0.0, 0.0};
        }
        double time = s_turn / speed;
        abVec3 before = normal_after(d, pair, at, -time);
        abVec3 after = normal_after(d, pair, at, time);
        abVec3 change = ab_sub(after, before);
        // over an edge the normal jumps; it then turns as the bodies do
        n_dot = ab_norm(change) < s_jump ? ab_scale(0.5 / time, change)
                                         : ab_cross(ab_scale(0.5, ab_add(A->w, B->w)), n);
    }
    return ab_add_scaled(ab_cross(n, n_dot), twist, n);
}

// ---- regions ----

// The normal of the point that is nearest to a place; NULL: there is none.
static const abVec3 *normal_near(const abPatchPoint *points, int count, abVec3 p_W) {
    const abPatchPoint *nearest = NULL;
    for (int i = 0; i < count; i++) {
        bool is_nearer = nearest == NULL ||
                         ab_norm2(ab_sub(points[i].p_W, p_W)) < ab_norm2(ab_sub(nearest->p_W, p_W));
        nearest = is_nearer ? &points[i] : nearest;
    }
    return nearest != NULL ? &nearest->n_AB_W : NULL;
}

// The regions of two meshes have normals of their own. That of the pair is of one of the faces beside
// the deepest place; where edges cross, two are as near, and rounding chooses.
static void turn_regions(abDerivative *d, const abContactPair *pair, const abProximity *at,
                         const abPatchPoint *points, int count, abVec3 *turning) {
    abVec3 w = ab_scale(0.5, ab_add(d->mechanics.bodies[pair->data->body_a].w,
                                    d->mechanics.bodies[pair->data->body_b].w));
    double speed = turning_speed(d, pair, at), time = speed > 0.0 ? s_turn / speed : 0.0;
    abPatchPoint found[2][AB_PATCH_MAX];
    int found_count[2] = {0, 0}, deepest = 0;
    for (int i = 1; i < count; i++) {
        deepest = points[i].depth > points[deepest].depth ? i : deepest;
    }
    for (int side = 0; side < 2 && speed > 0.0; side++) {
        abPose X[2];
        moved_beside(d, pair, points[deepest].p_W, points[deepest].n_AB_W, side == 0 ? -time : time,
                     X);
        abProximity then = proximity_of(d, pair, X);
        found_count[side] =
            ab_contact_pair_patch(&d->mechanics, pair, &X[0], &X[1], &then, found[side]);
    }
    for (int i = 0; i < count; i++) {
        abVec3 n = points[i].n_AB_W;
        const abVec3 *before = normal_near(found[0], found_count[0], points[i].p_W);
        const abVec3 *after = normal_near(found[1], found_count[1], points[i].p_W);
        bool is_known =
            before != NULL && after != NULL && ab_norm(ab_sub(*after, *before)) < s_jump;
        abVec3 n_dot = is_known ? ab_scale(0.5 / time, ab_sub(*after, *before)) : ab_cross(w, n);
        turning[i] = ab_add_scaled(ab_cross(n, n_dot), ab_dot(w, n), n);
    }
}

void ab_contact_turnings(abDerivative *d, const abContactPair *pair, const abProximity *at,
                         const abPatchPoint *points, int count, abVec3 *turning) {
    if (pair->data->has_regions) {
        turn_regions(d, pair, at, points, count, turning);
        return;
    }
    abVec3 of_pair = turning_of_pair(d, pair, at);
    for (int i = 0; i < count; i++) {
        turning[i] = of_pair;
    }
}

// ---- points ----

// The middle of the overlap of a ball, from the motion of its centre c: at the ball's side
// p = c + r m, m the normal out of the ball, and half the depth away from it.
static abVec3 on_ball(const abDerivative *d, const abContactPair *pair, const abContactPairNow *now,
                      abVec3 n_dot) {
    bool is_B = is_ball(d, pair->shape_b);
    int shape = is_B ? pair->shape_b : pair->shape_a;
    double side = is_B ? -1.0 : 1.0; // m = side n
    abVec3 n = now->at.n_AB_W, c = center_of(d, shape);
    abVec3 v =
        ab_velocity_at(&d->mechanics.bodies[is_B ? pair->data->body_b : pair->data->body_a], c);
    double reach = side * ab_dot(ab_sub(is_B ? now->at.p_B_W : now->at.p_A_W, c), n);
    double arm = reach + 0.5 * now->at.distance, arm_dot = -0.5 * now->rate;
    return ab_add(v, ab_scale(side, ab_add_scaled(ab_scale(arm, n_dot), arm_dot, n)));
}

static int points_after(abDerivative *d, const abContactPair *pair, double time,
                        abPatchPoint points[AB_PATCH_MAX]) {
    abPose X_A = moved(d, pair->shape_a, time), X_B = moved(d, pair->shape_b, time);
    abProximity at = proximity_after(d, pair, time);
    if (!pair->data->has_patch) {
        points[0] = (abPatchPoint){.p_W = ab_proximity_middle(&at)};
        return 1;
    }
    int count = ab_contact_pair_patch(&d->mechanics, pair, &X_A, &X_B, &at, points);
    if (count == 0) {
        points[count++] = ab_deepest_point(&at);
    }
    return count;
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
static abVec3 with_the_bodies(const abDerivative *d, const abContactPair *pair, abVec3 p) {
    return ab_scale(0.5, ab_add(ab_velocity_at(&d->mechanics.bodies[pair->data->body_a], p),
                                ab_velocity_at(&d->mechanics.bodies[pair->data->body_b], p)));
}

// ---- points of regions ----

// A region a short time before or after now: the middle of its points by what they carry, and its
// normal.
typedef struct RegionThen {
    abVec3 middle, normal;
    bool is_there;
} RegionThen;

// The region of the point with this name.
static RegionThen region_of(const abPatchPoint *points, int count, int id) {
    const abPatchPoint *named = find_point(points, count, id);
    RegionThen then = {.is_there = named != NULL};
    double whole = 0.0;
    for (int i = 0; i < count && then.is_there; i++) {
        if (points[i].region == named->region) {
            abVec3 arm = ab_sub(points[i].p_W, named->p_W);
            then.middle = ab_add_scaled(then.middle, points[i].weight, arm);
            whole += points[i].weight;
        }
    }
    if (then.is_there) {
        then.middle = ab_add_scaled(named->p_W, whole > 0.0 ? 1.0 / whole : 0.0, then.middle);
        then.normal = named->n_AB_W;
    }
    return then;
}

static int regions_after(abDerivative *d, const abContactPair *pair, double time,
                         abPatchPoint points[AB_PATCH_MAX]) {
    int count = points_after(d, pair, time, points);
    if (ab_contact_pair_keeps_regions(pair)) {
        ab_regions_name(&d->mechanics, pair, points, count);
    }
    return count;
}

// Each point moves with the middle of its region and turns about that as the bodies do: where a
// region is as long as it is wide, rounding chooses how its points lie about the middle. Its normal
// is that of the region: that of the pair is of one of the faces beside the deepest place, and where
// edges cross, two are as near.
static void region_motions(abDerivative *d, const abContactPair *pair, const abProximity *at,
                           abVec3 *n_dot, abVec3 *p_dot) {
    abVec3 w = ab_scale(0.5, ab_add(d->mechanics.bodies[pair->data->body_a].w,
                                    d->mechanics.bodies[pair->data->body_b].w));
    double speed = turning_speed(d, pair, at), time = speed > 0.0 ? s_turn / speed : 0.0;
    double far = s_far_by_turn * s_turn * d->mechanics.model->shapes[pair->shape_b].shape.bound;
    abPatchPoint before[AB_PATCH_MAX], after[AB_PATCH_MAX];
    int before_count = speed > 0.0 ? regions_after(d, pair, -time, before) : 0;
    int after_count = speed > 0.0 ? regions_after(d, pair, time, after) : 0;
    for (int i = 0; i < pair->tangential_count; i++) {
        size_t tangential = (size_t)pair->first_tangential + (size_t)i;
        const abTangentialNow *point = &d->tangential_states.now[tangential];
        int id = d->tangential_states.list[tangential].id;
        RegionThen p = region_of(before, before_count, id), q = region_of(after, after_count, id);
        abVec3 way = ab_sub(q.middle, p.middle), change = ab_sub(q.normal, p.normal);
        if (p.is_there && q.is_there && ab_norm(change) < s_jump && ab_norm(way) < far) {
            abVec3 arm = ab_sub(point->place, ab_add_scaled(p.middle, 0.5, way));
            n_dot[i] = ab_scale(0.5 / time, change);
            p_dot[i] = ab_add_scaled(ab_cross(w, arm), 0.5 / time, way);
        } else {
            n_dot[i] = ab_cross(w, point->normal);
            p_dot[i] = with_the_bodies(d, pair, point->place);
        }
    }
}

// ---- points of surfaces ----

// They lie across one normal, so where nothing slides how they move along the surface does not matter:
// against each other the bodies turn about axes across it alone, which lifts such points.
static void surface_motions(const abDerivative *d, const abContactPair *pair, abVec3 *n_dot,
                            abVec3 *p_dot) {
    abVec3 w = ab_scale(0.5, ab_add(d->mechanics.bodies[pair->data->body_a].w,
                                    d->mechanics.bodies[pair->data->body_b].w));
    for (int i = 0; i < pair->tangential_count; i++) {
        const abTangentialNow *point = &d->tangential_states.now[pair->first_tangential + i];
        n_dot[i] = ab_cross(w, point->normal);
        p_dot[i] = with_the_bodies(d, pair, point->place);
    }
}

void ab_contact_point_motions(abDerivative *d, const abContactPair *pair,
                              const abContactPairNow *now, abVec3 *n_dot, abVec3 *p_dot) {
    if (pair->data->has_regions) {
        region_motions(d, pair, &now->at, n_dot, p_dot);
        return;
    }
    if (pair->data->has_surface) {
        surface_motions(d, pair, n_dot, p_dot);
        return;
    }
    abVec3 of_pair = ab_cross(turning_of_pair(d, pair, &now->at), now->at.n_AB_W);
    for (int i = 0; i < pair->tangential_count; i++) {
        n_dot[i] = of_pair;
    }
    if (is_ball(d, pair->shape_a) || is_ball(d, pair->shape_b)) {
        p_dot[0] = on_ball(d, pair, now, of_pair);
        return;
    }
    abNearestMotion on;
    bool is_one = pair->data->by_curvature && pair->tangential_count == 1;
    if ((is_one || !pair->data->has_patch) && nearest_motion(d, pair, &now->at, &on)) {
        const abBodyNow *A = &d->mechanics.bodies[pair->data->body_a],
                        *B = &d->mechanics.bodies[pair->data->body_b];
        p_dot[0] = ab_scale(0.5, ab_add(ab_add(ab_velocity_at(A, now->at.p_A_W), on.on_a),
                                        ab_add(ab_velocity_at(B, now->at.p_B_W), on.on_b)));
        return;
    }
    double speed = turning_speed(d, pair, &now->at), time = speed > 0.0 ? s_turn / speed : 0.0;
    abPatchPoint before[AB_PATCH_MAX], after[AB_PATCH_MAX];
    int before_count = speed > 0.0 ? points_after(d, pair, -time, before) : 0;
    int after_count = speed > 0.0 ? points_after(d, pair, time, after) : 0;
    for (int i = 0; i < pair->tangential_count; i++) {
        size_t tangential = (size_t)pair->first_tangential + (size_t)i;
        int id = d->tangential_states.list[tangential].id;
        const abPatchPoint *p = find_point(before, before_count, id);
        const abPatchPoint *q = find_point(after, after_count, id);
        double far = s_far_by_turn * s_turn * d->mechanics.model->shapes[pair->shape_b].shape.bound;
        bool is_known = p != NULL && q != NULL && ab_norm(ab_sub(q->p_W, p->p_W)) < far;
        p_dot[i] = is_known ? ab_scale(0.5 / time, ab_sub(q->p_W, p->p_W))
                            : with_the_bodies(d, pair, d->tangential_states.now[tangential].place);
    }
}
