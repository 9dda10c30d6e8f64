// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_checkpoint.c - all that the next step depends on, as bytes.

#include "core/checkpoint.h"
#include "core/simulation_state.h"
#include "mechanics/contact/contact_regions.h"
#include "mechanics/contact/pair_data.h"
#include "mechanics/link/rigid_links.h"
#include "method/steps/steps.h"
#include "model/compile/may_touch.h"
#include "solver/cone/cone_solve.h"

static void pass_vectors(abStream *stream, abVec3 *const *vectors, int count) {
    for (int i = 0; i < count; i++) {
        ab_stream_pass(stream, vectors[i], sizeof(abVec3));
    }
}

static bool sleeps(const abStep *step, const abContactPair *pair) {
    return !ab_step_is_awake(step, pair->data->body_a) &&
           !ab_step_is_awake(step, pair->data->body_b);
}

// Of a pair that sleeps its points are not found anew.
static void pass_point(abStream *stream, abStepPoint *point, bool sleeps) {
    ab_stream_pass(stream, &point->id, sizeof point->id);
    ab_stream_pass(stream, &point->slides, sizeof point->slides);
    ab_stream_pass(stream, &point->kept, sizeof point->kept);
    ab_stream_pass(stream, &point->ahead, sizeof point->ahead);
    ab_stream_pass(stream, &point->left, sizeof point->left);
    // after a step that was only tried the impulse is not what it pressed with
    abVec3 *const cached[5] = {&point->p, &point->n, &point->impulse, &point->moment,
                               &point->pressed};
    pass_vectors(stream, cached, 5);
    if (!sleeps) {
        return;
    }
    abVec3 *const vectors[2] = {&point->arm[0], &point->arm[1]};
    double *const numbers[14] = {&point->depth,      &point->weight,     &point->area,
                                 &point->area_slope, &point->patch_area, &point->start_rate,
                                 &point->free_rate,  &point->rate,       &point->force,
                                 &point->slope,      &point->removed,    &point->slower,
                                 &point->unpaid,     &point->carried};
    pass_vectors(stream, vectors, 2);
    for (int i = 0; i < 14; i++) {
        ab_stream_pass(stream, numbers[i], sizeof(double));
    }
    ab_stream_pass(stream, &point->is_rigid, sizeof point->is_rigid);
    ab_stream_pass(stream, &point->is_impact, sizeof point->is_impact);
    ab_stream_pass(stream, &point->is_known, sizeof point->is_known);
    ab_stream_pass(stream, &point->is_stiff, sizeof point->is_stiff);
}

static void pass_place(abStream *stream, abProximity *at) {
    abVec3 *const vectors[3] = {&at->n_AB_W, &at->p_A_W, &at->p_B_W};
    ab_stream_pass(stream, &at->distance, sizeof at->distance);
    pass_vectors(stream, vectors, 3);
    ab_stream_pass(stream, &at->radius, sizeof at->radius);
    ab_stream_pass(stream, &at->is_exact, sizeof at->is_exact);
}

static void pass_cached(abStream *stream, abStep *step, const abStepStill *still) {
    for (int i = still->first; still->is_known && i < still->first + still->count; i++) {
        abStepCachedPoint *cached = &step->cached[i];
        abVec3 *const vectors[3] = {&cached->in_a, &cached->in_b, &cached->n_a};
        double *const numbers[5] = {&cached->depth, &cached->weight, &cached->area,
                                    &cached->area_slope, &cached->slower};
        pass_vectors(stream, vectors, 3);
        for (int k = 0; k < 5; k++) {
            ab_stream_pass(stream, numbers[k], sizeof(double));
        }
        ab_stream_pass(stream, &cached->id, sizeof cached->id);
    }
}

static void pass_still(abStream *stream, abStepStill *still) {
    ab_stream_pass(stream, &still->is_known, sizeof still->is_known);
    if (still->is_known) {
        abVec3 *const vectors[3] = {&still->in_a, &still->in_b, &still->n_a};
        ab_stream_pass(stream, &still->rotation, sizeof still->rotation);
        pass_vectors(stream, vectors, 3);
        ab_stream_pass(stream, &still->distance, sizeof still->distance);
        ab_stream_pass(stream, &still->margin, sizeof still->margin);
        ab_stream_pass(stream, &still->first, sizeof still->first);
        ab_stream_pass(stream, &still->count, sizeof still->count);
    }
}

