// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// proximity.h - the signed distance of two shapes with normal and points, and who finds it.
//
// Knows nothing of bodies, materials and forces. Every function is pure: the same poses give the
// same bits.

#ifndef AB_PROXIMITY_H
#define AB_PROXIMITY_H

#include "math/core/vector_math.h"
#include "shape/core/shape.h"

// The closest (separated) or deepest (overlapping) points of a pair.
typedef struct abProximity {
    double distance; // > 0 apart, < 0 overlap by the minimum translation                  [m]
    abVec3 n_AB_W;   // unit normal from A into B
    abVec3 p_A_W;    // point on A                                                         [m]
    abVec3 p_B_W;    // point on B: p_A_W + distance n_AB_W                                [m]
    double radius;   // effective radius of curvature 1/R = 1/R_A + 1/R_B from the shapes' contact
                     // radii, a flat shape counting as infinite; INFINITY flat on flat     [m]
    bool is_exact;   // false when an iteration met its bound; the values are then the best found
} abProximity;

// Half way between both points, where the force of a contact pair acts.                             [m]
static inline abVec3 ab_proximity_middle(const abProximity *at) {
    return ab_scale(0.5, ab_add(at->p_A_W, at->p_B_W));
}

// Of a ball A against B, whose core has in its frame the unit vector m from it to the centre of the ball
// and the signed distance of that centre.
static inline abProximity ab_proximity_of_ball(const abShape *A, const abPose *X_WA,
                                               const abShape *B, const abPose *X_WB, abVec3 m,
                                               double distance) {
    abProximity out = {.n_AB_W = ab_neg(ab_mul(X_WB->R, m)),
                       .distance = distance - (A->radius + B->radius),
                       .is_exact = true};
    out.p_A_W = ab_add_scaled(X_WA->p, A->radius, out.n_AB_W);
    out.p_B_W = ab_add_scaled(out.p_A_W, out.distance, out.n_AB_W);
    return out;
}

// A and B in each other's place.
static inline void ab_proximity_swap(abProximity *at) {
    abVec3 p = at->p_A_W;
    at->p_A_W = at->p_B_W;
    at->p_B_W = p;
    at->n_AB_W = ab_neg(at->n_AB_W);
}

typedef struct abClosest {
    double distance; // signed: > 0 outside, < 0 inside                                   [m]
    abVec3 point;    // on the surface, p = point + distance normal                        [m]
    abVec3 normal;   // outward unit normal there; of several nearest points a fixed choice
} abClosest;

// Treats the pairs of two kinds of shapes: fills distance, normal, points and is_exact; the radius
// belongs to ab_proximity.
typedef void abCollide(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                       abProximity *out);

// The point of a shape's surface that is nearest to p, in the frame of the shape.
typedef abClosest abClosestPoint(const abShape *shape, abVec3 p);

#endif
