// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_points.c - the points of a pair in a step.
//
// Flat pairs give all their corners and rim points within the margin: the patch of B pushed into A
// by it; plane curves all places where they are as near as that. What moves far in a step would be
// found behind a thin plate at the middle of the step. Such a pair is looked at where it was at the
// start, and its gap counted on from there along the normal.

#include <string.h>

#include "base/array.h"
#include "dynamics/step.h"

// ---- where to look ----

double ab_step_smaller_bound(const abStep *step, const abTouch *touch) {
    const abBodyShape *shapes = step->dynamics->model->shapes;
    return fmin(shapes[touch->shape_a].shape.bound, shapes[touch->shape_b].shape.bound);
}

static abPose pose_at_start(const abStep *step, int shape) {
    const abDynamics *d = step->dynamics;
    abPose room;
    abPose X = *ab_dynamics_shape_pose(d, shape, &room);
    int body = d->model->shapes[shape].body;
    // back along the way that led here
    abVec3 turn = ab_scale(-0.5 * step->h, step->w0[body]), center = d->bodies[body].X.p;
    if (d->shape_centered[shape] && d->model->shapes[shape].shape.is_sphere) {
        X.p = ab_add_scaled(center, -0.5 * step->h, step->v0[body]); // how it is turned is all one
        return X;
    }
    abMat3 R = ab_quat_to_matrix(ab_quat_from_vector(turn));
    abVec3 arm = ab_mul(R, ab_sub(X.p, center));
    X.R = ab_mat3_mul(R, X.R);
    X.p = ab_add(ab_add_scaled(center, -0.5 * step->h, step->v0[body]), arm);
    return X;
}

// The greatest speed of what is near the other shape, whose bound is given.
static double speed_near(const abStep *step, int shape, int body, double bound) {
    double reach = 1e3 * bound;
    return step->reach[shape] <= reach ? step->pace[shape] : ab_step_body_speed(step, body, reach);
}

static double margin_of(const abStep *step, const abTouch *touch, double bound) {
    double speed = speed_near(step, touch->shape_a, touch->body_a, bound) +
                   speed_near(step, touch->shape_b, touch->body_b, bound);
    return step->weight_speed * step->h + 1e-3 * bound + step->h * speed;
}

bool ab_step_is_far(const abStep *step, const abTouch *touch) {
    const abDynamics *d = step->dynamics;
    const int shape[2] = {touch->shape_a, touch->shape_b}, body[2] = {touch->body_a, touch->body_b};
    double margin = margin_of(step, touch, ab_step_smaller_bound(step, touch));
    double far = 1.5 * margin; // a look at the start finds them by half a margin elsewhere
    for (int side = 0; side < 2; side++) {
        const abShape *plane = &d->model->shapes[shape[side]].shape;
        bool is_fixed = d->model->bodies[body[side]].mobility == AB_MOBILITY_FIXED;
        if (plane->kind == AB_SHAPE_PLANE && is_fixed) {
            const abPose *X = &d->shape_poses[shape[side]];
            abVec3 n = ab_mul(X->R, ab_vec3(plane->size[0], plane->size[1], plane->size[2]));
            double above = ab_dot(n, ab_sub(d->bodies[body[1 - side]].X.p, X->p));
            return above - step->reach[shape[1 - side]] > far;
        }
    }
    double apart = step->reach[shape[0]] + step->reach[shape[1]] + far;
    return ab_norm2(ab_sub(d->bodies[body[0]].X.p, d->bodies[body[1]].X.p)) > apart * apart;
}

void ab_step_look(const abStep *step, const abTouch *touch, abStepLook *look) {
    const abDynamics *d = step->dynamics;
    double bound = ab_step_smaller_bound(step, touch);
    look->margin = margin_of(step, touch, bound);
    look->ahead = 0.0;
    abVec3 way = ab_scale(step->h, ab_sub(step->v0[touch->body_b], step->v0[touch->body_a]));
    if (ab_norm2(way) > 0.01 * bound * bound) {
        look->room[0] = pose_at_start(step, touch->shape_a);
        look->room[1] = pose_at_start(step, touch->shape_b);
        look->X_WA = &look->room[0];
        look->X_WB = &look->room[1];
        look->ahead = 0.5 * step->h;
    } else {
        look->X_WA = ab_dynamics_shape_pose(d, touch->shape_a, &look->room[0]);
        look->X_WB = ab_dynamics_shape_pose(d, touch->shape_b, &look->room[1]);
    }
}

