// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_extrapolation.c - what turns of an impact would still give when each is a constant share of the one
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
// Error   of (1) about `s_series_alike` of the sum. Impulses of a cone stay in it, as sums do.
// Source  ours; the sum is Aitken's.

#include "solver/impact/impact_extrapolation.h"

#include <math.h>
#include <string.h>

#include "solver/impact/impact_group.h"
#include "solver/impact/tolerances.def"

enum { LONGEST = 8, KEPT = 2 * LONGEST + 1 };

size_t ab_impact_extrapolation_workspace(size_t n) {
    return (KEPT + 1) * n * sizeof(double);
}

void ab_impact_extrapolation_begin(abImpactExtrapolation *extrapolation, size_t n,
                                   void *workspace) {
    *extrapolation =
        (abImpactExtrapolation){.n = n, .sums = workspace, .sum = (double *)workspace + KEPT * n};
    memset(workspace, 0, ab_impact_extrapolation_workspace(n));
}

static const double *kept(const abImpactExtrapolation *extrapolation, size_t turns_ago) {
    return extrapolation->sums +
           (extrapolation->iterations + KEPT - turns_ago) % KEPT * extrapolation->n;
}

// q of (1) for a period; 0: no series.
static double share_of(const abImpactExtrapolation *extrapolation, const double *A, size_t period) {
    const double *now = kept(extrapolation, 0), *once = kept(extrapolation, period),
                 *twice = kept(extrapolation, 2 * period);
    double both = 0.0, last = 0.0, first = 0.0;
    for (size_t i = 0; i < extrapolation->n; i++) {
        double d = now[i] - once[i], e = once[i] - twice[i], a = A[i * extrapolation->n + i];
        both += a * d * e;
        last += a * d * d;
        first += a * e * e;
    }
    double q = both / first, apart = last - q * both; // |d - q e|^2
    bool is_series = first > 0.0 && q > 0.0 && q <= s_series_slowest &&
                     apart <= s_series_alike * s_series_alike * last;
    return is_series ? q : 0.0;
}

// Applies (1) unless it would add energy.
static void apply(abImpactExtrapolation *extrapolation, abImpactWork *work, size_t period,
                  double q) {
    size_t n = extrapolation->n;
    const double *now = kept(extrapolation, 0), *once = kept(extrapolation, period),
                 *A = work->impacts->A;
    double *change = extrapolation->sums, energy = 0.0; // what was kept is not asked for any more
    for (size_t i = 0; i < n; i++) {
        extrapolation->sum[i] = (now[i] - once[i]) * q / (1.0 - q);
    }
    memset(change, 0, n * sizeof *change);
    for (size_t k = 0; k < n; k++) {
        for (size_t i = 0; i < n && extrapolation->sum[k] != 0.0; i++) {
            change[i] += extrapolation->sum[k] * A[k * n + i];
        }
    }
    for (size_t i = 0; i < n; i++) {
        energy += extrapolation->sum[i] * (work->v[i] + 0.5 * change[i]);
    }
    if (energy > 0.0) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        work->v[i] += change[i];
        work->impulse[i] += extrapolation->sum[i];
    }
}

void ab_impact_extrapolation_store(abImpactExtrapolation *extrapolation, abImpactWork *work) {
    extrapolation->iterations++;
    size_t at = extrapolation->iterations % KEPT;
    memcpy(extrapolation->sums + at * extrapolation->n, work->impulse,
           extrapolation->n * sizeof *work->impulse);
    for (size_t period = 1; period <= LONGEST && 2 * period <= extrapolation->iterations;
         period++) {
        double q = share_of(extrapolation, work->impacts->A, period);
        if (q > 0.0) {
            apply(extrapolation, work, period, q);
            extrapolation->iterations = 0; // a series anew
            memcpy(extrapolation->sums, work->impulse, extrapolation->n * sizeof *work->impulse);
            return;
        }
    }
}
