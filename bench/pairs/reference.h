// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reference.h - signed distances in long double, by slow and plain means of their own.

#ifndef AB_BENCH_REFERENCE_H
#define AB_BENCH_REFERENCE_H

#include "pairs.h"

// The separation of the solids seen along n (any length): the signed distance is its maximum over
// all n, so that of any n bounds it from below.
long double reference_separation(const PairsCase *c, const PairsQuery *q, const double n[3]);

// The signed distance. `slack`: by how much it could be more. For solids apart that is the gap
// between distance of points and separation; for overlapping polytopes all faces of the Minkowski
// difference are tried, and slack is 0; for overlapping round ones the best of many starts counts,
// and slack is NAN.
long double reference_distance(const PairsCase *c, const PairsQuery *q, long double *slack);

// Do they overlap?
bool reference_overlaps(const PairsCase *c, const PairsQuery *q);

#endif
