// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// collide.h - the narrow phase: which function treats which pair of shapes.

#ifndef AB_COLLIDE_H
#define AB_COLLIDE_H

#include "collide/broad/proximity.h"

// Signed distance of A at X_WA and B at X_WB. Swapping A and B gives the opposite normal and the
// same distance. For two planes, and with shapes that are only drawn, the distance is INFINITY.
// Torus and tube are not convex: an overlap is measured where it is deepest (torus_pairs.c,
// tube_pairs.c), and a way out along the normal may meet the other side of the hole.
// Error: below 1e-14 times the size of the pair plus 4 ulp of the positions for closed forms; the
// iterative pairs state theirs in their files.
void ab_proximity(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                  abProximity *out);

// The same a little way from where `known` was found, of the same deepest place although another may
// be less deep now: for differences, and cheaper than the search for the least depth.
void ab_proximity_near(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                       const abProximity *known, abProximity *out);

// Do shapes of these kinds never touch: what is only drawn, and curves with anything but curves.
bool ab_never_touch(const abShape *A, const abShape *B);

// The `radius` of a pair's proximity.                                                     [m]
double ab_effective_radius(const abShape *A, const abShape *B);

// What ab_proximity looks up for a pair, for those who ask about the same shapes again and again.
typedef struct abCollider {
    abCollide *collide;
    bool is_swapped; // it takes B first
    double radius;   // effective, of the pair                                             [m]
} abCollider;
abCollider ab_collider(const abShape *A, const abShape *B);

static inline void ab_collider_proximity(const abCollider *of, const abShape *A, const abPose *X_WA,
                                         const abShape *B, const abPose *X_WB, abProximity *out) {
    if (of->is_swapped) {
        of->collide(B, X_WB, A, X_WA, out);
        ab_proximity_swap(out);
    } else {
        of->collide(A, X_WA, B, X_WB, out);
    }
    out->radius = of->radius;
}

// Is one of the two a tube whose bore the other does not see? The pair then takes the full
// cylinder.
bool ab_closes_bore(const abShape *A, const abShape *B);

#endif
