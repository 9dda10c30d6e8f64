// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_error.c - by how much a step errs in the places of bodies.
//
// The way of a step is that of the mean velocity. With the mean acceleration a of the step and a'
// of the one before, of the length h',
//
//   error of the place = h^3/12 |q'''|,   q''' = (a - a')/((h + h')/2)                    (1)
//
// which is the rest of the trapezoidal rule; of turns likewise, by the reach of the body. It is
// measured by the size of the body, or, where a surface on which it presses may throw it off, by the
// depth that this soft contact is expected to reach. The depth of a point may be far below what
// places are known to: a contact that is too hard to be followed hits in one step, and one that can
// be is followed as its place asks.
//
// A body that tumbles turns by the mean of spins seen in the frame of the middle. With the change of
// its spin by the gyroscopic torque, M a = (M w) x w and M j = (M a) x w + (M w) x a, it errs by
//
//   h^3 |(w x a)/6 - j/24|                                                                (2)
//
// as the series of its turn shows (W. Magnus, Communications on Pure and Applied Mathematics 7, 1954):
// h w + h^3 j/24 + h^3/12 w x a as the body sees it, where the step turns by h w + h^3/4 w x a.
//
// A body that is hit has no such acceleration; its error is that of step_touch.c. The step after the
// hit is held against the acceleration from before it, as of what was only pushed and goes on to be
// carried, or against the motion without contact, as of what flies on: the nearer of the two.
//
// Source  (1) and the choice of the acceleration before: the pair of Adams-Bashforth and
//         trapezoidal rule, e.g. E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential
//         Equations I (1993), III.8.

#include "method/step/step_error.h"

#include <math.h>
#include <string.h>

#include "base/no_memory.h"
#include "method/step/tolerances.def"

abResult ab_step_init_error(abStep *step, abArena *arena, abError *error) {
    abStepHistory *history = &step->history;
    size_t n = step->mechanics->model->body_count;
    history->last = AB_ARENA_NEW(arena, abVec3, 2 * n);
    history->sizes = AB_ARENA_NEW(arena, double, n);
    history->shares = AB_ARENA_NEW(arena, double, n);
    history->is_struck = AB_ARENA_NEW(arena, bool, n);
    history->was_struck = AB_ARENA_NEW(arena, bool, n);
    history->worst = -1;
    if (history->last == NULL || history->sizes == NULL || history->shares == NULL ||
        history->is_struck == NULL || history->was_struck == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the steps");
    }
    return AB_OK;
}

void ab_step_clear_history(abStep *step) {
    abStepHistory *history = &step->history;
    size_t n = step->mechanics->model->body_count;
    history->h = 0.0;
    memset(history->last, 0, 2 * n * sizeof *history->last);
    memset(history->was_struck, 0, n * sizeof *history->was_struck);
}

static bool moves(const abStep *step, size_t b) {
    return step->mechanics->model->bodies[b].state >= 0 && step->group[b] < 0;
}

// Mean accelerations of the step that was solved.
static void accelerations(const abStep *step, const abConeBody *end, size_t b, abVec3 a[2]) {
    a[0] = ab_scale(1.0 / step->h, ab_sub(end[b].v, step->v0[b]));
    a[1] = ab_scale(1.0 / step->h, ab_sub(end[b].w, step->w0[b]));
}

double ab_step_unseen_rise(const abStep *step, const abStepPoint *point) {
    const abModel *model = step->mechanics->model;
    double a = model->bodies[point->body[0]].bound, b = model->bodies[point->body[1]].bound;
    return step->unseen > 0.0 ? step->unseen * fmin(fmin(a, b), model->size) : 0.0;
}

// Whether a surface may throw its bodies off, so that what their speed errs by carries them away. It
// does not where they swing about the depth g/w^2 at which it carries the weight by less than that
// depth, or rise by less than is seen.
static bool may_throw_off(const abStep *step, const abStepPairCache *cache,
                          const abStepPoint *point) {
    double w = cache->sharpness, sag = step->weight_speed / (step->h * w * w);
    double depth = point->depth - 0.5 * step->h * point->start_rate, rate = point->start_rate / w;
    double swing =
        rate * rate + (depth - sag) * (depth - sag); // squared; it rises by that / (2 sag)
    return swing > sag * fmax(sag, 2.0 * ab_step_unseen_rise(step, point));
}

// The size that errors of each body are measured by.
static void find_sizes(abStep *step) {
    const abModel *model = step->mechanics->model;
    double *sizes = step->history.sizes;
    for (size_t b = 0; b < model->body_count; b++) {
        double bound = model->bodies[b].bound;
        sizes[b] = isfinite(bound) && bound > 0.0 ? bound : model->size;
    }
    for (size_t k = 0; k < step->surface_count; k++) {
        const abStepSurface *surface = &step->surfaces[k];
        const abStepPairCache *cache = &step->caches[surface->cache];
        const abStepPoint *point = &step->points[surface->point];
        bool presses = ab_dot(point->impulse, point->n) > 0.0;
        double depth = cache->pair.depth_scale;
        if (cache->is_begun && presses && depth > 0.0 && may_throw_off(step, cache, point)) {
            for (int side = 0; side < 2; side++) {
                sizes[point->body[side]] = fmin(sizes[point->body[side]], depth);
            }
        }
    }
}

