// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// polish_newton.h - from an approximate normal to one exact to rounding, where smooth pieces
// meet.

#ifndef AB_POLISH_NEWTON_H
#define AB_POLISH_NEWTON_H

#include "collide/convex/convex_pair.h"

// From an approximate normal to a maximum of sep, by Newton on the smooth pieces that are lowest
// along n, or those of the simplex. False when that does not lead to one.
bool ab_polish_newton_single(const abPair *pair, abVec3 n, abSeparation *out); // one piece each
bool ab_polish_newton(const abPair *pair, abVec3 n, const abSimplex *simplex, abSeparation *out);
// Newton on up to three pairs of pieces, given by their numbers on A and B, from the normal n +
// rest and weights of the pairs.
typedef struct abPiecePair {
    int A, B;
} abPiecePair;
bool ab_polish_pieces(const abPair *pair, abVec3 n, abVec3 rest, const abPiecePair *pieces,
                      const double *weights, int count, abSeparation *out);

#endif
