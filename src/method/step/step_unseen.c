// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_unseen.c - places that come into contact within a step beside the point that was known.
//
// A pair without a patch has one point in a step: the nearest one at its middle. A tumbling cone that
// is apart there by 10 mm may touch with the other end of its rim by the end of a long step, and no
// row holds that end. By a turn phi since the point was found, at the middle or, of a pair that moves
// far, at the start, a place l beside the point comes nearer than the point by phi l at most. Where
// this may close what is left of the gap, the shapes are looked at once more as they stand at the end. A place that is deeper there than the point gives, by d, and
// closes at v, has touched at
//
//   t + h - d / v                                                                         (1)
//
// and there the step is to end: the next one finds the place as its nearest. Pairs that hardly turn,
// balls, and pairs whose rows are all corners within reach are not asked. Where the known point
// presses, a rounding turns it from place to place, and the depth differs by phi^2 l: that is no
// other place.

#include "method/step/step_unseen.h"

#include <math.h>

#include "base/array.h"
#include "collide/broad/proximity.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/state/place.h"
#include "method/step/tolerances.def"

// By how much a shape turns in a time, where that is to be seen.                             [rad]
static double turn_of(const abStep *step, int shape, int body, double time) {
    bool is_sphere = step->mechanics->model->shapes[shape].shape.is_sphere;
    double spin = fmax(ab_norm(step->w0[body]), ab_norm(step->bodies[body].w));
    return is_sphere ? 0.0 : time * spin;
}

// Of both of a pair, added up.
static double turn_of_pair(const abStep *step, const abContactPair *pair, double time) {
    return turn_of(step, pair->shape_a, pair->data->body_a, time) +
           turn_of(step, pair->shape_b, pair->data->body_b, time);
}

// How long before the end of the step the points of a pair were found.                        [s]
static double time_since_found(const abStep *step, const abStepPairCache *cache) {
    return (ab_step_looks_from_start(step, cache) ? 1.0 : 0.5) * step->h;
}

// The only point of a pair that has no patch; NULL: it has none, or rows for all that is near.
static const abStepPoint *only_point(const abStep *step, const abStepPairCache *cache) {
    bool is_asked =
        !cache->is_frozen && cache->surface < 0 && cache->count == 1 && !cache->pair.data->has_skin;
    const abStepPoint *point = is_asked ? &step->points[cache->first] : NULL;
    return point != NULL && point->id == -1 ? point : NULL;
}

// Where on the way from the start to the end a place of the pair touches that is deeper than its
// point by more than is allowed. Bodies are placed at the end.
static double share_of(abStep *step, const abStepPairCache *cache, double deepest, double allowed) {
    const abContactPair *pair = &cache->pair;
    abProximity at;
    step->mechanics->proximity_calls++;
    ab_pair_proximity(step->mechanics, pair->shape_a, pair->shape_b, &at);
    double deeper = -at.distance - deepest;
    if (!(deeper > allowed)) {
        return 1.0;
    }
    double way =
        step->h * ab_closing_speed(step->mechanics, pair->data->body_a, pair->data->body_b, &at);
    return way > deeper ? fmax(1.0 - deeper / way, s_least_share) : s_least_share;
}

double ab_step_share_seen(abStep *step, const double *y1, double tolerance) {
    double share = 1.0;
    bool is_placed = false;
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        const abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        const abStepPoint *point = only_point(step, cache);
        if (point == NULL) {
            continue;
        }
        const abContactPair *pair = &cache->pair;
        double size = ab_step_smaller_bound(step, pair);
        if (!(2.0 * size * turn_of_pair(step, pair, step->h) > size * tolerance)) {
            continue; // as most pairs of round bodies
        }
        double turn = turn_of_pair(step, pair, time_since_found(step, cache));
        double end = ab_step_end_depth(step, point), brought = 2.0 * size * turn;
        bool presses = end > 0.0 || ab_dot(point->impulse, point->n) > 0.0;
        double allowed = size * (tolerance + (presses ? turn * turn : 0.0));
        if (!(brought > allowed && end + brought > allowed)) {
            continue;
        }
        if (!is_placed) {
            ab_mechanics_place(step->mechanics, step->t + step->h, y1);
            is_placed = true;
        }
        share = fmin(share, share_of(step, cache, fmax(end, 0.0), allowed));
    }
    if (is_placed) {
        ab_step_place_middle(step);
    }
    return share;
}

// ---- overlaps at the end ----

