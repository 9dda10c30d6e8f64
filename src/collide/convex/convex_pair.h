// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// convex_pair.h - two convex shapes, and what is sought of them. Private to collide.
//
// Everything happens in the frame of A, on the cores. D = B - A is the set of all b - a. With
//
//   sep(n) = min over w in D of n . w                                                     (1)
//
// the signed distance of the cores is the maximum of sep over unit n, and the maximiser is the
// normal n_AB. Apart (sep > 0) the maximum is unique; overlapping there may be several local ones.

#ifndef AB_CONVEX_PAIR_H
#define AB_CONVEX_PAIR_H

#include "abut/vector.h"
#include "math/core/vector_math.h"
#include "shape/core/shape.h"

typedef struct abPair {
    const abShape *A, *B;
    const abShapeType *type_A, *type_B;
    abMat3 R_AB;
    abVec3 p_AB;
    const abPose *X_WA, *X_WB;
    double size; // sum of the bounds and the distance of the origins: the scale of rounding [m]
} abPair;

// How the search changes the pair: cores scaled about their centres by `scale`, then B moved by
// `shift`. {1, 0} leaves it as it is. GJK stops when |v| - sep(v) <= gap |v|.
typedef struct abPairChange {
    double scale;
    abVec3 shift;
    double gap;
} abPairChange;

// One point of D and where it comes from.
typedef struct abDifferencePoint {
    abVec3 w, a;   // b = a + w
    abVec3 n;      // direction in which it is the lowest
    int corner[2]; // of A and B, see support.h
} abDifferencePoint;

typedef struct abSimplex {
    int count;
    abDifferencePoint point[4];
    double weight[4]; // of the closest point, sum 1
} abSimplex;

// A maximum of sep, or an approximation to it.
typedef struct abSeparation {
    abVec3 n;
    double distance;  // sep(n), of the cores                                                [m]
    abVec3 a, b;      // points of the cores, b - a = distance n
    bool is_centered; // a and b are already in the middle of where the cores touch
    bool is_loose;    // a is a point of A for a normal like n, b only lies across from it
} abSeparation;

static inline abVec3 ab_to_B(const abPair *pair, abVec3 p) {
    return ab_mul_t(pair->R_AB, ab_sub(p, pair->p_AB));
}
static inline abVec3 ab_from_B(const abPair *pair, abVec3 p) {
    return ab_add(ab_mul(pair->R_AB, p), pair->p_AB);
}
// Corners of the parts that touch along n, in the frame of A; returns how many.
static inline int ab_feature_A(const abPair *pair, abVec3 n, abVec3 *corners) {
    return pair->type_A->feature(pair->A, n, corners);
}
static inline int ab_feature_B(const abPair *pair, abVec3 n, abVec3 *corners) {
    int count = pair->type_B->feature(pair->B, ab_neg(ab_mul_t(pair->R_AB, n)), corners);
    for (int i = 0; i < count; i++) {
        corners[i] = ab_from_B(pair, corners[i]);
    }
    return count;
}

#endif
