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

// The only point of a pair that has no patch; NULL: it has none, or rows for all that is near.
static const abStepPoint *only_point(const abStep *step, const abStepPairCache *cache) {
    bool is_asked = !cache->is_frozen && cache->surface < 0 && cache->count == 1;
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
        double time = (ab_step_looks_from_start(step, cache) ? 1.0 : 0.5) * step->h;
        double turn = turn_of(step, pair->shape_a, pair->data->body_a, time) +
                      turn_of(step, pair->shape_b, pair->data->body_b, time);
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
