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
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "mechanics/state/place.h"
#include "method/step/step.h"
#include "method/step/tolerances.def"

static bool can_keep(const abContactPair *pair) {
    return pair->data->has_patch && !pair->data->has_regions && !pair->data->has_surface;
}

bool ab_step_is_frozen(const abStep *step, const abContactPair *pair) {
    return !ab_step_is_awake(step, pair->data->body_a) &&
           !ab_step_is_awake(step, pair->data->body_b);
}

static abMat3 turn_between(const abPose *X_WA, const abPose *X_WB) {
    abMat3 rotation;
    for (int k = 0; k < 3; k++) {
        abVec3 column = ab_mul_t(X_WA->R, ab_column(X_WB->R, k));
        rotation.m[0][k] = column.x, rotation.m[1][k] = column.y, rotation.m[2][k] = column.z;
    }
    return rotation;
}

static bool has_turned(const abMat3 *now, const abMat3 *then) {
    double maximum = 0.0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            maximum = fmax(maximum, fabs(now->m[i][k] - then->m[i][k]));
        }
    }
    return !(maximum <= s_moved);
}

// ---- what is kept ----

static abStepCachedPoint cached_point(const abStepPosed *posed, const abPatchPoint *from) {
    return (abStepCachedPoint){.in_a = ab_pose_point_inverse(*posed->X_WA, from->p_W),
                               .in_b = ab_pose_point_inverse(*posed->X_WB, from->p_W),
                               .n_a = ab_mul_t(posed->X_WA->R, from->n_AB_W),
                               .depth = from->depth,
                               .weight = from->weight,
                               .area = from->area,
                               .area_slope = from->area_slope,
                               .slower = from->slower,
                               .id = from->id};
}

static void describe(abStepStill *still, const abStepPosed *posed, const abProximity *at) {
    still->rotation = turn_between(posed->X_WA, posed->X_WB);
    still->in_a = ab_pose_point_inverse(*posed->X_WA, at->p_A_W);
    still->in_b = ab_pose_point_inverse(*posed->X_WB, at->p_B_W);
    still->n_a = ab_mul_t(posed->X_WA->R, at->n_AB_W);
    still->distance = at->distance;
    still->margin = posed->margin;
}

bool ab_step_keep(abStep *step, abStepPairCache *cache, const abStepPosed *posed,
                  const abPatchPoint *points, int count, bool is_still) {
    abStepStill *still = &cache->still;
    size_t first = step->cached_count, last = (size_t)still->first;
    still->is_known = can_keep(&cache->pair);
    if (!still->is_known) {
        return true;
    }
    if (!AB_ARRAY_RESERVE(step->mechanics->allocator, step->cached, step->cached_capacity,
                          first + (size_t)count)) {
        return false;
    }
    if (!is_still) {
        describe(still, posed, &cache->at);
    }
    still->first = (int)first;
    still->count = count;
    step->cached_count += (size_t)count;
    for (int i = 0; i < count; i++) {
        step->cached[first + (size_t)i] =
            is_still ? step->last_cached[last + (size_t)i] : cached_point(posed, &points[i]);
    }
    return true;
}

void ab_step_swap_cached(abStep *step) {
    abStepCachedPoint *cached = step->cached;
    size_t capacity = step->cached_capacity;
    step->cached = step->last_cached;
    step->cached_capacity = step->last_cached_capacity;
    step->last_cached = cached;
    step->last_cached_capacity = capacity;
    step->cached_count = 0;
}

// What sleeps is looked at anew when it wakes: also where a run was resumed meanwhile, which knows no
// points of what sleeps.
void ab_step_forget_frozen(abStep *step) {
    bool is_any_known = false;
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        cache->still.is_known = cache->still.is_known && !ab_step_is_frozen(step, &cache->pair);
        is_any_known = is_any_known || cache->still.is_known;
    }
    step->cached_count = is_any_known ? step->cached_count : 0;
}

// ---- what has not moved ----

