// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sweep_pairs.c - room for a search along steps, and which pairs of shapes may come near each other in
// one: those whose boxes over the step overlap and that do not touch already.
//
// Where only some bodies are stepped (mechanics/state/body_set.h) only their boxes are made and only
// their pairs found, so the cost is theirs; the boxes of others stand as they were made.

#include <string.h>

#include "math/core/bounds.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/state/place.h"
#include "model/compile/may_touch.h"
#include "ode/sweep/body_path.h"
#include "ode/sweep/sweep.h"
#include "ode/sweep/sweep_modes.h"

enum { SMALL_MODEL = 24 };

// Room for as many pairs near each other.
static bool reserve_pairs(abSweep *sweep, size_t count) {
    abAllocator allocator = sweep->mechanics->allocator;
    return AB_ARRAYS_RESERVE(allocator, &sweep->arrays, sweep->candidates, count) &&
           AB_ARRAYS_RESERVE(allocator, &sweep->arrays, sweep->caches, count) &&
           AB_ARRAYS_RESERVE(allocator, &sweep->arrays, sweep->note_turns, count);
}

abResult ab_sweep_init(abSweep *sweep, abMechanics *d, double eps, abArena *arena, abError *error) {
    const abModel *model = d->model;
    size_t n = model->shape_count;
    *sweep = (abSweep){.mechanics = d, .eps = eps, .is_small = n <= SMALL_MODEL};
    ab_broad_phase_init(&sweep->phase, d->allocator);
    sweep->paths = AB_ARENA_NEW(arena, abPath, model->body_count);
    sweep->reach = AB_ARENA_NEW(arena, double, n);
    sweep->arm = AB_ARENA_NEW(arena, double, n);
    sweep->turns = AB_ARENA_NEW(arena, bool, model->body_count);
    sweep->start = AB_ARENA_NEW(arena, abQuat, model->body_count);
    sweep->still_boxes = AB_ARENA_NEW(arena, abBox, n);
    sweep->boxes = AB_ARENA_NEW(arena, abBox, n);
    sweep->asked = AB_ARENA_NEW(arena, int, n);
    sweep->few = AB_ARENA_NEW(arena, abBoxPair, sweep->is_small ? n * n / 2 + 1 : 1);
    sweep->state = AB_ARENA_NEW(arena, double, 2 * AB_STATES_FREE);
    if (sweep->paths == NULL || sweep->reach == NULL || sweep->arm == NULL ||
        sweep->turns == NULL || sweep->start == NULL || sweep->still_boxes == NULL ||
        sweep->boxes == NULL || sweep->asked == NULL || sweep->few == NULL ||
        sweep->state == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for %zu shapes", n);
    }
    AB_TRY(ab_sweep_reserve_modes(sweep, arena, error));
    for (size_t s = 0; s < n; s++) {
        const abBodyShape *shape = &model->shapes[s];
        double to_center = ab_norm(ab_pose_point(shape->X_CS, shape->shape.center));
        sweep->reach[s] = to_center + shape->shape.bound;
        bool is_fixed = model->bodies[shape->body].mobility == AB_MOBILITY_FIXED;
        sweep->arm[s] = is_fixed ? 0.0 : shape->shape.is_sphere ? to_center : sweep->reach[s];
        sweep->turns[shape->body] = sweep->turns[shape->body] || sweep->arm[s] > 0.0;
        abPose storage;
        const abPose *X = ab_mechanics_shape_pose(d, (int)s, &storage);
        sweep->still_boxes[s] = ab_shape_bounds(&shape->shape, X);
    }
    for (size_t a = 0; sweep->is_small && a < n; a++) {
        for (size_t b = a + 1; b < n; b++) {
            if (ab_model_may_touch(model, (int)a, (int)b)) {
                abBoxPair pair = {(int)a, (int)b, (int)sweep->few_count};
                sweep->few[sweep->few_count++] = pair;
            }
        }
    }
    if (!reserve_pairs(sweep, sweep->few_count)) {
        return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for %zu shapes", n);
    }
    return AB_OK;
}

void ab_sweep_done(abSweep *sweep) {
    ab_broad_phase_done(&sweep->phase);
    if (sweep->mechanics != NULL) {
        ab_arrays_free(sweep->mechanics->allocator, &sweep->arrays);
    }
}

// ---- pairs that come near ----

// Whether its body is not stepped: then it was found to be apart from those that are.
static bool flies(const abSweep *sweep, int shape) {
    return sweep->flies != NULL && sweep->flies[sweep->mechanics->model->shapes[shape].body];
}