static bool is_within(int first, int count, size_t of) {
    return first >= 0 && count >= 0 && (count == 0 || (int64_t)first + count <= (int64_t)of);
}

// Of shapes that may touch, with points that are there.
static bool is_possible(const abStep *step, const abStepPairCache *cache) {
    const abModel *model = step->mechanics->model;
    int shapes = (int)model->shape_count, a = cache->pair.shape_a, b = cache->pair.shape_b;
    const abStepStill *still = &cache->still;
    bool keeps = !still->is_known || (still->count <= AB_PATCH_MAX &&
                                      is_within(still->first, still->count, step->cached_count));
    return keeps && is_within(cache->first, cache->count, step->point_count) && a >= 0 && a < b &&
           b < shapes && ab_model_may_touch(model, a, b);
}

static void pass_tangential(abStream *stream, abSurfaceTangential *tangential) {
    abVec3 *const vectors[5] = {&tangential->at, &tangential->v, &tangential->w,
                                &tangential->next[0], &tangential->next[1]};
    ab_stream_pass(stream, &tangential->is_set, sizeof tangential->is_set);
    ab_stream_pass(stream, &tangential->friction, sizeof tangential->friction);
    ab_stream_pass(stream, &tangential->per_speed, sizeof tangential->per_speed);
    pass_vectors(stream, vectors, 5);
}

// False when it is damaged.
static bool pass_cache(abStream *stream, abStep *step, abStepPairCache *cache) {
    ab_stream_contact_pair(stream, &cache->pair);
    bool flags[4] = {cache->is_begun, cache->touches, cache->touched, cache->is_handed_over};
    ab_stream_pass(stream, flags, sizeof flags);
    cache->is_begun = flags[0];
    cache->touches = flags[1];
    cache->touched = flags[2];
    cache->is_handed_over = flags[3];
    ab_stream_pass(stream, &cache->sharpness, sizeof cache->sharpness);
    ab_stream_pass(stream, &cache->stored, sizeof cache->stored);
    ab_stream_pass(stream, &cache->stored_before, sizeof cache->stored_before);
    ab_stream_pass(stream, &cache->lost, sizeof cache->lost);
    pass_tangential(stream, &cache->tangential);
    ab_stream_pass(stream, &cache->first, sizeof cache->first);
    ab_stream_pass(stream, &cache->count, sizeof cache->count);
    pass_place(stream, &cache->at);
    pass_still(stream, &cache->still);
    abMechanics *d = step->mechanics;
    if (stream->is_reading && (stream->is_short || !is_possible(step, cache))) {
        return false;
    }
    if (stream->is_reading) {
        cache->pair.data = ab_pair_data_take(d, cache->pair.shape_a, cache->pair.shape_b);
        if (cache->pair.data == NULL) {
            return false;
        }
    }
    if (!cache->is_begun || !ab_contact_pair_keeps_regions(&cache->pair)) {
        return true;
    }
    return (!stream->is_reading || ab_regions_open(d, &cache->pair)) &&
           ab_stream_regions(stream, &d->contacts->pair_regions[cache->pair.regions].kept);
}

// The pair cache of a pair near at the end of the step; after a restore it waits until its pair is found.
static abStepPairCache *note_to_pass(abStep *step, size_t k) {
    return step->waiting_count > 0 ? &step->waiting[k] : &step->caches[step->phase.pairs[k].slot];
}

// What the solver remembers of each body.
static bool pass_solver(abSimulation *s, abStream *stream) {
    abConeWorkspace *workspace = &s->stepping->step.workspace;
    int count = s->stepping->step.modal.cone_bodies;
    if (!ab_cone_remember(workspace, count)) {
        return false;
    }
    for (int b = 0; b < count; b++) {
        abConeMemory *memory = &workspace->memory[b];
        ab_stream_pass(stream, &memory->pairs, sizeof memory->pairs);
        ab_stream_pass(stream, &memory->failed_pairs, sizeof memory->failed_pairs);
        ab_stream_pass(stream, &memory->share, sizeof memory->share);
        ab_stream_pass(stream, &memory->work, sizeof memory->work);
        ab_stream_pass(stream, &memory->rests, sizeof memory->rests);
        ab_stream_pass(stream, &memory->is_exact, sizeof memory->is_exact);
        ab_stream_pass(stream, &memory->pause, sizeof memory->pause);
        ab_stream_pass(stream, &memory->failures, sizeof memory->failures);
    }
    return true;
}

