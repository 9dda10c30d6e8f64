// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_tail.c - what turns of an impact would still give when each is a constant share of the one
// before.
//
// Contacts that make each other close again and again take turns without end: their impulses form a
// geometric series as soon as what sticks, slips and parts no longer changes. With d the impulses
// of the last P turns and d' those of the P before,
//
//   d = q d',   0 < q < 1:   all that follow sum to  d q / (1 - q)                          (1)
//
// and are applied at once. The law is the same, only its limit is taken; turns go on from there and
// find what (1) has left.
//
// Error   of (1) about `s_alike` of the sum. Impulses of a cone stay in it, as sums do.
// Source  ours; the sum is Aitken's.

#include <math.h>
#include <string.h>

#include "rigid/impact_group.h"

static const double s_alike = 1e-3;   // how far d may be from q d', in parts of d
static const double s_slowest = 0.99; // largest q: beyond it the sum is uncertain
enum { LONGEST = 8, KEPT = 2 * LONGEST + 1 };

size_t ab_impact_tail_room(size_t n) {
    return (KEPT + 1) * n * sizeof(double);
}

void ab_impact_tail_begin(abImpactTail *tail, size_t n, void *room) {
    *tail = (abImpactTail){.n = n, .sums = room, .sum = (double *)room + KEPT * n};
    memset(room, 0, ab_impact_tail_room(n));
}

static const double *kept(const abImpactTail *tail, size_t turns_ago) {
    return tail->sums + (tail->turns + KEPT - turns_ago) % KEPT * tail->n;
}

// q of (1) for a period; 0: no series.
static double share_of(const abImpactTail *tail, const double *A, size_t period) {
    const double *now = kept(tail, 0), *once = kept(tail, period), *twice = kept(tail, 2 * period);
    double both = 0.0, last = 0.0, first = 0.0;
    for (size_t i = 0; i < tail->n; i++) {
        double d = now[i] - once[i], e = once[i] - twice[i], a = A[i * tail->n + i];
        both += a * d * e;
        last += a * d * d;
        first += a * e * e;
    }
    double q = both / first, apart = last - q * both; // |d - q e|^2
    bool is_series = first > 0.0 && q > 0.0 && q <= s_slowest && apart <= s_alike * s_alike * last;
    return is_series ? q : 0.0;
}

// Applies (1) unless it would add energy.
static void apply(abImpactTail *tail, abImpactWork *work, size_t period, double q) {
    size_t n = tail->n;
    const double *now = kept(tail, 0), *once = kept(tail, period), *A = work->impacts->A;
    double *change = tail->sums, energy = 0.0; // what was kept is not asked for any more
    for (size_t i = 0; i < n; i++) {
        tail->sum[i] = (now[i] - once[i]) * q / (1.0 - q);
    }
    memset(change, 0, n * sizeof *change);
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n && tail->sum[k] != 0.0; i++) {
            change[i] += tail->sum[k] * A[k * n + i];
        }
    }
    for (size_t i = 0; i < n; i++) {
        energy += tail->sum[i] * (work->v[i] + 0.5 * change[i]);
    }
    if (energy > 0.0) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        work->v[i] += change[i];
        work->impulse[i] += tail->sum[i];
    }
}

void ab_impact_tail_note(abImpactTail *tail, abImpactWork *work) {
    tail->turns++;
    size_t at = tail->turns % KEPT;
    memcpy(tail->sums + at * tail->n, work->impulse, tail->n * sizeof *work->impulse);
    for (size_t period = 1; period <= LONGEST && 2 * period <= tail->turns; period++) {
        double q = share_of(tail, work->impacts->A, period);
        if (q > 0.0) {
            apply(tail, work, period, q);
            tail->turns = 0; // a series anew
            memcpy(tail->sums, work->impulse, tail->n * sizeof *work->impulse);
            return;
        }
    }
}
