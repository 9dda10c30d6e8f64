// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// gjk.h - distance of two convex cores by the algorithm of Gilbert, Johnson and Keerthi.

#ifndef AB_GJK_H
#define AB_GJK_H

#include "collide/convex/convex_pair.h"

// How a search ended. Unsettled: it met its bound of rounds; v is then a point of D and an upper
// bound of the distance, but not the nearest. Callers take it as a direction to try, and what they
// find from it counts as exact only when a polish proves it.
typedef enum abGjkEnd { AB_GJK_OVERLAP, AB_GJK_APART, AB_GJK_UNSETTLED } abGjkEnd;

// Closest point v of the changed D to the origin, with the simplex it lies in. Overlap: the changed
// cores overlap or come nearer than rounding allows to tell.
abGjkEnd ab_gjk(const abPair *pair, const abPairChange *change, abVec3 guess, abSimplex *simplex,
                abVec3 *v);
// The same from a simplex of one point, v.
abGjkEnd ab_gjk_from(const abPair *pair, const abPairChange *change, abSimplex *simplex, abVec3 *v);

#endif
