// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_find.c - the points of a step: found at its middle, before they touch.
//
// A pair is looked at when its shapes come nearer within the step than a margin: what they move
// relative to each other, what gravity adds, and a thousandth of the smaller one. Its points are
// those of step_points.c. When all pairs are those of the step before and none has moved, the
// points stay in their places (step_keep.c).

#include <string.h>

#include "base/array.h"
#include "dynamics/step.h"
#include "law/rigid.h"

// ---- pairs ----

double ab_step_body_speed(const abStep *step, int body, double reach) {
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
    double fall = step->weight_speed * step->h;
    for (size_t s = 0; s < d->model->shape_count; s++) {
        const abBodyShape *shape = &d->model->shapes[s];
        abPose room;
        const abPose *X = ab_dynamics_shape_pose(d, (int)s, &room);
        abBox box = ab_shape_bounds(&shape->shape, X);
        bool is_still = d->model->bodies[shape->body].mobility == AB_MOBILITY_FIXED;
        step->pace[s] = ab_step_body_speed(step, shape->body, step->reach[s]);
        double margin = is_still ? 0.0 : fall + 1e-3 * shape->shape.bound + step->h * step->pace[s];
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
void ab_step_set_spinning(const abStep *step, abStepNote *note) {
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

bool ab_step_expect(abStep *step, size_t notes, size_t points, size_t links, size_t kept) {
    abAllocator allocator = step->dynamics->allocator;
    bool ok = AB_ARRAY_RESERVE(allocator, step->waiting, step->waiting_capacity, notes) &&
              AB_ARRAY_RESERVE(allocator, step->points, step->point_capacity, points) &&
              AB_ARRAY_RESERVE(allocator, step->links, step->link_capacity, links) &&
              AB_ARRAY_RESERVE(allocator, step->kept, step->kept_capacity, kept);
    if (ok) {
        step->waiting_count = notes;
        step->point_count = points;
        step->link_count = links;
        step->kept_count = kept;
        if (notes > 0) {
            memset(step->waiting, 0, notes * sizeof *step->waiting);
        }
        if (points > 0) {
            memset(step->points, 0, points * sizeof *step->points);
        }
        if (kept > 0) {
            memset(step->kept, 0, kept * sizeof *step->kept);
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

// ---- all pairs ----

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
    ab_step_swap_kept(step);
}

bool ab_step_find(abStep *step) {
    abDynamics *d = step->dynamics;
    set_boxes(step);
    if (!ab_broad_phase_find(&step->phase, step->boxes, (int)d->model->shape_count, may_touch,
                             d->model) ||
        !AB_ARRAY_RESERVE(d->allocator, step->notes, step->note_capacity,
                          (size_t)step->phase.slot_count)) {
        return false;
    }
    if (ab_step_stays(step)) {
        return true;
    }
    swap_points(step);
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        if (!ab_step_find_points(step, note_of(step, &step->phase.pairs[k]))) {
            return false;
        }
    }
    step->waiting_count = 0;
    step->pair_count = step->phase.pair_count;
    return true;
}
