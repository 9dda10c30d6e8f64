// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flat_overlap.h - which way out of an overlap of two cores with corners is the shortest.

#ifndef AB_FLAT_OVERLAP_H
#define AB_FLAT_OVERLAP_H

#include "collide/convex/convex_pair.h"
#include "collide/convex/search.h"

// The least depth of an overlap of cores with corners, see flat_overlap.c. `first` is the point of
// D lowest along the guess. When they turn out to be apart, `found` has a normal that separates
// them.
bool ab_flat_overlap(abSearch *s, const abDifferencePoint *first);

#endif