// The depth of the deepest point of a pair at the end, by its rows.
static double known_depth(const abStep *step, const abStepPairCache *cache) {
    double deepest = -INFINITY;
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        deepest = fmax(deepest, ab_step_end_depth(step, &step->points[k]));
    }
    return deepest;
}

// Corners and straight edges alone.
static bool is_sharp(const abShape *shape) {
    bool is_straight = shape->kind == AB_SHAPE_PLANE || shape->kind == AB_SHAPE_BOX ||
                       shape->hull != NULL || shape->outline != NULL || shape->curve != NULL;
    return is_straight && shape->radius == 0.0;
}

// Whether a rigid pair turns so far that it may overlap more than its rows say. Where all corners that
// are near have rows, they are off by the square of the turn.
static bool may_overlap(const abStep *step, const abStepPairCache *cache) {
    bool is_asked = cache->is_rigid && !cache->is_frozen && cache->surface < 0 &&
                    cache->count > 0 && !cache->pair.data->has_skin;
    if (!is_asked) {
        return false;
    }
    const abContactPair *pair = &cache->pair;
    double size = ab_step_smaller_bound(step, pair);
    double allowed = fmax(s_overlaps * size, step->allowed);
    if (!(2.0 * size * turn_of_pair(step, pair, step->h) > allowed)) {
        return false;
    }
    double turn = turn_of_pair(step, pair, time_since_found(step, cache));
    const abBodyShape *shapes = step->mechanics->model->shapes;
    bool has_all = only_point(step, cache) == NULL && is_sharp(&shapes[pair->shape_a].shape) &&
                   is_sharp(&shapes[pair->shape_b].shape);
    double brought = 2.0 * size * turn * (has_all ? fmin(turn, 1.0) : 1.0);
    return brought > allowed && known_depth(step, cache) + brought > allowed;
}

// Puts a place there, with the bodies as they are placed.
static bool add_place(abStep *step, const abStepPairCache *cache, const abProximity *at,
                      size_t number) {
    size_t index = step->point_count + number;
    if (!AB_ARRAY_RESERVE(step->mechanics->allocator, step->points, step->point_capacity,
                          index + 1) ||
        !AB_ARRAY_RESERVE(step->mechanics->allocator, step->contacts, step->contact_capacity,
                          index + 1)) {
        return false;
    }
    step->points[index] =
        (abStepPoint){.cache = (int)(cache - step->caches),
                      .id = -1,
                      .body = {cache->pair.data->body_a, cache->pair.data->body_b},
                      .is_rigid = true,
                      .contact = -1,
                      .surface = -1};
    ab_step_place_point(step, &step->points[index], ab_proximity_middle(at), at->n_AB_W,
                        -at->distance);
    step->points[index].depth = -at->distance; // that of the end
    return true;
}

bool ab_step_find_overlaps(abStep *step, const double *y1, abStepOverlaps *out) {
    bool is_placed = false, is_good = true, is_first = out->count == 0;
    out->deepest = 0.0;
    for (size_t k = 0; k < step->phase.pair_count && is_good; k++) {
        abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        bool is_asked = is_first ? may_overlap(step, cache) : cache->overlap > 0.0;
        cache->overlap = 0.0;
        if (!is_asked) {
            continue;
        }
        if (!is_placed) {
            ab_mechanics_place(step->mechanics, step->t + step->h, y1);
            is_placed = true;
        }
        abProximity at;
        const abContactPair *pair = &cache->pair;
        step->mechanics->proximity_calls++;
        ab_pair_proximity(step->mechanics, pair->shape_a, pair->shape_b, &at);
        double allowed = fmax(s_overlaps * ab_step_smaller_bound(step, pair), step->allowed);
        cache->overlap = -at.distance;
        if (-at.distance > allowed) {
            is_good = add_place(step, cache, &at, out->count++);
            out->deepest = fmax(out->deepest, -at.distance);
            out->enough = fmin(out->enough, s_overlap_left * allowed);
        }
    }
    if (is_placed) {
        ab_step_place_middle(step);
    }
    return is_good;
}

void ab_step_note_overlaps(abStep *step, const abStepOverlaps *overlaps) {
    for (int is_last = 0; is_last < 2; is_last++) {
        for (size_t k = 0; k < overlaps->count; k++) {
            const abStepPoint *point = &step->points[step->point_count + k];
            double *overlap = &step->caches[point->cache].overlap;
            *overlap = is_last ? fmax(*overlap, ab_step_end_depth(step, point)) : 0.0;
        }
    }
}
