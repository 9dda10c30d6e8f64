// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_order_free.c - the contacts that close act together, with all joints; then those that
// close thereafter, until none does.
//
// A hit runs through a row of balls as a wave, whatever their numbers, because a ball that only
// touches does not close before it is pushed. Each turn takes energy away or keeps it. With e = 1
// the turns end by themselves; with e < 1 speeds shrink by the turn, and when what still closes is
// small, or turns are many, one problem without restitution ends it.
//
// Source  Smith, Kaufman, Vouga, Tamstorf & Grinspun 2012 (generalized reflections). Differs in:
//         each contact has its own law and e, where they take a mean of e = 1 and e = 0; the energy
//         is bounded turn by turn.

#include <math.h>

#include "rigid/impact_group.h"

// What closes at less than this part of the first closing speed is left to the last problem.
static const double s_small = 1e-9;
static const double s_rounding = 1e-15; // of the speeds before
enum { TURNS_PER_ROW = 20, TURNS_LEAST = 200 };

static double fastest_closing(const abImpactWork *work) {
    double most = 0.0;
    for (size_t i = 0; i < work->impacts->n; i++) {
        most = ab_impact_closes(work, i, most) ? fabs(work->v[i]) : most;
    }
    return most;
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

void ab_impact_order_free(abImpactWork *work) {
    double rounding = s_rounding * work->speed;
    double small = fmax(s_small * fastest_closing(work), rounding);
    size_t n = work->impacts->n, turns = TURNS_LEAST + TURNS_PER_ROW * n;
    size_t count = gather_closing(work, small);
    abImpactTail tail;
    ab_impact_tail_begin(&tail, n, work->tail);
    for (; count > 0 && turns > 0; turns--) {
        ab_impact_act(work, count, AB_IMPACT_OF_CONTACTS);
        ab_impact_tail_note(&tail, work);
        count = gather_closing(work, small);
    }
    if (fastest_closing(work) > rounding) {
        ab_impact_all(work, AB_IMPACT_PLASTIC);
    }
}
