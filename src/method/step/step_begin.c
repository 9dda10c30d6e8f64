// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_begin.c - the depth of laws where a step begins: as deep as was paid for.
//
// Places and weights of points err by the second order of the step, to either side, and a pair may be
// found in an overlap that no step before has seen. What a pair stores where a step begins is therefore
// not that of its depths d but
//
//   U_0 = max(0, U + min(0, W))                                                           (1)
//
// with U what it stored at the end of the step before and W what it has lost since its contact began,
// below zero where forces within steps gave a little. Its laws begin at the depths x d with the share x
// that makes them store (1): energy goes on from step to step, and errors of places neither give nor
// take any. A law counts up to s_carried of its depth more than the shapes overlap, or less. Beyond that,
// where the overlap is less, the rest of U is lost; where it is more, W pays for it as far as it can, what
// stays is not counted, and at the end of the step the bodies are moved out of it (step_apart.c), as those
// of rigid points are, which lifts them.
//
// A stiff law would answer an overlap d within one step by the speed d/h, and stores far more than came
// in. So it goes on from the depth that it pressed by in the step before, point by point, (3) of
// step_force.c: then it gives no energy, (2) of step_energy.c; in the first step, after others have taken
// contacts there, from (1). The places around a rim turn with the way that a body leans and with the
// margin: what has jumped goes on from how deep the bodies are there. What the point is deeper is not counted,
// and taken away where it is more than s_carried. Less than the solution errs by is no overlap: it is not
// taken away, and a point that counted less for it would rise and sink by it in turns for ever.

#include <math.h>

#include "math/core/elementary.h"
#include "method/step/step_energy.h"
#include "method/step/tolerances.def"

enum { ROUNDS = 20 }; // of a power three are enough

static double start_depth(const abStep *step, const abStepPoint *point) {
    return point->depth - 0.5 * step->h * point->start_rate;
}

// What has left its place on both bodies is as deep as they are where it is now, but for what they
// overlapped by beyond what was paid for at the nearest place.
void ab_step_pay_there(const abStep *step, const abStepPairCache *cache, abStepPoint *point) {
    double minimum = INFINITY, left = 0.0;
    for (int k = cache->last_first; k < cache->last_first + cache->last_count; k++) {
        double off = ab_norm2(ab_sub(step->last_points[k].p, point->p));
        if (off < minimum) {
            minimum = off;
            left = step->last_points[k].left;
        }
    }
    point->kept = fmax(0.0, start_depth(step, point) - left);
    point->ahead = ab_step_rested(point) ? fmax(0.0, point->depth - left) : point->ahead;
    point->has_jumped = true;
}

// The law of a pair that overlaps at the start.
static void begin_if_it_overlaps(abStep *step, abStepPairCache *cache) {
    const abStepPoint *deepest = NULL;
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        const abStepPoint *point = &step->points[k];
        double depth = start_depth(step, point);
        if (depth > 0.0 && (deepest == NULL || depth > start_depth(step, deepest))) {
            deepest = point;
        }
    }
    if (!cache->is_begun && deepest != NULL) {
        ab_step_begin(step, cache, deepest);
    }
}

// How deep a point of a stiff law pressed in the step before.
static double paid_before(const abStepPoint *point) {
    return ab_step_rested(point) ? point->ahead : fmax(point->kept, point->beside);
}

// Together they store no more than was stored: what has jumped may overlap there for the first time. What
// a law stores grows by a power of the depth.
static void limit_jumped(const abStep *step, const abStepPairCache *cache) {
    double jumped = 0.0, others = 0.0;
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        const abStepPoint *point = &step->points[k];
        double stored = ab_step_stored(step, point, paid_before(point));
        *(point->has_jumped ? &jumped : &others) += stored;
    }
    if (!(jumped > 0.0) || others + jumped <= cache->stored) {
        return;
    }
    double power = cache->pair.data->energy_power;
    double share = ab_pow(fmax(0.0, cache->stored - others) / jumped, 1.0 / power);
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        abStepPoint *point = &step->points[k];
        if (point->has_jumped) {
            point->kept *= share;
            point->ahead *= ab_step_rested(point) ? share : 1.0;
        }
    }
}

