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
#include "base/sort.h"
#include "collide/pairs/collide.h"
#include "mechanics/contact/pair_data.h"
#include "mechanics/link/rigid_links.h"
#include "mechanics/state/place.h"
#include "method/step/step.h"
#include "method/step/step_error.h"
#include "model/compile/compile_contacts.h"
#include "model/compile/may_touch.h"

// ---- pairs ----

double ab_step_body_speed(const abStep *step, int body, double reach) {
    const abModalStep *modes = ab_modal_step_of(&step->modal, body);
    double deforming = modes != NULL ? ab_modal_step_reach(modes, modes->v0) : 0.0;
    return ab_norm(step->v0[body]) + reach * ab_norm(step->w0[body]) + deforming;
}

static bool may_touch(const void *context, int a, int b) {
    const abModel *model = context;
    return !ab_never_touch(&model->shapes[a].shape, &model->shapes[b].shape) &&
           ab_model_may_touch(model, a, b);
}

// Boxes around the middle of the step, as large as half of it can reach.
static void set_boxes(abStep *step) {
    const abMechanics *d = step->mechanics;
    double fall = step->weight_speed * step->h;
    for (size_t s = 0; s < d->model->shape_count; s++) {
        const abBodyShape *shape = &d->model->shapes[s];
        abPose workspace;
        const abPose *X = ab_mechanics_shape_pose(d, (int)s, &workspace);
        abBox box = ab_shape_bounds(&shape->shape, X);
        const abModalStep *modes = ab_modal_step_of(&step->modal, shape->body);
        bool is_still =
            d->model->bodies[shape->body].mobility == AB_MOBILITY_FIXED && modes == NULL;
        double deflection = modes != NULL ? ab_modal_step_reach(modes, modes->floating->q) : 0.0;
        step->reach[s] = modes != NULL ? step->rest_reach[s] + deflection : step->reach[s];
        step->pace[s] = ab_step_body_speed(step, shape->body, step->reach[s]);
        double margin = is_still ? 0.0 : fall + 1e-3 * shape->shape.bound + step->h * step->pace[s];
        margin += deflection;
        abVec3 more = {margin, margin, margin};
        step->boxes[s] = (abBox){ab_sub(box.low, more), ab_add(box.high, more)};
    }
}

// ---- pair caches ----

// Friction of a pair that moves as given under a normal force, or could just be held.
typedef struct TangentialWork {
    abFrictionForce force;
    double limit;
} TangentialWork;

static TangentialWork tangential_at(const abContactPair *contact_pair, abSlip slip) {
    const abFrictionLaw *law = contact_pair->data->interaction->friction;
    TangentialWork tangential = {0};
    if (law->tangential == NULL) {
        law->evaluate(contact_pair->data->friction_constants, &slip, &tangential.force);
        tangential.limit = ab_norm(tangential.force.force);
        return tangential;
    }
    abTangentialPoint point = {
        .mode = AB_TANGENTIAL_SLIP, .direction = {1.0, 0.0, 0.0}, .weight = 1.0};
    point.slip = slip;
    point.normal.force = slip.normal_force;
    abTangentialForce out;
    law->tangential->evaluate(contact_pair->data->friction_constants, contact_pair->friction_memory,
                              &point, &out);
    return (TangentialWork){out.friction, out.limit};
}

static const double s_fast = 1e9; // smooth laws have reached their limit there
static const abVec3 s_up = {0.0, 0.0, 1.0}, s_across = {1e9, 0.0, 0.0}, s_about = {0.0, 0.0, 1e9};

// Of a law with states the cone is its limit: what it does before they have followed says nothing,
// and a pair that has not touched yet has none.
static void set_friction(abStepPairCache *cache) {
    const abTangentialLaw *law = cache->pair.data->interaction->friction->tangential;
    abSlip slip = {
        .v_t = {s_fast, 0.0, 0.0}, .n_AB = s_up, .normal_force = 1.0, .radius = INFINITY};
    TangentialWork sliding = tangential_at(&cache->pair, slip);
    cache->friction[0] = sliding.limit;
    bool has_states = law != NULL && !law->is_exact;
    cache->friction[1] = has_states ? sliding.limit : ab_norm(sliding.force.force);
    slip.v_t = (abVec3){0.0, 0.0, 0.0};
    slip.w = s_across;
    cache->rolling = ab_norm(tangential_at(&cache->pair, slip).force.torque);
    slip.w = s_about;
    bool is_whole = ab_norm(tangential_at(&cache->pair, slip).force.torque) == cache->rolling;
    slip.radius = 1.0;
    slip.depth = 1.0;
    cache->spins = ab_norm(tangential_at(&cache->pair, slip).force.torque) !=
                   (is_whole ? cache->rolling : 0.0);
    cache->spinning = cache->spins ? 0.0 : -1.0;
}

