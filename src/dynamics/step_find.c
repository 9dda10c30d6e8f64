// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_find.c - the points of a step: found at its middle, before they touch.
//
// A pair is looked at when its shapes come nearer within the step than a margin: what they move
// relative to each other, what gravity adds, and a thousandth of the smaller one. Flat pairs give
// all their corners and rim points within the margin: the patch of B pushed into A by it.
//
// What moves far in a step would be found behind a thin plate at the middle of the step. Such a
// pair is looked at where it was at the start, and its gap counted on from there along the normal.

#include <string.h>

#include "base/array.h"
#include "dynamics/step.h"
#include "law/rigid.h"

// ---- pairs ----

static double body_speed(const abStep *step, int body, double reach) {
    return ab_norm(step->v0[body]) + reach * ab_norm(step->w0[body]);
}

static bool may_touch(const void *context, int a, int b) {
    const abModel *model = context;
    return !ab_never_touch(&model->shapes[a].shape, &model->shapes[b].shape) &&
           ab_model_may_touch(model, a, b);
}

// Boxes around the middle of the step, as large as half of it can reach.
static void set_boxes(abStep *step) {
    const abDynamics *d = step->dynamics;
    double fall = ab_norm(d->model->gravity.uniform) * step->h * step->h;
    for (size_t s = 0; s < d->model->shape_count; s++) {
        const abBodyShape *shape = &d->model->shapes[s];
        abPose room;
        const abPose *X = ab_dynamics_shape_pose(d, (int)s, &room);
        abBox box = ab_shape_bounds(&shape->shape, X);
        bool is_still = d->model->bodies[shape->body].mobility == AB_MOBILITY_FIXED;
        double margin = is_still ? 0.0
                                 : fall + 1e-3 * shape->shape.bound +
                                       step->h * body_speed(step, shape->body, step->reach[s]);
        abVec3 more = {margin, margin, margin};
        step->boxes[s] = (abBox){ab_sub(box.low, more), ab_add(box.high, more)};
    }
}

// ---- notes of pairs ----

// Friction of a pair that moves as given under a normal force, or could just be held.
typedef struct Grip {
    abFrictionForce force;
    double limit;
} Grip;

static Grip grip_at(const abTouch *touch, abSlip slip) {
    const abFrictionLaw *law = touch->interaction->friction;
    Grip grip = {0};
    if (law->grip == NULL) {
        law->evaluate(touch->friction_constants, &slip, &grip.force);
        grip.limit = ab_norm(grip.force.force);
        return grip;
    }
    abGripPoint point = {.mode = AB_GRIP_SLIP, .direction = {1.0, 0.0, 0.0}, .weight = 1.0};
    point.slip = slip;
    point.normal.force = slip.normal_force;
    abGripForce out;
    law->grip->evaluate(touch->friction_constants, touch->friction_memory, &point, &out);
    return (Grip){out.friction, out.limit};
}

static const double s_fast = 1e9; // smooth laws have reached their limit there
static const abVec3 s_up = {0.0, 0.0, 1.0}, s_across = {1e9, 0.0, 0.0}, s_about = {0.0, 0.0, 1e9};

static void set_friction(abStepNote *note) {
    abSlip slip = {
        .v_t = {s_fast, 0.0, 0.0}, .n_AB = s_up, .normal_force = 1.0, .radius = INFINITY};
    Grip sliding = grip_at(&note->touch, slip);
    note->friction[0] = sliding.limit;
    note->friction[1] = ab_norm(sliding.force.force);
    slip.v_t = (abVec3){0.0, 0.0, 0.0};
    slip.w = s_across;
    note->rolling = ab_norm(grip_at(&note->touch, slip).force.torque);
    slip.w = s_about;
    bool is_whole = ab_norm(grip_at(&note->touch, slip).force.torque) == note->rolling;
    slip.radius = 1.0;
    slip.depth = 1.0;
    note->spins =
        ab_norm(grip_at(&note->touch, slip).force.torque) != (is_whole ? note->rolling : 0.0);
    note->spinning = note->spins ? 0.0 : -1.0;
}