// The middle of a longer step is farther ahead: a point that closes is deeper there, which stays. So
// does what a nearest place is deeper, up to the deepest point of its pair: it is another place of the
// shape soon, and taken away from one it would come back at the next.
static void leave_unpaid_of_stiff(const abStep *step, const abStepPairCache *cache) {
    limit_jumped(step, cache);
    double deepest = 0.0;
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        deepest = fmax(deepest, paid_before(&step->points[k]));
    }
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        abStepPoint *point = &step->points[k];
        bool is_ahead = ab_step_rested(point);
        double depth = is_ahead ? point->depth : start_depth(step, point);
        double paid = paid_before(point);
        double longer = is_ahead ? 0.5 * (step->h - step->history.h) * point->start_rate : 0.0;
        double fits = point->id < 0 ? deepest : paid;
        double stays = fmax((1.0 + s_carried) * fits - paid, longer);
        point->unpaid = depth - paid > ab_step_slack(step) ? depth - paid : 0.0;
        point->carried = fmin(fmax(0.0, stays), point->unpaid);
    }
}

// What the points of a pair store at a share of their depths, and its slope by the share.     [J]
typedef struct Stored {
    double energy, slope;
} Stored;

static Stored stored_at(const abStep *step, const abStepPairCache *cache, double share) {
    Stored out = {0.0, 0.0};
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        const abStepPoint *point = &step->points[k];
        double depth = start_depth(step, point);
        if (depth > 0.0) {
            abNormalForce law = ab_step_point_law(step, point, share * depth, 0.0);
            out.energy += law.energy;
            out.slope += law.elastic * depth;
        }
    }
    return out;
}

// By Newton's method on logarithms: what is stored grows as a power of x, or nearly so.
static void set_share(const abStep *step, const abStepPairCache *cache, double paid) {
    double share = paid > 0.0 ? 1.0 : 0.0;
    for (int i = 0; i < ROUNDS && share > 0.0; i++) {
        Stored now = stored_at(step, cache, share);
        bool is_met = fabs(now.energy - paid) <= s_energy_rounding * paid;
        if (is_met || !(now.slope > 0.0)) {
            break;
        }
        share *= ab_pow(paid / now.energy, now.energy / (share * now.slope));
    }
    share = fmin(share, 1.0 + s_carried);
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        abStepPoint *point = &step->points[k];
        double depth = fmax(0.0, start_depth(step, point));
        point->unpaid = (1.0 - share) * depth;
        point->carried = fmin(point->unpaid, s_carried * share * depth);
    }
}

// (1), and what losses pay beyond s_carried.
static double paid_energy(const abStep *step, const abStepPairCache *cache) {
    double paid = fmax(0.0, cache->stored + fmin(0.0, cache->lost));
    double carried = stored_at(step, cache, 1.0 / (1.0 + s_carried)).energy;
    return fmax(paid, fmin(paid + fmax(0.0, cache->lost), carried));
}

static void limit(abStep *step, abStepPairCache *cache) {
    if (cache->is_frozen || cache->is_rigid || cache->pair.data->has_surface) {
        return;
    }
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        step->points[k].unpaid = step->points[k].carried = 0.0;
    }
    if (step->is_fresh) {
        return;
    }
    begin_if_it_overlaps(step, cache);
    if (ab_step_is_stiff(step, cache) && !cache->is_handed_over) {
        leave_unpaid_of_stiff(step, cache);
        return;
    }
    if (!ab_step_carries(cache)) {
        return;
    }
    double start = ab_step_store(step, cache).start, paid = paid_energy(step, cache);
    if (start > 0.0 && fabs(start - paid) > s_energy_rounding * paid) {
        set_share(step, cache, paid);
    }
}

bool ab_step_begin_overlaps(abStep *step) {
    bool any = false;
    for (size_t i = 0; i < step->phase.pair_count; i++) {
        abStepPairCache *cache = &step->caches[step->phase.pairs[i].slot];
        if (!cache->is_rigid && !cache->is_frozen) {
            begin_if_it_overlaps(step, cache);
        }
        cache->touches = cache->is_begun;
        any = any || cache->is_begun;
    }
    return any;
}

void ab_step_limit_stores(abStep *step) {
    for (size_t i = 0; i < step->phase.pair_count; i++) {
        limit(step, &step->caches[step->phase.pairs[i].slot]);
    }
}
