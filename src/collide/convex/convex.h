// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// convex.h - any two convex shapes: from a guess of the normal to distance and points.

#ifndef AB_CONVEX_H
#define AB_CONVEX_H

#include "collide/broad/proximity.h"
#include "collide/convex/convex_pair.h"

// A pair in the frame of A.
void ab_pair_init(abPair *pair, const abShape *A, const abPose *X_WA, const abShape *B,
                  const abPose *X_WB);

// From core points in the frame of A to the answer.
void ab_pair_answer(const abPair *pair, const abPose *X_WA, const abSeparation *found,
                    bool is_exact, abProximity *out);

// The whole way, from a guess of the normal.
void ab_convex_from(const abPair *pair, const abPose *X_WA, abVec3 guess, abProximity *out);

// The maximum that a pair has here, where its normal a little way off is known: polished from there,
// without the proof that no other is less deep. False when that does not lead to one.
bool ab_convex_follow(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      abVec3 n_AB_W, abProximity *out);

// The whole way for the pair matrix.
void ab_convex_convex(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      abProximity *out);

#endif