// (2) of a body as it is in the middle of the step.
static double tumbling_error(const abStep *step, size_t b) {
    const abBody *body = &step->mechanics->model->bodies[b];
    if (body->mobility != AB_MOBILITY_FREE || body->is_round) {
        return 0.0;
    }
    const abMat3 *M = &body->inertia, *inverse = &body->inverse_inertia;
    abVec3 w = ab_scale(0.5, ab_add(step->w0[b], step->bodies[b].w));
    w = ab_mul_t(step->mechanics->bodies[b].X.R, w);
    abVec3 L = ab_mul(*M, w), a = ab_mul(*inverse, ab_cross(L, w));
    abVec3 j = ab_mul(*inverse, ab_add(ab_cross(ab_mul(*M, a), w), ab_cross(L, a)));
    abVec3 error = ab_sub(ab_scale(1.0 / 6.0, ab_cross(w, a)), ab_scale(1.0 / 24.0, j));
    return step->h * step->h * step->h * ab_norm(error);
}

// (1) of a body with the accelerations a, where those before were `last`.
static double place_error(const abStep *step, size_t b, const abVec3 a[2], const abVec3 last[2],
                          double before) {
    const abModel *model = step->mechanics->model;
    double h = step->h, reach = fmin(model->bodies[b].bound, model->size);
    double jerk = ab_norm(ab_sub(a[0], last[0])) + reach * ab_norm(ab_sub(a[1], last[1]));
    return h * h * h / 6.0 * jerk / (h + before);
}

static double error_of(const abStep *step, size_t b) {
    const abStepHistory *history = &step->history;
    abVec3 a[2], free[2], last[2] = {history->last[2 * b], history->last[2 * b + 1]};
    accelerations(step, step->bodies, b, a);
    accelerations(step, step->free, b, free);
    if (history->h == 0.0) { // the first step: against the motion without contact
        return place_error(step, b, a, free, step->h);
    }
    if (history->is_struck[b]) { // (1) of step_touch.c
        return 6.0 * place_error(step, b, a, last, step->h);
    }
    double error = place_error(step, b, a, last, history->h);
    return history->was_struck[b] ? fmin(error, place_error(step, b, a, free, step->h)) : error;
}

double ab_step_error(abStep *step, double tolerance, abStepTouches *touches) {
    const abModel *model = step->mechanics->model;
    abStepHistory *history = &step->history;
    double worst = 0.0;
    find_sizes(step);
    if (touches != NULL) {
        ab_step_mark_struck(step);
    }
    history->worst = -1;
    for (size_t b = 0; b < model->body_count; b++) {
        double reach = fmin(model->bodies[b].bound, model->size);
        double error = moves(step, b) ? error_of(step, b) + reach * tumbling_error(step, b) : 0.0;
        history->shares[b] = error / (tolerance * history->sizes[b]);
        history->worst = history->shares[b] > worst ? (int)b : history->worst;
        worst = fmax(worst, history->shares[b]);
    }
    if (touches != NULL) {
        *touches = ab_step_find_touches(step);
    }
    return worst;
}

// A speed that is off by dv moves a place by h dv, and that may be s_solver_share of the error that
// is allowed, of the body for which it is least: what is solved closer is work for nothing, and less
// close it looks like an error of the step.
double ab_step_tolerance_for(const abStep *step, double tolerance) {
    const abModel *model = step->mechanics->model;
    double size = model->size, fastest = step->weight_speed;
    for (size_t b = 0; b < model->body_count; b++) {
        if (moves(step, b)) {
            double reach = fmin(model->bodies[b].bound, model->size);
            size = fmin(size, reach > 0.0 ? reach : size);
            fastest = fmax(fastest, ab_norm(step->v0[b]) + reach * ab_norm(step->w0[b]));
        }
    }
    double least = fmax(s_solver_least * tolerance, 1e-12);
    double speed = s_solver_share * tolerance * size / step->h;
    return fmax(least, fmin(s_solver_most, speed / fastest));
}

void ab_step_store_accelerations(abStep *step) {
    abStepHistory *history = &step->history;
    for (size_t b = 0; b < step->mechanics->model->body_count; b++) {
        abVec3 none = {0.0, 0.0, 0.0}, a[2] = {none, none};
        bool jumps = moves(step, b) && history->is_struck[b];
        history->was_struck[b] = jumps;
        if (jumps && history->h > 0.0) {
            continue;
        }
        if (moves(step, b)) {
            accelerations(step, jumps ? step->free : step->bodies, b, a);
        }
        history->last[2 * b] = a[0];
        history->last[2 * b + 1] = a[1];
    }
    history->h = step->h;
}
