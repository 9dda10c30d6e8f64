// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_order_free.c - the contacts that close act together, with all joints; then those that
// close thereafter, until none does.
//
// A hit runs through a row of balls as a wave, whatever their numbers, because a ball that only
// touches does not close before it is pushed. Each turn takes energy away or keeps it. With e = 1
// the turns end by themselves; with e < 1 speeds shrink by the turn, and when what still closes is
// small, or turns are many, one problem without restitution ends it. Turns without any restitution
// only approach what that problem finds, slowly in a tower: they end when they have cost as much.
// With e between, they do where a tenth of what closes is still left at that cost.
//
// Source  Smith, Kaufman, Vouga, Tamstorf & Grinspun 2012 (generalized reflections). Differs in:
//         each contact has its own law and e, where they take a mean of e = 1 and e = 0; the energy
//         is bounded turn by turn.

#include <math.h>

#include "solver/impact/impact_extrapolation.h"
#include "solver/impact/impact_group.h"
#include "solver/impact/tolerances.def"

enum { ITERATIONS_PER_ROW = 20, ITERATIONS_MIN = 200, LEAST_TURNS = 20 };

static double fastest_closing(const abImpactWork *work) {
    double maximum = 0.0;
    for (size_t i = 0; i < work->impacts->n; i++) {
        maximum = ab_impact_closes(work, i, maximum) ? fabs(work->v[i]) : maximum;
    }
    return maximum;
}

// All joints and the contacts that close; none when nothing closes.
static size_t gather_closing(abImpactWork *work, double small) {
    const abImpacts *in = work->impacts;
    size_t count = 0;
    bool any = false;
    for (size_t i = 0; i < in->n; i++) {
        bool closes = ab_impact_closes(work, i, small);
        any = any || closes;
        if (closes || in->kind[i] == AB_ROW_BILATERAL) {
            work->group[count++] = i;
        }
    }
    return any ? count : 0;
}

typedef enum Loss { NOTHING, SOMETHING, EVERYTHING } Loss;

// What the contacts of a group lose of their closing speeds.
static Loss loss_of(const abImpactWork *work, size_t count) {
    double least = 1.0, most = 0.0;
    for (size_t k = 0; k < count; k++) {
        size_t row = work->group[k];
        if (work->impacts->kind[row] == AB_ROW_UNILATERAL) {
            double e = ab_impact_row_restitution(work->impacts, row, AB_IMPACT_OF_CONTACTS);
            least = fmin(least, e);
            most = fmax(most, e);
        }
    }
    return most == 0.0 ? EVERYTHING : least == 1.0 ? NOTHING : SOMETHING;
}

// Rows of a group with their tangents, at most.
static double work_of(const abImpactWork *work, size_t count) {
    double rows = fmin(3.0 * (double)count, (double)work->impacts->n);
    return rows * rows * rows;
}

// How turns get on: their work since `closing` was the fastest closing speed.
typedef struct Course {
    size_t turns;
    double work, closing;
} Course;

// Whether turns only approach slowly what one problem for all rows, of that much work, finds.
static bool lead_nowhere(Course *course, const abImpactWork *work, size_t count) {
    double n = (double)work->impacts->n, whole = n * n * n, closing = fastest_closing(work);
    Loss loss = loss_of(work, count);
    course->work += work_of(work, count);
    if (++course->turns <= LEAST_TURNS || loss == NOTHING || !(course->work > whole)) {
        return false;
    }
    bool is_slow = loss == EVERYTHING || closing > s_slow_turns * course->closing;
    course->work = 0.0;
    course->closing = closing;
    return is_slow;
}

void ab_impact_order_free(abImpactWork *work) {
    double rounding = s_rounding * work->speed;
    double small = fmax(s_small_closing * fastest_closing(work), rounding);
    size_t n = work->impacts->n, iterations = ITERATIONS_MIN + ITERATIONS_PER_ROW * n;
    size_t count = gather_closing(work, small);
    abImpactExtrapolation extrapolation;
    ab_impact_extrapolation_begin(&extrapolation, n, work->extrapolation);
    Course course = {0, 0.0, fastest_closing(work)};
    for (; count > 0 && iterations > 0; iterations--) {
        if (lead_nowhere(&course, work, count)) {
            break;
        }
        ab_impact_act(work, count, AB_IMPACT_OF_CONTACTS);
        ab_impact_extrapolation_store(&extrapolation, work);
        count = gather_closing(work, small);
    }
    if (fastest_closing(work) > rounding) {
        ab_impact_all(work, AB_IMPACT_PLASTIC);
    }
}
