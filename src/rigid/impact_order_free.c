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
// Contacts that hit again and again while what closes fades would do so for ever: in the limit none
// of them moves, and all impulses from then on are theirs. That is the impact without restitution
// of these alone, so it is taken at once. Speeds that are not unique there are none (with friction
// the way to the limit counts too, but only what is left of the speeds).
//
// Source  Smith, Kaufman, Vouga, Tamstorf & Grinspun 2012 (generalized reflections). Differs in:
//         each contact has its own law and e, where they take a mean of e = 1 and e = 0; the energy
//         is bounded turn by turn.

#include <math.h>
#include <string.h>

#include "rigid/impact_group.h"

// What closes at less than this part of the first closing speed is left to the last problem.
static const double s_small = 1e-9;
static const double s_rounding = 1e-15; // of the speeds before
static const double s_exact = 1e-11;    // likewise with friction, see impact_friction.c
static const double s_faded = 0.1;      // of the first closing speed: what closes is fading
enum { TURNS_PER_ROW = 20, TURNS_LEAST = 200, AGAIN = 8 };

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

static bool hits_again(const abImpactWork *work, size_t i) {
    const abImpacts *in = work->impacts;
    return in->kind[i] == AB_ROW_UNILATERAL && in->restitution[i] < 1.0 && work->taken[i] >= AGAIN;
}

// Whether all contacts of the group have closed many times; a hit more for each.
static bool count_hits(abImpactWork *work, size_t count) {
    bool all = true;
    for (size_t k = 0; k < count; k++) {
        size_t i = work->group[k];
        if (work->impacts->kind[i] == AB_ROW_UNILATERAL) {
            all = all && hits_again(work, i);
            work->taken[i] += work->taken[i] < AGAIN;
        }
    }
    return all;
}

// Each turn that does something changes it.
static double sum_of_impulses(const abImpactWork *work) {
    double sum = 0.0;
    for (size_t i = 0; i < work->impacts->n; i++) {
        sum += work->impacts->kind[i] == AB_ROW_BOUNDED ? 0.0 : fabs(work->impulse[i]);
    }
    return sum;
}

// All joints and all that have closed many times.
static size_t gather_again(abImpactWork *work) {
    size_t count = 0;
    for (size_t i = 0; i < work->impacts->n; i++) {
        if (work->impacts->kind[i] == AB_ROW_BILATERAL || hits_again(work, i)) {
            work->group[count++] = i;
        }
    }
    return count;
}

void ab_impact_order_free(abImpactWork *work) {
    double rounding = (work->impacts->frictions > 0 ? s_exact : s_rounding) * work->speed;
    double first = fastest_closing(work), before = -1.0;
    double small = fmax(s_small * first, rounding);
    size_t n = work->impacts->n, turns = TURNS_LEAST + TURNS_PER_ROW * n;
    size_t count = gather_closing(work, small);
    memset(work->taken, 0, n);
    for (; count > 0 && turns > 0 && before != sum_of_impulses(work); turns--) {
        before = sum_of_impulses(work);
        if (count_hits(work, count) && fastest_closing(work) <= s_faded * first) {
            ab_impact_act(work, gather_again(work), AB_IMPACT_PLASTIC);
        } else {
            ab_impact_act(work, count, AB_IMPACT_OF_CONTACTS);
        }
        count = gather_closing(work, small);
    }
    if (fastest_closing(work) > rounding) {
        ab_impact_all(work, AB_IMPACT_PLASTIC);
    }
}
