// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_near.h - the parts of two plane curves that may meet while the curves move a little.
//
// The list is made by the trees for one pose and serves until B has moved relative to A by more than
// it allows for; see curve_near.c. It saves time and changes no bit.

#ifndef AB_CURVE_NEAR_H
#define AB_CURVE_NEAR_H

#include "abut/memory.h"
#include "collide/broad/shape_pair_table.h"
#include "collide/planar/curve_scene.h"
#include "collide/planar/near_room.h"

typedef struct abCurveNearPair {
    int a, b; // wholes, by their numbers
} abCurveNearPair;

typedef struct abCurveNear {
    abShapePair of;
    const abCurve *A, *B;
    abCurveNearPair *pairs;
    size_t count, capacity;
    abCurvePlane made_at;
    abVec2 site;       // a point of B: where they touch                                 [m]
    abNearRoom room;   // no pair nearer than its reach + skin + rotation |x - site| is left out
    abCurveScene last; // the last answer
    bool has_last;
    abCurvePlane apart_at; // when they were last found not to cross
    double apart;          // then they were so far apart; 0: nothing is known              [m]
} abCurveNear;

// Of all pairs of shapes that were asked for lately.
typedef struct abCurveWorkspace {
    abAllocator allocator;
    abShapePairTable near;
} abCurveWorkspace;

// NULL for want of memory. Good until the next call.
abCurveNear *ab_curve_near_find(abCurveWorkspace *workspace, const abShape *A, const abShape *B);
void ab_curve_workspace_done(abCurveWorkspace *workspace);

// Adds all candidates that count, of parts that the trees find.
void ab_curve_search_trees(abCurveScene *scene);
// The same by the list, which is made anew when it does not serve.
void ab_curve_search_near(abCurveNear *near, abAllocator allocator, abCurveScene *scene);

// Whether they are surely still apart since they were last found so.
bool ab_curve_near_is_apart(const abCurveNear *near, const abCurvePlane *in);

#endif