// Of A relative to B at the start.
static abVec3 start_velocity(const abStep *step, const abStepPoint *point) {
    int a = point->body[0], b = point->body[1];
    abVec3 v_a = ab_add(step->v0[a], ab_cross(step->w0[a], point->arm[0]));
    abVec3 v_b = ab_add(step->v0[b], ab_cross(step->w0[b], point->arm[1]));
    return ab_sub(v_a, v_b);
}

static void take_over(abStepPoint *point, abStepPoint *last) {
    point->impulse = last->impulse;
    point->moment = last->moment;
    point->slides = last->slides;
    point->is_known = last->is_taken = true;
}

// What a feature had in the last step. A new one slides unless it moves no faster than gravity
// makes it within a step.
static void recall(abStep *step, const abStepNote *note, abStepPoint *point, abVec3 v) {
    abVec3 slip = ab_add_scaled(v, -point->start_rate, point->n);
    point->slides = ab_norm(slip) > step->weight_speed;
    for (int k = note->last_first; k < note->last_first + note->last_count; k++) {
        abStepPoint *last = &step->last_points[k];
        if (last->id == point->id) {
            take_over(point, last);
            return;
        }
    }
}

// Features of flat faces on each other change their names by rounding: what is left of the last
// step goes to the nearest of the new ones.
static void recall_nearest(abStep *step, const abStepNote *note, double near) {
    for (int k = note->first; k < note->first + note->count; k++) {
        abStepPoint *point = &step->points[k], *best = NULL;
        double least = near * near;
        for (int i = note->last_first; i < note->last_first + note->last_count; i++) {
            abStepPoint *last = &step->last_points[i];
            double off = ab_norm2(ab_sub(last->p, point->p));
            if (!point->is_known && !last->is_taken && off < least) {
                least = off;
                best = last;
            }
        }
        if (best != NULL) {
            take_over(point, best);
        }
    }
}

// On to the middle, between the bodies as they go.
static abVec3 moved_ahead(const abStep *step, const abTouch *touch, abVec3 p, double ahead) {
    const abBody *bodies = step->dynamics->model->bodies;
    abVec3 v = ab_scale(0.5, ab_add(step->v0[touch->body_a], step->v0[touch->body_b]));
    bool a_moves = bodies[touch->body_a].mobility != AB_MOBILITY_FIXED;
    bool b_moves = bodies[touch->body_b].mobility != AB_MOBILITY_FIXED;
    v = a_moves && b_moves ? v : a_moves ? step->v0[touch->body_a] : step->v0[touch->body_b];
    return ab_add_scaled(p, ahead, v);
}

abVec3 ab_step_place_point(const abStep *step, abStepPoint *point, abVec3 p, abVec3 n,
                           double depth) {
    point->p = p;
    point->n = n;
    point->depth = depth;
    double apart = point->is_rigid ? 0.5 * depth : 0.0;
    for (int side = 0; side < 2; side++) {
        abVec3 own = ab_add_scaled(p, side == 0 ? apart : -apart, n);
        point->arm[side] = ab_sub(own, step->dynamics->bodies[point->body[side]].X.p);
    }
    abVec3 v = start_velocity(step, point);
    point->start_rate = ab_dot(v, n);
    point->free_rate = ab_step_rate(step->free, point);
    return v;
}

// `last`: the same point in the step before; NULL: it is to be looked for.
static void add_point(abStep *step, abStepNote *note, const abStepLook *look,
                      const abPatchPoint *from, double patch_area, abStepPoint *last) {
    abStepPoint *point = &step->points[step->point_count++];
    note->count++;
    *point = (abStepPoint){.note = (int)(note - step->notes),
                           .id = from->id,
                           .body = {note->touch.body_a, note->touch.body_b},
                           .weight = from->weight,
                           .area = from->area,
                           .area_slope = from->area_slope,
                           .patch_area = patch_area,
                           .is_rigid = note->is_rigid,
                           .contact = -1,
                           .surface = -1};
    abVec3 p =
        look->ahead > 0.0 ? moved_ahead(step, &note->touch, from->p_W, look->ahead) : from->p_W;
    abVec3 v = ab_step_place_point(step, point, p, from->n_AB_W, from->depth);
    if (last != NULL) {
        take_over(point, last);
    } else {
        recall(step, note, point, v);
    }
    point->before = ab_dot(point->impulse, point->n);
    point->depth += look->ahead * point->start_rate;
}