// The lever of a round area that spins grows with the force on it: that of the last step.
void ab_step_set_spinning(const abStep *step, abStepPairCache *cache) {
    double pressing = 0.0;
    for (int k = cache->last_first; k < cache->last_first + cache->last_count; k++) {
        pressing += ab_dot(step->last_points[k].impulse, step->last_points[k].n);
    }
    abSlip slip = {.w = s_about, .n_AB = s_up, .radius = cache->at.radius};
    slip.normal_force = pressing / step->h;
    slip.depth = fmax(0.0, -cache->at.distance);
    cache->spinning =
        slip.normal_force > 0.0
            ? ab_norm(tangential_at(&cache->pair, slip).force.torque) / slip.normal_force
            : 0.0;
}

// What a checkpoint says of a pair; NULL: nothing.
static abStepPairCache *waiting_cache(const abStep *step, const abBoxPair *pair) {
    size_t low = 0, high = step->waiting_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const abContactPair *contact_pair = &step->waiting[middle].pair;
        int order = contact_pair->shape_a != pair->a ? contact_pair->shape_a - pair->a
                                                     : contact_pair->shape_b - pair->b;
        if (order == 0) {
            return &step->waiting[middle];
        }
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    return NULL;
}

// ---- pairs that are not near any more ----

// What a cache knew is done with, unless its pair touched: then its release is still to be told.
static bool leave_cache(abStep *step, abStepPairCache *cache) {
    if (cache->pair.data == NULL) {
        return true;
    }
    if (!cache->touches) {
        ab_pair_data_leave(step->mechanics, cache->pair.data);
    } else if (AB_ARRAY_RESERVE(step->mechanics->allocator, step->parted, step->parted_capacity,
                                step->parted_count + 1)) {
        step->parted[step->parted_count++] = *cache;
    } else {
        return false;
    }
    cache->pair.data = NULL;
    cache->touches = false;
    return true;
}

static int by_shapes(const void *a, const void *b) {
    const abContactPair *p = &((const abStepPairCache *)a)->pair;
    const abContactPair *q = &((const abStepPairCache *)b)->pair;
    return p->shape_a != q->shape_a ? p->shape_a - q->shape_a : p->shape_b - q->shape_b;
}

bool ab_step_find_parted(abStep *step) {
    for (int slot = 0; slot < step->phase.slot_count; slot++) {
        abStepPairCache *cache = &step->caches[slot];
        if (cache->touches && cache->stamp != step->stamp && !leave_cache(step, cache)) {
            return false;
        }
    }
    if (step->parted_count > 1) {
        ab_sort(step->parted, step->parted_count, sizeof *step->parted, by_shapes);
    }
    return true;
}

void ab_step_drop_parted(abStep *step) {
    for (size_t k = 0; k < step->parted_count; k++) {
        ab_pair_data_leave(step->mechanics, step->parted[k].pair.data);
    }
    step->parted_count = 0;
}

// ---- a pair that is near ----

static bool open_cache(abStep *step, abStepPairCache *cache, const abBoxPair *pair) {
    abStepPairCache *cached = waiting_cache(step, pair);
    if (!leave_cache(step, cache)) { // of the pair that had the slot
        return false;
    }
    if (cached != NULL) {
        *cache = *cached;
        cached->pair.data = NULL;
    } else {
        *cache = (abStepPairCache){.pair = {.shape_a = pair->a, .shape_b = pair->b}};
        cache->pair.data = ab_pair_data_take(step->mechanics, pair->a, pair->b);
    }
    if (cache->pair.data == NULL) {
        return false;
    }
    cache->is_rigid = ab_interaction_is_rigid(cache->pair.data->interaction);
    set_friction(cache);
    return true;
}

