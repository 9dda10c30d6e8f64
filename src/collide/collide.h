// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// collide.h - two shapes in, the signed distance with normal and points out.
//
// Knows nothing of bodies, materials and forces. Every function is pure: the same poses give the
// same bits.

#ifndef AB_COLLIDE_H
#define AB_COLLIDE_H

#include "math/vector_math.h"
#include "shape/shape.h"

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

// Half way between both points, where the force of a touch acts.                             [m]
static inline abVec3 ab_proximity_middle(const abProximity *at) {
    return ab_scale(0.5, ab_add(at->p_A_W, at->p_B_W));
}

// Signed distance of A at X_WA and B at X_WB. Swapping A and B gives the opposite normal and the
// same distance. For two planes, and with shapes that are only drawn, the distance is INFINITY.
// Torus and tube are not convex: an overlap is measured where it is deepest (torus_pairs.c,
// tube_pairs.c), and a way out along the normal may meet the other side of the hole.
// Error: below 1e-14 times the size of the pair plus 4 ulp of the positions for closed forms; the
// iterative pairs state theirs in their files.
void ab_proximity(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                  abProximity *out);

// Do shapes of these kinds never touch: what is only drawn, and curves with anything but curves.
bool ab_never_touch(const abShape *A, const abShape *B);

// The `radius` of a pair's proximity.                                                     [m]
double ab_effective_radius(const abShape *A, const abShape *B);

// Is one of the two a tube whose bore the other does not see? The pair then takes the full
// cylinder.
bool ab_closes_bore(const abShape *A, const abShape *B);

#endif
