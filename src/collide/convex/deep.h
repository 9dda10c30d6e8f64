// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// deep.h - which way out of an overlap with a round core is the shortest, with the proof.

#ifndef AB_DEEP_H
#define AB_DEEP_H

#include "collide/convex/convex_pair.h"
#include "collide/convex/search.h"

// The least depth of other overlaps by a polytope within D, see deep.c. `first` holds four points
// of D around the origin, or fewer. Returns whether the depth is proven to be the least.
bool ab_search_deep(abSearch *s, const abSimplex *first);

#endif