static void drop_waiting(abStep *step) {
    for (size_t k = 0; k < step->waiting_count; k++) {
        if (step->waiting[k].pair.data != NULL) {
            ab_pair_data_leave(step->mechanics, step->waiting[k].pair.data);
        }
    }
    step->waiting_count = 0;
}

bool ab_step_expect(abStep *step, size_t caches, size_t points, size_t links, size_t cached) {
    abAllocator allocator = step->mechanics->allocator;
    bool ok = AB_ARRAY_RESERVE(allocator, step->waiting, step->waiting_capacity, caches) &&
              AB_ARRAY_RESERVE(allocator, step->points, step->point_capacity, points) &&
              AB_ARRAY_RESERVE(allocator, step->links, step->link_capacity, links) &&
              AB_ARRAY_RESERVE(allocator, step->cached, step->cached_capacity, cached);
    if (ok) {
        drop_waiting(step);
        step->waiting_count = caches;
        step->point_count = points;
        step->link_count = links;
        step->cached_count = cached;
        if (caches > 0) {
            memset(step->waiting, 0, caches * sizeof *step->waiting);
        }
        if (points > 0) {
            memset(step->points, 0, points * sizeof *step->points);
        }
        if (cached > 0) {
            memset(step->cached, 0, cached * sizeof *step->cached);
        }
    }
    return ok;
}

void ab_step_clear(abStep *step) {
    for (size_t k = 0; k < step->cache_capacity; k++) {
        if (step->caches[k].pair.data != NULL) {
            ab_pair_data_leave(step->mechanics, step->caches[k].pair.data);
        }
        step->caches[k] = (abStepPairCache){0};
    }
    drop_waiting(step);
    ab_step_drop_parted(step);
    step->point_count = step->last_count = step->pair_count = step->link_count = 0;
    step->cached_count = step->surface_count = step->surface_point_count = 0;
    step->phase.pair_count = 0; // none of the caches is of one
    step->is_fresh = true;
    step->ordered = 0;
    step->sweeps = 0;
    ab_step_clear_history(step);
    step->placed = 0.0;
    if (step->workspace.memory != NULL) {
        memset(step->workspace.memory, 0,
               step->workspace.memory_capacity * sizeof *step->workspace.memory);
    }
    ab_step_wake_all(step);
    memset(step->last_h, 0, step->mechanics->model->body_count * sizeof *step->last_h);
    for (size_t k = 0; k < ab_rigid_link_count(step->mechanics); k++) {
        step->ends[k] = (abStepLink){.row = -1};
    }
}

// Old slots are given to new pairs; what was near in the last step is known by its stamp. NULL for
// want of memory.
static abStepPairCache *cache_of(abStep *step, const abBoxPair *pair) {
    abStepPairCache *cache = &step->caches[pair->slot];
    if (cache->stamp != step->stamp - 1 || cache->pair.shape_a != pair->a ||
        cache->pair.shape_b != pair->b) {
        if (!open_cache(step, cache, pair)) {
            return NULL;
        }
    }
    cache->last_first = cache->first;
    cache->last_count = cache->count;
    cache->first = (int)step->point_count;
    cache->count = 0;
    cache->surface = -1;
    cache->stamp = step->stamp;
    return cache;
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
    step->surface_count = step->surface_point_count = 0;
    step->shape_count = 0;
    ab_step_swap_cached(step);
}

bool ab_step_find(abStep *step) {
    abMechanics *d = step->mechanics;
    step->workspace.threads = d->threads;
    set_boxes(step);
    double middle = step->t + 0.5 * step->h;
    if (!ab_broad_phase_find(&step->phase, step->boxes, (int)d->model->shape_count, may_touch,
                             d->model) ||
        !AB_ARRAY_RESERVE(d->allocator, step->caches, step->cache_capacity,
                          (size_t)step->phase.slot_count)) {
        return false;
    }
    if (ab_step_stays(step)) {
        step->placed = middle;
        return true;
    }
    swap_points(step);
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        abStepPairCache *cache = cache_of(step, &step->phase.pairs[k]);
        if (cache == NULL || !ab_step_find_points(step, cache)) {
            return false;
        }
    }
    for (size_t k = 0; k < step->waiting_count; k++) {
        if (!leave_cache(step, &step->waiting[k])) {
            return false;
        }
    }
    step->waiting_count = 0;
    step->pair_count = step->phase.pair_count;
    step->placed = middle;
    return true;
}
