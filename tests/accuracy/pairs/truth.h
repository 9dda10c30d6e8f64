// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// truth.h - the signed distance of two shapes, in quad precision and with certificates.
//
// With sep(n) = the least height of B less the largest height of A along the unit normal n, the
// signed distance is the largest sep. So every n gives a lower bound that needs no belief, and the
// largest sep found, computed in quad, counts as the truth once an upper bound closes on it:
//
//   cores apart     two points, one of each core, are no nearer than the cores (weak duality)
//   cores overlap,  every face normal and every cross product of two edges is tried: the boundary
//   of of flat faces   B - A has no other faces cores overlap,  the sphere of normals is covered by
//   triangles, each halved until points of B - A round           show that sep is nowhere in it
//   larger than found (branch and bound)
//
// The answer under test serves as one starting point. If another normal is better, that is the
// truth.
//
// Error  sep, normal and points about 1e-25 of the size where `is_refined`, else as the bounds say.

#ifndef AB_TEST_TRUTH_H
#define AB_TEST_TRUTH_H

#include "collide/broad/proximity.h"
#include "solid.h"

// Ways out of an overlap whose lengths differ by less count as equally short          [size]
#define AB_TRUTH_TIE 1e-10

typedef struct Truth {
    double size;      // of the pair: both bounds and the distance of the origins           [m]
    Quad distance;    // [m]
    Quad3 n;          // from A into B
    Quad3 p_A, p_B;   // points, from the origin of A                                       [m]
    double above;     // the truth is larger by this at most; INFINITY unless certified     [size]
    double turn;      // how far n turns when B is moved by the size, at most; INFINITY: no end
    double slide;     // how far the points slide on their shapes, likewise                 [size]
    bool is_deep;     // cores overlap
    bool is_refined;  // n solves the equations of the maximum to quad precision
    double astray;    // how far the answered points are from where the answered normal touches
                      // their shapes at most                                            [size]
    double elsewhere; // by how much the maximum next to the answer is less than the best   [size]
                      // Below AB_TRUTH_TIE n and points are those next to the answer
} Truth;

// `do_search`: certify overlapping round cores too, at up to a millisecond.
void truth_find(const Form *A, const abPose *X_WA, const Form *B, const abPose *X_WB,
                const abProximity *answer, bool do_search, Truth *out);

#endif