// The lever of a round area that spins grows with the force on it: that of the last step.
static void set_spinning(const abStep *step, abStepNote *note) {
    double pressing = 0.0;
    for (int k = note->last_first; k < note->last_first + note->last_count; k++) {
        pressing += ab_dot(step->last_points[k].impulse, step->last_points[k].n);
    }
    abSlip slip = {.w = s_about, .n_AB = s_up, .radius = note->at.radius};
    slip.normal_force = pressing / step->h;
    slip.depth = fmax(0.0, -note->at.distance);
    note->spinning = slip.normal_force > 0.0
                         ? ab_norm(grip_at(&note->touch, slip).force.torque) / slip.normal_force
                         : 0.0;
}

// What a checkpoint says of a pair; NULL: nothing.
static const abStepNote *waiting_note(const abStep *step, const abBoxPair *pair) {
    size_t low = 0, high = step->waiting_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const abTouch *touch = &step->waiting[middle].touch;
        int order = touch->shape_a != pair->a ? touch->shape_a - pair->a : touch->shape_b - pair->b;
        if (order == 0) {
            return &step->waiting[middle];
        }
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    return NULL;
}

static void open_note(abStep *step, abStepNote *note, const abBoxPair *pair) {
    const abModel *model = step->dynamics->model;
    const abStepNote *kept = waiting_note(step, pair);
    *note = kept != NULL ? *kept : (abStepNote){.touch = {.shape_a = pair->a, .shape_b = pair->b}};
    ab_touch_prepare(model, &note->touch);
    note->is_rigid = ab_interaction_is_rigid(note->touch.interaction);
    set_friction(note);
}

bool ab_step_expect(abStep *step, size_t notes, size_t points, size_t links) {
    abAllocator allocator = step->dynamics->allocator;
    bool ok = AB_ARRAY_RESERVE(allocator, step->waiting, step->waiting_capacity, notes) &&
              AB_ARRAY_RESERVE(allocator, step->points, step->point_capacity, points) &&
              AB_ARRAY_RESERVE(allocator, step->links, step->link_capacity, links);
    if (ok) {
        step->waiting_count = notes;
        step->point_count = points;
        step->link_count = links;
        if (notes > 0) {
            memset(step->waiting, 0, notes * sizeof *step->waiting);
        }
        if (points > 0) {
            memset(step->points, 0, points * sizeof *step->points);
        }
    }
    return ok;
}

// Old slots are given to new pairs; what was near in the last step is known by its stamp.
static abStepNote *note_of(abStep *step, const abBoxPair *pair) {
    abStepNote *note = &step->notes[pair->slot];
    if (note->stamp != step->stamp - 1 || note->touch.shape_a != pair->a ||
        note->touch.shape_b != pair->b) {
        open_note(step, note, pair);
    }
    note->last_first = note->first;
    note->last_count = note->count;
    note->first = (int)step->point_count;
    note->count = 0;
    note->surface = -1;
    note->stamp = step->stamp;
    return note;
}

// ---- points ----

typedef struct Look {
    abPose X_WA, X_WB;
    double margin;
    double ahead; // how long after the look the middle of the step is              [s]
} Look;

static abPose pose_at_start(const abStep *step, int shape) {
    const abDynamics *d = step->dynamics;
    abPose room;
    abPose X = *ab_dynamics_shape_pose(d, shape, &room);
    int body = d->model->shapes[shape].body;
    // back along the way that led here
    abVec3 turn = ab_scale(-0.5 * step->h, step->w0[body]), center = d->bodies[body].X.p;
    abMat3 R = ab_quat_to_matrix(ab_quat_from_vector(turn));
    abVec3 arm = ab_mul(R, ab_sub(X.p, center));
    X.R = ab_mat3_mul(R, X.R);
    X.p = ab_add(ab_add_scaled(center, -0.5 * step->h, step->v0[body]), arm);
    return X;
}

