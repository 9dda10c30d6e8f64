// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_extrapolation.h - what turns of an impact would still give when each is a constant share of the
// one before.

#ifndef AB_IMPACT_EXTRAPOLATION_H
#define AB_IMPACT_EXTRAPOLATION_H

#include "solver/impact/impact_group.h"

// Turns that shrink by a constant factor, see impact_extrapolation.c: begins before the first; notes each
// turn and takes all that would follow at once.
typedef struct abImpactExtrapolation {
    size_t n, iterations;
    double *sums; // impulses after the last turns
    double *sum;  // n: workspace
} abImpactExtrapolation;
size_t ab_impact_extrapolation_workspace(size_t n);
void ab_impact_extrapolation_begin(abImpactExtrapolation *extrapolation, size_t n, void *workspace);
void ab_impact_extrapolation_store(abImpactExtrapolation *extrapolation, abImpactWork *work);

#endif
