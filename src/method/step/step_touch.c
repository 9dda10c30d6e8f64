// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_touch.c - hits within a step: when they are, and what they ask of its length.
//
// The mean velocity takes a hit as spread over the step. A body whose velocity jumps by u at some
// instant of it is then off, within the step and after it, by
//
//   h u/2                                                                                 (1)
//
// at most. Halving the step until this is small would look for the instant by trial. But the points
// tell it: with the gap g at the start, its rate r and the acceleration a without contact,
//
//   g = r T + a T^2/2,   T = 2 g / (r + (r^2 + 2 a g)^(1/2))                              (2)
//
// So a step that errs by (1) ends before the hit, as long before as half the length L for which (1)
// is allowed, and the one after it has this length L. The hit is then in the middle of a step, where
// (1) is zero. Four solutions take a body through a hit, however small the tolerance is.
//
// A landing that is slower than its load makes it in two steps, v < 2 a h, does not bounce
// (step_rows.c). What it leaves out rises by (e v)^2/(2 a). Where that is to be seen the step must be
// shorter than v/(2 a). So bounces that become ever smaller end when nobody can see them.
//
// A jump passes on through what presses and what is linked: to all bodies that hang together with
// one that is hit. Of these the acceleration of the step says nothing of the motion after it.

#include "method/step/step_touch.h"

#include <math.h>

#include "law/normal/rigid.h"
#include "mechanics/link/rigid_links.h"
#include "method/step/tolerances.def"

// ---- points ----

static double gap_at_start(const abStep *step, const abStepPoint *point) {
    return 0.5 * step->h * point->start_rate - point->depth;
}

// Whether a point is hit: closed from a gap in this step, by a row that lets velocities jump.
static bool is_hit(const abStep *step, const abStepPoint *point) {
    bool jumps = point->is_rigid || point->is_stiff;
    bool presses = ab_dot(point->impulse, point->n) > 0.0;
    if (point->is_frozen || point->surface >= 0 || !jumps || !presses) {
        return false;
    }
    bool is_new = ab_step_is_new(point) && gap_at_start(step, point) > ab_step_slack(step);
    return point->is_impact || is_new;
}

static double acceleration_of(const abStep *step, const abStepPoint *point) {
    return (point->free_rate - point->start_rate) / step->h;
}

// (2)
static double time_of(const abStep *step, const abStepPoint *point) {
    double gap = fmax(0.0, gap_at_start(step, point)), r = point->start_rate;
    double root = sqrt(fmax(0.0, r * r + 2.0 * acceleration_of(step, point) * gap));
    return r + root > 0.0 ? fmin(step->h, 2.0 * gap / (r + root)) : step->h;
}

static double restitution_of(const abStep *step, const abStepPoint *point, double speed) {
    const abStepPairCache *cache = &step->caches[point->cache];
    return cache->is_rigid ? cache->pair.data->normal_constants[AB_RIGID_RESTITUTION]
                           : ab_step_bounce(step, point, speed);
}

// The longest step that does not leave out a bounce which rises by more than is allowed.
static double length_for_bounce(const abStep *step, const abStepPoint *point) {
    double a = fmax(acceleration_of(step, point), step->weight_speed / step->h);
    double v = point->start_rate + acceleration_of(step, point) * time_of(step, point);
    if (point->is_impact || !(v > 0.0) || !(a > 0.0)) {
        return INFINITY;
    }
    double seen = ab_step_unseen_rise(step, point);
    if (0.5 * v * v / a <= seen) {
        return INFINITY;
    }
    double e = restitution_of(step, point, v);
    return 0.5 * e * e * v * v / a > seen ? s_bounces * 0.5 * v / a : INFINITY;
}

// ---- bodies ----

static bool is_link_hit(const abStep *step, size_t number) {
    const abStepLink *link = &step->ends[number];
    return link->is_impact && link->row >= 0 && step->links[link->row].impulse > 0.0;
}

// Passes a mark on between two bodies that move; whether it did.
static bool pass_on(const abStep *step, bool *struck, int a, int b) {
    if (a < 0 || b < 0 || struck[a] == struck[b] || !ab_step_is_awake(step, a) ||
        !ab_step_is_awake(step, b)) {
        return false;
    }
    struck[a] = struck[b] = true;
    return true;
}

static bool pass_all_on(const abStep *step, bool *struck) {
    bool any = false;
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        if (ab_norm2(point->impulse) > 0.0) {
            any = pass_on(step, struck, point->body[0], point->body[1]) || any;
        }
    }
    for (size_t k = 0; k < step->link_count; k++) {
        const abConeLink *link = &step->links[k];
        any = (link->impulse != 0.0 && pass_on(step, struck, link->body[0], link->body[1])) || any;
    }
    return any;
}

bool ab_step_spread_struck(const abStep *step, bool *struck) {
    bool any = false;
    for (size_t k = 0; k < ab_rigid_link_count(step->mechanics); k++) {
        if (is_link_hit(step, k)) {
            const abConeLink *row = &step->links[step->ends[k].row];
            struck[row->body[0]] = struck[row->body[1]] = any = true;
        }
    }
    for (size_t b = 0; b < step->mechanics->model->body_count && !any; b++) {
        any = struck[b];
    }
    for (bool is_more = any; is_more;) { // ends, as each round marks one more body
        is_more = pass_all_on(step, struck);
    }
    return any;
}

void ab_step_mark_struck(abStep *step) {
    bool *struck = step->history.is_struck;
    for (size_t b = 0; b < step->mechanics->model->body_count; b++) {
        struck[b] = false;
    }
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        if (is_hit(step, point)) {
            struck[point->body[0]] = struck[point->body[1]] = true;
        }
    }
    ab_step_spread_struck(step, struck);
}

// ---- the length ----

static bool errs(const abStep *step, const int body[2]) {
    const double *shares = step->history.shares;
    return fmax(shares[body[0]], shares[body[1]]) > 1.0;
}

abStepTouches ab_step_find_touches(const abStep *step) {
    const abStepHistory *history = &step->history;
    abStepTouches out = {.first = INFINITY, .longest = INFINITY, .error = 0.0};
    double any = INFINITY; // the first hit, whether its bodies err or others that it pushes
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        if (is_hit(step, point)) {
            double time = time_of(step, point), longest = length_for_bounce(step, point);
            bool counts = errs(step, point->body) || longest < step->h;
            any = fmin(any, time);
            out.first = counts ? fmin(out.first, time) : out.first;
            out.longest = fmin(out.longest, longest);
        }
    }
    for (size_t k = 0; k < ab_rigid_link_count(step->mechanics); k++) {
        if (is_link_hit(step, k)) {
            const abStepLink *link = &step->ends[k];
            any = fmin(any, link->later);
            out.first =
                errs(step, step->links[link->row].body) ? fmin(out.first, link->later) : out.first;
        }
    }
    out.first = isfinite(out.first) ? out.first : any;
    for (size_t b = 0; b < step->mechanics->model->body_count; b++) {
        out.error = history->is_struck[b] ? fmax(out.error, history->shares[b]) : out.error;
    }
    return out;
}

double ab_step_length_by_touches(const abStep *step, const abStepTouches *touches, double *around) {
    double h = step->h;
    *around = 0.0;
    if (!isfinite(touches->first) || !(touches->error > 1.0 || touches->longest < h)) {
        return h;
    }
    double length = touches->error > 1.0 ? s_around * h / touches->error : h;
    length = fmin(length, touches->longest);
    if (touches->first > length) {
        *around = length;
        return touches->first - 0.5 * length;
    }
    return fmax(length, s_nearer * h);
}