// Between bodies that sleep all is as it was.
static bool keep_points(abStep *step, abStepNote *note) {
    size_t count = (size_t)note->last_count;
    if (!AB_ARRAY_RESERVE(step->dynamics->allocator, step->points, step->point_capacity,
                          step->point_count + count)) {
        return false;
    }
    for (size_t k = 0; k < count; k++) {
        abStepPoint *point = &step->points[step->point_count++];
        *point = step->last_points[(size_t)note->last_first + k];
        point->note = (int)(note - step->notes);
        point->body[0] = note->touch.body_a;
        point->body[1] = note->touch.body_b;
        point->is_frozen = true;
        point->contact = point->surface = -1;
    }
    note->count = note->last_count;
    return true;
}

static bool stay_in_plane(const abModel *model, const abTouch *touch) {
    const int bodies[2] = {touch->body_a, touch->body_b};
    for (int side = 0; side < 2; side++) {
        abMobility mobility = model->bodies[bodies[side]].mobility;
        if (mobility != AB_MOBILITY_PLANAR && mobility != AB_MOBILITY_FIXED) {
            return false;
        }
    }
    return true;
}

// Of rigid points that stand one behind the other in the plane of motion one is enough: halfway
// between them.
static int join_in_plane(abPatchPoint *points, int count, double near) {
    int joined = 0, members[AB_PATCH_MAX];
    for (int i = 0; i < count; i++) {
        const abPatchPoint *point = &points[i];
        int k = 0;
        while (k < joined && !(fabs(points[k].p_W.x - point->p_W.x) <= near &&
                               fabs(points[k].p_W.y - point->p_W.y) <= near &&
                               ab_dot(points[k].n_AB_W, point->n_AB_W) > 0.5)) {
            k++;
        }
        if (k == joined) {
            members[k] = 1;
            points[joined++] = *point;
            continue;
        }
        abPatchPoint *to = &points[k];
        to->p_W.z += (point->p_W.z - to->p_W.z) / ++members[k];
        to->depth = fmax(to->depth, point->depth);
        to->area += point->area;
        to->area_slope += point->area_slope;
    }
    return joined;
}

// The points within the margin; 0: there are none.
static int look_for_points(abStep *step, abStepNote *note, const abStepLook *look,
                           abPatchPoint points[AB_PATCH_MAX]) {
    const abTouch *touch = &note->touch;
    const abBodyShape *shapes = step->dynamics->model->shapes;
    step->dynamics->proximity_calls++;
    ab_proximity(&shapes[touch->shape_a].shape, look->X_WA, &shapes[touch->shape_b].shape,
                 look->X_WB, &note->at);
    if (!(note->at.distance <= look->margin)) {
        return 0;
    }
    int count = touch->has_patch ? ab_step_patch(step, touch, look, &note->at, points) : 0;
    if (count == 0) {
        points[count++] = (abPatchPoint){.p_W = ab_proximity_middle(&note->at),
                                         .n_AB_W = note->at.n_AB_W,
                                         .depth = -note->at.distance,
                                         .weight = 1.0,
                                         .id = -1};
    }
    if (note->is_rigid && stay_in_plane(step->dynamics->model, touch)) {
        double bound = ab_step_smaller_bound(step, touch);
        count = join_in_plane(points, count, 1e-12 * bound);
    }
    return count;
}

bool ab_step_find_points(abStep *step, abStepNote *note) {
    abTouch *touch = &note->touch;
    note->is_frozen = ab_step_is_frozen(step, touch);
    if (note->is_frozen) {
        note->still.is_known = false;
        return keep_points(step, note);
    }
    if (touch->has_surface) {
        return ab_step_find_surface(step, note);
    }
    if (ab_step_is_far(step, touch)) {
        note->still.is_known = false;
        return true;
    }
    abStepLook look;
    ab_step_look(step, touch, &look);
    abPatchPoint points[AB_PATCH_MAX];
    bool is_still = ab_step_is_still(step, note, &look);
    int count = is_still ? ab_step_put_back(step, note, &look, points)
                         : look_for_points(step, note, &look, points);
    if (!ab_step_keep(step, note, &look, points, count, is_still) ||
        !AB_ARRAY_RESERVE(step->dynamics->allocator, step->points, step->point_capacity,
                          step->point_count + (size_t)count)) {
        return false;
    }
    if (note->spins && count > 0) {
        ab_step_set_spinning(step, note);
    }
    double area = ab_contact_patch_area(points, count);
    for (int i = 0; i < count; i++) {
        abStepPoint *last = is_still ? &step->last_points[note->last_first + i] : NULL;
        add_point(step, note, &look, &points[i], area, last);
    }
    if (!is_still) {
        double bound = ab_step_smaller_bound(step, touch);
        recall_nearest(step, note, 0.02 * bound + look.margin);
    }
    return true;
}