void ab_stepping_pass_said(abStepping *own, abStream *stream) {
    AB_PASS(stream, own->is_warned);
    AB_PASS(stream, own->is_squeezed);
    AB_PASS(stream, own->is_coarse);
    AB_PASS(stream, own->unsolved);
}

// Of each pair near at the end of the step, its note and its points; they wait in the step until
// their pairs are found again.
bool ab_stepping_pass(abSimulation *s, abStream *stream) {
    abStepping *own = s->stepping;
    abStep *step = &own->step;
    ab_stream_pass(stream, &own->taken, sizeof own->taken);
    ab_stream_pass(stream, &own->t0, sizeof own->t0);
    own->has_looked = own->has_looked && !stream->is_reading;
    ab_stream_pass(stream, own->y0, s->dynamics.mechanics.layout.count * sizeof *own->y0);
    ab_stepping_pass_said(own, stream);
    if (!ab_step_control_pass(s, stream)) {
        return false;
    }
    ab_stream_pass(stream, step->group, s->model->body_count * sizeof *step->group);
    ab_stream_pass(stream, step->last_h, s->model->body_count * sizeof *step->last_h);
    ab_stream_pass(stream, step->quiet, s->model->body_count * sizeof *step->quiet);
    AB_PASS(stream, step->calm);
    ab_stream_pass(stream, &step->sweeps, sizeof step->sweeps);
    ab_stream_pass(stream, &step->h, sizeof step->h);
    ab_stream_pass(stream, &step->is_fresh, sizeof step->is_fresh);
    if (!pass_solver(s, stream)) {
        return false;
    }
    size_t pairs = step->waiting_count > 0 ? step->waiting_count : step->phase.pair_count;
    uint64_t counts[4] = {pairs, step->point_count, step->link_count, step->cached_count};
    ab_stream_pass(stream, counts, sizeof counts);
    size_t left = stream->size - stream->used;
    if (stream->is_reading) {
        bool fits = !stream->is_short && counts[0] <= left / 8 && counts[1] <= left / 8 &&
                    counts[2] <= left / 8 && counts[3] <= left / 8;
        if (!fits || !ab_step_expect(step, (size_t)counts[0], (size_t)counts[1], (size_t)counts[2],
                                     (size_t)counts[3])) {
            return false;
        }
    }
    for (size_t k = 0; k < counts[0]; k++) {
        abStepPairCache *cache = note_to_pass(step, k);
        if (!pass_cache(stream, step, cache)) {
            return false;
        }
        for (int i = cache->first; i < cache->first + cache->count; i++) {
            pass_point(stream, &step->points[i], sleeps(step, &cache->pair));
        }
        pass_cached(stream, step, &cache->still);
    }
    for (size_t k = 0; k < counts[2]; k++) {
        ab_stream_pass(stream, &step->links[k].impulse, sizeof step->links[k].impulse);
    }
    for (size_t k = 0; k < ab_rigid_link_count(&s->dynamics.mechanics); k++) {
        abStepLink *link = &step->ends[k];
        abVec3 *const vectors[3] = {&link->n, &link->p, &link->rotation};
        pass_vectors(stream, vectors, 3);
        ab_stream_pass(stream, &link->row, sizeof link->row);
        ab_stream_pass(stream, &link->carries, sizeof link->carries);
        ab_stream_pass(stream, &link->start_time, sizeof link->start_time);
        ab_stream_pass(stream, &link->last_rate, sizeof link->last_rate);
        ab_stream_pass(stream, &link->last_h, sizeof link->last_h);
        if (link->row < -1 || link->row >= (int64_t)step->link_count) {
            return false;
        }
    }
    if (stream->is_reading) {
        ab_stepping_list_tangential(s);
    }
    return true;
}
