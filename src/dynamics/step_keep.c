// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_keep.c - points of a flat pair that stays as it is are kept in the frames of its shapes.
//
// With a point at a in A and at b in B, once the same place, and the normal n of A,
//
//   depth = depth_then - n . (X_B b - X_A a),   p = (X_A a + X_B b) / 2                     (1)
//
// is exact but for the square of what B has moved relative to A since. That may be 1e-8 of the
// smaller shape, and 1e-8 rad, so the depth errs by no more than rounding does, and the place by
// 1e-8. It is always counted from when the points were found, so errors do not add up. Corners that
// come and go by rounding on a face that rests on another are the same ones from step to step, and
// so are their impulses.

#include "base/array.h"
#include "dynamics/step.h"

static const double s_moved = 1e-8;

static bool can_keep(const abTouch *touch) {
    return touch->has_patch && !touch->has_regions && !touch->has_surface;
}

bool ab_step_is_frozen(const abStep *step, const abTouch *touch) {
    return !ab_step_is_awake(step, touch->body_a) && !ab_step_is_awake(step, touch->body_b);
}

static abMat3 turn_between(const abPose *X_WA, const abPose *X_WB) {
    abMat3 turn;
    for (int k = 0; k < 3; k++) {
        abVec3 column = ab_mul_t(X_WA->R, ab_column(X_WB->R, k));
        turn.m[0][k] = column.x, turn.m[1][k] = column.y, turn.m[2][k] = column.z;
    }
    return turn;
}

static bool has_turned(const abMat3 *now, const abMat3 *then) {
    double most = 0.0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            most = fmax(most, fabs(now->m[i][k] - then->m[i][k]));
        }
    }
    return !(most <= s_moved);
}

// ---- what is kept ----

static abStepKept kept_point(const abStepLook *look, const abPatchPoint *from) {
    return (abStepKept){.in_a = ab_pose_point_inverse(*look->X_WA, from->p_W),
                        .in_b = ab_pose_point_inverse(*look->X_WB, from->p_W),
                        .n_a = ab_mul_t(look->X_WA->R, from->n_AB_W),
                        .depth = from->depth,
                        .weight = from->weight,
                        .area = from->area,
                        .area_slope = from->area_slope,
                        .id = from->id};
}

static void describe(abStepStill *still, const abStepLook *look, const abProximity *at) {
    still->turn = turn_between(look->X_WA, look->X_WB);
    still->in_a = ab_pose_point_inverse(*look->X_WA, at->p_A_W);
    still->in_b = ab_pose_point_inverse(*look->X_WB, at->p_B_W);
    still->n_a = ab_mul_t(look->X_WA->R, at->n_AB_W);
    still->distance = at->distance;
    still->margin = look->margin;
}

bool ab_step_keep(abStep *step, abStepNote *note, const abStepLook *look,
                  const abPatchPoint *points, int count, bool is_still) {
    abStepStill *still = &note->still;
    size_t first = step->kept_count, last = (size_t)still->first;
    still->is_known = can_keep(&note->touch);
    if (!still->is_known) {
        return true;
    }
    if (!AB_ARRAY_RESERVE(step->dynamics->allocator, step->kept, step->kept_capacity,
                          first + (size_t)count)) {
        return false;
    }
    if (!is_still) {
        describe(still, look, &note->at);
    }
    still->first = (int)first;
    still->count = count;
    step->kept_count += (size_t)count;
    for (int i = 0; i < count; i++) {
        step->kept[first + (size_t)i] =
            is_still ? step->last_kept[last + (size_t)i] : kept_point(look, &points[i]);
    }
    return true;
}

void ab_step_swap_kept(abStep *step) {
    abStepKept *kept = step->kept;
    size_t capacity = step->kept_capacity;
    step->kept = step->last_kept;
    step->kept_capacity = step->last_kept_capacity;
    step->last_kept = kept;
    step->last_kept_capacity = capacity;
    step->kept_count = 0;
}

// ---- what has not moved ----

