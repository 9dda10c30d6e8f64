// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// search.h - the search for the largest separation: candidates, what becomes of them, and the proof
// that none is better. Private to collide.

#ifndef AB_SEARCH_H
#define AB_SEARCH_H

#include "collide/convex/convex_pair.h"

#define AB_REACH 1e-5     // of tilts too small to be searched for
#define AB_TOUCHING 1e-12 // of the size: what is less deep counts as touching

// A candidate and what became of it.
typedef struct abSearch {
    const abPair *pair;
    abSimplex simplex;
    abVec3 guess;       // from the centre of A to that of B
    abSeparation found; // the best so far
    bool is_exact;      // found is a maximum to rounding
    bool is_flat;       // both cores are polytopes
    double gap;         // GJK of flat cores goes to the end, of round ones stops early
    double above;       // no separation is larger than this (from GJK on the unchanged cores)
} abSearch;

// The separation at n with a support point of A; with the points the simplex gives.
abSeparation ab_plain_separation(const abPair *pair, abVec3 n);
abSeparation ab_weighted_separation(const abPair *pair, abVec3 n, const abSimplex *simplex);

void ab_search_take(abSearch *s, const abSeparation *other, bool is_exact);
void ab_search_forget(abSearch *s);

// Ways to a maximum; true when one was reached and taken. From the normal n, polished; from GJK on
// cores scaled by `scale`; by shifts along n (step 2 of convex.c).
bool ab_search_try_normal(abSearch *s, abVec3 n);
bool ab_search_try_scaled(abSearch *s, double scale);
bool ab_search_try_shifts(abSearch *s, abVec3 n);
// Round the circle of directions through the best one along which sep rises.
void ab_search_try_ring(abSearch *s);

// When a way out is not proven to be the shortest: from the flat faces it may lie near, and from
// the normal turned about the axes of both bodies, where almost all ways out may be equal.
void ab_search_look_around(abSearch *s);

// Is this overlap the global minimum translation for certain? (A test by balls within.)
bool ab_is_certain(const abPair *pair, const abSeparation *found);

#endif