bool ab_step_is_still(const abStep *step, abStepPairCache *cache, const abStepPosed *posed) {
    const abStepStill *still = &cache->still;
    if (!still->is_known || posed->ahead > 0.0) {
        return false;
    }
    double near = s_moved * ab_step_smaller_bound(step, &cache->pair);
    if (!(posed->margin <= still->margin + near)) {
        return false;
    }
    abVec3 a = ab_pose_point(*posed->X_WA, still->in_a),
           b = ab_pose_point(*posed->X_WB, still->in_b);
    abVec3 n = ab_mul(posed->X_WA->R, still->n_a);
    abVec3 moved = ab_add_scaled(ab_sub(b, a), -still->distance, n);
    abMat3 rotation = turn_between(posed->X_WA, posed->X_WB);
    if (!(ab_norm2(moved) <= near * near) || has_turned(&rotation, &still->rotation)) {
        return false;
    }
    cache->at.distance = still->distance + ab_dot(n, moved);
    cache->at.n_AB_W = n;
    cache->at.p_A_W = a;
    cache->at.p_B_W = ab_add_scaled(a, cache->at.distance, n);
    return true;
}

static abPatchPoint put_back(const abStepCachedPoint *from, const abPose *X_WA,
                             const abPose *X_WB) {
    abVec3 a = ab_pose_point(*X_WA, from->in_a), b = ab_pose_point(*X_WB, from->in_b);
    abVec3 n = ab_mul(X_WA->R, from->n_a);
    return (abPatchPoint){.p_W = ab_scale(0.5, ab_add(a, b)),
                          .n_AB_W = n,
                          .depth = from->depth - ab_dot(n, ab_sub(b, a)), // (1)
                          .weight = from->weight,
                          .area = from->area,
                          .area_slope = from->area_slope,
                          .slower = from->slower,
                          .id = from->id};
}

int ab_step_put_back(const abStep *step, const abStepPairCache *cache, const abStepPosed *posed,
                     abPatchPoint points[AB_PATCH_MAX]) {
    const abStepCachedPoint *from = step->last_cached + cache->still.first;
    for (int i = 0; i < cache->still.count; i++) {
        points[i] = put_back(&from[i], posed->X_WA, posed->X_WB);
    }
    return cache->still.count;
}

// ---- all of them ----

static bool stays(const abStep *step, const abBoxPair *pair) {
    abStepPairCache *cache = &step->caches[pair->slot];
    if (cache->stamp != step->stamp - 1 || cache->pair.shape_a != pair->a ||
        cache->pair.shape_b != pair->b) {
        return false;
    }
    if (ab_step_is_frozen(step, &cache->pair)) {
        return true;
    }
    if (cache->pair.data->has_skin) {
        return false;
    }
    if (cache->count == 0 && ab_step_is_far(step, &cache->pair)) {
        cache->still.is_known = false;
        return true;
    }
    if (!cache->still.is_known || cache->spins) {
        return false;
    }
    abStepPosed posed;
    ab_step_pose_pair(step, cache, &posed);
    return ab_step_is_still(step, cache, &posed);
}

static void refresh(abStep *step, abStepPairCache *cache) {
    abPose workspace[2];
    const abPose *X_WA =
        ab_mechanics_shape_pose(step->mechanics, cache->pair.shape_a, &workspace[0]);
    const abPose *X_WB =
        ab_mechanics_shape_pose(step->mechanics, cache->pair.shape_b, &workspace[1]);
    for (int i = 0; i < cache->count; i++) {
        abStepPoint *point = &step->points[cache->first + i];
        const abPatchPoint at = put_back(&step->cached[cache->still.first + i], X_WA, X_WB);
        const abVec3 last_p = point->p, last_n = point->n;
        point->weight = at.weight; // may be that of where the step before went
        ab_step_place_point(step, point, at.p_W, at.n_AB_W, at.depth);
        ab_step_follow_point(step, point, last_p, last_n,
                             ab_step_smaller_bound(step, &cache->pair));
        point->before = ab_dot(point->pressed, point->n);
        point->beside = point->removed = 0.0;
        point->is_known = true;
        point->is_taken = point->has_jumped = false;
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
        abStepPairCache *cache = &step->caches[phase->pairs[k].slot];
        cache->stamp = step->stamp;
        cache->is_frozen = ab_step_is_frozen(step, &cache->pair);
        cache->still.is_known = cache->still.is_known && !cache->is_frozen;
        for (int i = 0; i < cache->count; i++) {
            step->points[cache->first + i].is_frozen = cache->is_frozen;
        }
        if (!cache->is_frozen) {
            refresh(step, cache);
        }
    }
    return true;
}