bool ab_step_is_still(const abStep *step, abStepNote *note, const abStepLook *look) {
    const abStepStill *still = &note->still;
    if (!still->is_known || look->ahead > 0.0) {
        return false;
    }
    double near = s_moved * ab_step_smaller_bound(step, &note->touch);
    if (!(look->margin <= still->margin + near)) {
        return false;
    }
    abVec3 a = ab_pose_point(*look->X_WA, still->in_a), b = ab_pose_point(*look->X_WB, still->in_b);
    abVec3 n = ab_mul(look->X_WA->R, still->n_a);
    abVec3 moved = ab_add_scaled(ab_sub(b, a), -still->distance, n);
    abMat3 turn = turn_between(look->X_WA, look->X_WB);
    if (!(ab_norm2(moved) <= near * near) || has_turned(&turn, &still->turn)) {
        return false;
    }
    note->at.distance = still->distance + ab_dot(n, moved);
    note->at.n_AB_W = n;
    note->at.p_A_W = a;
    note->at.p_B_W = ab_add_scaled(a, note->at.distance, n);
    return true;
}

static abPatchPoint put_back(const abStepKept *from, const abPose *X_WA, const abPose *X_WB) {
    abVec3 a = ab_pose_point(*X_WA, from->in_a), b = ab_pose_point(*X_WB, from->in_b);
    abVec3 n = ab_mul(X_WA->R, from->n_a);
    return (abPatchPoint){.p_W = ab_scale(0.5, ab_add(a, b)),
                          .n_AB_W = n,
                          .depth = from->depth - ab_dot(n, ab_sub(b, a)), // (1)
                          .weight = from->weight,
                          .area = from->area,
                          .area_slope = from->area_slope,
                          .id = from->id};
}

int ab_step_put_back(const abStep *step, const abStepNote *note, const abStepLook *look,
                     abPatchPoint points[AB_PATCH_MAX]) {
    const abStepKept *from = step->last_kept + note->still.first;
    for (int i = 0; i < note->still.count; i++) {
        points[i] = put_back(&from[i], look->X_WA, look->X_WB);
    }
    return note->still.count;
}

// ---- all of them ----

static bool stays(const abStep *step, const abBoxPair *pair) {
    abStepNote *note = &step->notes[pair->slot];
    if (note->stamp != step->stamp - 1 || note->touch.shape_a != pair->a ||
        note->touch.shape_b != pair->b) {
        return false;
    }
    if (ab_step_is_frozen(step, &note->touch)) {
        return true;
    }
    if (note->count == 0 && ab_step_is_far(step, &note->touch)) {
        note->still.is_known = false;
        return true;
    }
    if (!note->still.is_known || note->spins) {
        return false;
    }
    abStepLook look;
    ab_step_look(step, &note->touch, &look);
    return ab_step_is_still(step, note, &look);
}

static void refresh(abStep *step, abStepNote *note) {
    abPose room[2];
    const abPose *X_WA = ab_dynamics_shape_pose(step->dynamics, note->touch.shape_a, &room[0]);
    const abPose *X_WB = ab_dynamics_shape_pose(step->dynamics, note->touch.shape_b, &room[1]);
    for (int i = 0; i < note->count; i++) {
        abStepPoint *point = &step->points[note->first + i];
        const abPatchPoint at = put_back(&step->kept[note->still.first + i], X_WA, X_WB);
        ab_step_place_point(step, point, at.p_W, at.n_AB_W, at.depth);
        point->before = ab_dot(point->impulse, point->n);
        point->removed = 0.0;
        point->is_known = true;
        point->is_taken = false;
    }
}

bool ab_step_stays(abStep *step) {
    const abBroadPhase *phase = &step->phase;
    if (step->waiting_count > 0 || step->surface_count > 0 ||
        step->pair_count != phase->pair_count) {
        return false;
    }
    for (size_t k = 0; k < phase->pair_count; k++) {
        if (!stays(step, &phase->pairs[k])) {
            return false;
        }
    }
    for (size_t k = 0; k < phase->pair_count; k++) {
        abStepNote *note = &step->notes[phase->pairs[k].slot];
        note->stamp = step->stamp;
        note->is_frozen = ab_step_is_frozen(step, &note->touch);
        note->still.is_known = note->still.is_known && !note->is_frozen;
        for (int i = 0; i < note->count; i++) {
            step->points[note->first + i].is_frozen = note->is_frozen;
        }
        if (!note->is_frozen) {
            refresh(step, note);
        }
    }
    return true;
}