// Pairs whose boxes overlap, without those that touch already: both lists have one order.
static bool choose_candidates(abSweep *sweep) {
    const abMechanics *d = sweep->mechanics;
    const abBoxPair *pairs = sweep->is_small ? sweep->few : sweep->phase.pairs;
    size_t count = sweep->is_small ? sweep->few_count : sweep->phase.pair_count;
    size_t slots = sweep->is_small ? sweep->few_count : (size_t)sweep->phase.slot_count;
    if (!reserve_pairs(sweep, slots)) {
        return false;
    }
    size_t next = 0;
    for (size_t i = 0; i < count; i++) {
        const abBoxPair *pair = &pairs[i];
        while (next < d->contacts->count && (d->contacts->pairs[next].shape_a < pair->a ||
                                             (d->contacts->pairs[next].shape_a == pair->a &&
                                              d->contacts->pairs[next].shape_b < pair->b))) {
            next++;
        }
        bool is_pair = next < d->contacts->count && d->contacts->pairs[next].shape_a == pair->a &&
                       d->contacts->pairs[next].shape_b == pair->b;
        const abBox *a = &sweep->boxes[pair->a], *b = &sweep->boxes[pair->b];
        bool overlap = !sweep->is_small || ab_boxes_meet(a->low, a->high, b->low, b->high);
        if (!is_pair && overlap && !(flies(sweep, pair->a) || flies(sweep, pair->b))) {
            sweep->candidates[sweep->candidate_count++] = *pair;
        }
    }
    return true;
}

static abBox widened(const abBox *box, double by) {
    abVec3 r = {by, by, by};
    return (abBox){ab_sub(box->low, r), ab_add(box->high, r)};
}

// Where the stepped bodies go, for theta in [0, theta_end].
static void make_paths(abSweep *sweep, abStepper *stepper, double theta_end) {
    const abModel *model = sweep->mechanics->model;
    const abBodySet *stepped = &sweep->mechanics->stepped;
    ab_stepper_polynomial(stepper);
    for (size_t i = 0; i < stepped->count; i++) {
        int b = stepped->bodies[i];
        const abBody *body = &model->bodies[b];
        if (sweep->turns[b]) {
            sweep->start[b] = ab_path_start_orientation(body, stepper);
        }
        ab_path_make(body, stepper, sweep->turns[b], theta_end, &sweep->paths[b]);
        if (sweep->deflection != NULL) {
            ab_sweep_bound_modes(sweep, stepper, (size_t)b);
        }
    }
}

void ab_sweep_make_box(abSweep *sweep, int shape) {
    const abModel *model = sweep->mechanics->model;
    int body = model->shapes[shape].body;
    double deflection = ab_sweep_deflection(sweep, shape);
    if (model->bodies[body].mobility != AB_MOBILITY_FIXED) {
        double r = (sweep->reach[shape] + deflection) * (1.0 + 1e-9) + 4.0 * sweep->eps;
        sweep->boxes[shape] = widened(&sweep->paths[body].box, r);
    } else if (model->shapes[shape].shape.skin != NULL) {
        double r = deflection * (1.0 + 1e-9) + 4.0 * sweep->eps;
        sweep->boxes[shape] = widened(&sweep->still_boxes[shape], r);
    } else {
        sweep->boxes[shape] = sweep->still_boxes[shape];
    }
}

bool ab_sweep_find_all(abSweep *sweep) {
    const abModel *model = sweep->mechanics->model;
    return ab_broad_phase_find(&sweep->phase, sweep->boxes, (int)model->shape_count,
                               ab_may_touch_in, model);
}

bool ab_sweep_find_stepped(abSweep *sweep, abStepper *stepper, double theta_end) {
    const abModel *model = sweep->mechanics->model;
    const abBodySet *stepped = &sweep->mechanics->stepped;
    make_paths(sweep, stepper, theta_end);
    int count = 0;
    for (size_t i = 0; i < stepped->count; i++) {
        const abBody *body = &model->bodies[stepped->bodies[i]];
        for (int k = 0; body->state >= 0 && k < body->shape_count; k++) {
            ab_sweep_make_box(sweep, body->first_shape + k);
            sweep->asked[count++] = body->first_shape + k;
        }
    }
    return ab_broad_phase_find_some(&sweep->phase, sweep->boxes, sweep->asked, count);
}

bool ab_sweep_prepare(abSweep *sweep, abStepper *stepper, double theta_end) {
    const abModel *model = sweep->mechanics->model;
    sweep->candidate_count = 0;
    if (sweep->is_small && sweep->mechanics->contacts->count == sweep->few_count) {
        return true; // every pair that may is in contact
    }
    if (sweep->flies != NULL) {
        return ab_sweep_find_stepped(sweep, stepper, theta_end) && choose_candidates(sweep);
    }
    make_paths(sweep, stepper, theta_end);
    for (size_t s = 0; s < model->shape_count; s++) {
        ab_sweep_make_box(sweep, (int)s);
    }
    return (sweep->is_small || ab_sweep_find_all(sweep)) && choose_candidates(sweep);
}