static Look look_at(const abStep *step, const abTouch *touch) {
    const abDynamics *d = step->dynamics;
    const abBodyShape *A = &d->model->shapes[touch->shape_a],
                      *B = &d->model->shapes[touch->shape_b];
    double bound = fmin(A->shape.bound, B->shape.bound);
    double reach_a = fmin(step->reach[touch->shape_a], 1e3 * bound);
    double reach_b = fmin(step->reach[touch->shape_b], 1e3 * bound);
    double speed =
        body_speed(step, touch->body_a, reach_a) + body_speed(step, touch->body_b, reach_b);
    double fall = ab_norm(d->model->gravity.uniform) * step->h * step->h;
    Look look = {.margin = fall + 1e-3 * bound + step->h * speed};
    double way = ab_norm(ab_sub(step->v0[touch->body_b], step->v0[touch->body_a])) * step->h;
    abPose room;
    if (way > 0.1 * bound) {
        look.X_WA = pose_at_start(step, touch->shape_a);
        look.X_WB = pose_at_start(step, touch->shape_b);
        look.ahead = 0.5 * step->h;
    } else {
        look.X_WA = *ab_dynamics_shape_pose(d, touch->shape_a, &room);
        look.X_WB = *ab_dynamics_shape_pose(d, touch->shape_b, &room);
    }
    return look;
}

static int find_patch(const abStep *step, const abTouch *touch, const Look *look, abProximity at,
                      abPatchPoint points[AB_PATCH_MAX]) {
    double bound = fmin(step->dynamics->model->shapes[touch->shape_a].shape.bound,
                        step->dynamics->model->shapes[touch->shape_b].shape.bound);
    double push = touch->has_regions ? 0.0 : fmin(look->margin, 0.05 * bound);
    if (at.distance > push) {
        return 0;
    }
    abPose X_WB = look->X_WB;
    abVec3 n = at.n_AB_W;
    X_WB.p = ab_add_scaled(X_WB.p, -push, n);
    at.p_B_W = ab_add_scaled(at.p_B_W, -push, n);
    at.distance -= push;
    int count = ab_touch_patch(step->dynamics, touch, &look->X_WA, &X_WB, &at, points);
    for (int i = 0; i < count; i++) {
        points[i].depth -= push * ab_dot(points[i].n_AB_W, n);
        points[i].p_W = ab_add_scaled(points[i].p_W, 0.5 * push, n);
    }
    return count;
}

// Of A relative to B at the start.
static abVec3 start_velocity(const abStep *step, const abStepPoint *point) {
    const abTouch *touch = &step->notes[point->note].touch;
    int a = touch->body_a, b = touch->body_b;
    abVec3 v_a = ab_add(step->v0[a], ab_cross(step->w0[a], point->arm[0]));
    abVec3 v_b = ab_add(step->v0[b], ab_cross(step->w0[b], point->arm[1]));
    return ab_sub(v_a, v_b);
}

// What a feature had in the last step. A new one slides unless it moves no faster than gravity
// makes it within a step.
static void recall(abStep *step, const abStepNote *note, abStepPoint *point, abVec3 v) {
    abVec3 slip = ab_add_scaled(v, -point->start_rate, point->n);
    point->slides = ab_norm(slip) > step->weight_speed;
    for (int k = note->last_first; k < note->last_first + note->last_count; k++) {
        abStepPoint *last = &step->last_points[k];
        if (last->id == point->id) {
            point->impulse = last->impulse;
            point->moment = last->moment;
            point->slides = last->slides;
            point->is_known = last->is_taken = true;
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
            point->impulse = best->impulse;
            point->moment = best->moment;
            point->slides = best->slides;
            point->is_known = best->is_taken = true;
        }
    }
}

static void add_point(abStep *step, abStepNote *note, const Look *look, const abPatchPoint *from,
                      double patch_area) {
    const abTouch *touch = &note->touch;
    const abDynamics *d = step->dynamics;
    abStepPoint *point = &step->points[step->point_count++];
    note->count++;
    *point = (abStepPoint){.note = (int)(note - step->notes),
                           .id = from->id,
                           .p = from->p_W,
                           .n = from->n_AB_W,
                           .depth = from->depth,
                           .weight = from->weight,
                           .area = from->area,
                           .area_slope = from->area_slope,
                           .patch_area = patch_area,
                           .is_rigid = note->is_rigid,
                           .contact = -1,
                           .surface = -1};
    if (look->ahead > 0.0) { // on to the middle, between the bodies as they go
        abVec3 v = ab_scale(0.5, ab_add(step->v0[touch->body_a], step->v0[touch->body_b]));
        bool a_moves = d->model->bodies[touch->body_a].mobility != AB_MOBILITY_FIXED;
        bool b_moves = d->model->bodies[touch->body_b].mobility != AB_MOBILITY_FIXED;
        v = a_moves && b_moves ? v : a_moves ? step->v0[touch->body_a] : step->v0[touch->body_b];
        point->p = ab_add_scaled(point->p, look->ahead, v);
    }
    double apart = note->is_rigid ? 0.5 * point->depth : 0.0;
    for (int side = 0; side < 2; side++) {
        abVec3 own = ab_add_scaled(point->p, side == 0 ? apart : -apart, point->n);
        int body = side == 0 ? touch->body_a : touch->body_b;
        point->arm[side] = ab_sub(own, d->bodies[body].X.p);
    }
    abVec3 v = start_velocity(step, point);
    point->start_rate = ab_dot(v, point->n);
    recall(step, note, point, v);
    point->before = ab_dot(point->impulse, point->n);
    point->free_rate = ab_step_rate(step, step->free, point);
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
        point->contact = point->surface = -1;
    }
    note->count = note->last_count;
    return true;
}

static bool find_points(abStep *step, abStepNote *note) {
    abTouch *touch = &note->touch;
    note->is_frozen =
        !ab_step_is_awake(step, touch->body_a) && !ab_step_is_awake(step, touch->body_b);
    if (note->is_frozen) {
        return keep_points(step, note);
    }
    if (touch->has_surface) {
        return ab_step_find_surface(step, note);
    }
    const abModel *model = step->dynamics->model;
    const abShape *A = &model->shapes[touch->shape_a].shape;
    const abShape *B = &model->shapes[touch->shape_b].shape;
    Look look = look_at(step, touch);
    step->dynamics->proximity_calls++;
    ab_proximity(A, &look.X_WA, B, &look.X_WB, &note->at);
    if (!(note->at.distance <= look.margin)) {
        return true;
    }
    if (!AB_ARRAY_RESERVE(step->dynamics->allocator, step->points, step->point_capacity,
                          step->point_count + AB_PATCH_MAX)) {
        return false;
    }
    abPatchPoint points[AB_PATCH_MAX];
    int count = touch->has_patch ? find_patch(step, touch, &look, note->at, points) : 0;
    if (count == 0) {
        points[count++] =
            (abPatchPoint){.p_W = ab_scale(0.5, ab_add(note->at.p_A_W, note->at.p_B_W)),
                           .n_AB_W = note->at.n_AB_W,
                           .depth = -note->at.distance,
                           .weight = 1.0,
                           .id = -1};
    }
    if (note->spins) {
        set_spinning(step, note);
    }
    double area = ab_contact_patch_area(points, count);
    for (int i = 0; i < count; i++) {
        add_point(step, note, &look, &points[i], area);
    }
    recall_nearest(step, note, 0.02 * fmin(A->bound, B->bound) + look.margin);
    return true;
}

static void swap_points(abStep *step) {
    abStepPoint *points = step->points;
    size_t capacity = step->point_capacity;
    step->points = step->last_points;
    step->point_capacity = step->last_capacity;
    step->last_points = points;
    step->last_capacity = capacity;
    step->last_count = step->point_count;
    step->point_count = 0;
    step->surface_count = step->spot_count = 0;
}

bool ab_step_find(abStep *step) {
    abDynamics *d = step->dynamics;
    set_boxes(step);
    swap_points(step);
    if (!ab_broad_phase_find(&step->phase, step->boxes, (int)d->model->shape_count, may_touch,
                             d->model) ||
        !AB_ARRAY_RESERVE(d->allocator, step->notes, step->note_capacity,
                          (size_t)step->phase.slot_count)) {
        return false;
    }
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        if (!find_points(step, note_of(step, &step->phase.pairs[k]))) {
            return false;
        }
    }
    step->waiting_count = 0;
    return true;
}
