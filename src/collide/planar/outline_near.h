// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_near.h - the edges of two outlines that may meet while the outlines move a little.
//
// The lists are made by the trees for one pose and serve until B has moved relative to A by more than
// they allow for; see outline_near.c. They save time and change no bit.

#ifndef AB_OUTLINE_NEAR_H
#define AB_OUTLINE_NEAR_H

#include "abut/memory.h"
#include "collide/broad/shape_pair_table.h"
#include "collide/planar/near_room.h"
#include "collide/planar/outline_scene.h"

typedef struct abEdgePair {
    int a, b;
    int contacts; // that they may have: a sum of AB_MEET_BALLS_0 and others
} abEdgePair;

typedef struct abEdgePairs {
    abEdgePair *list;
    size_t count, capacity;
} abEdgePairs;

// A pose of B against A.
typedef struct abScenePose {
    double c, s;
    abVec2 t; // [m]
} abScenePose;

typedef struct abOutlineNear {
    abShapePair of;
    const abOutline2 *A, *B;
    abEdgePairs contacts; // may have one
    abEdgePairs meeting;  // may cross
    abScenePose made_at;
    abVec2 site; // a point of B: where they touch                                          [m]
    abNearRoom room;
    double start[2];  // then, how far the start of each was from the other                 [m]
    bool has_meeting; // else pairs that may cross are left to the trees
    bool has_last;    // the last answer
    abScenePose last_at;
    double last_margin;
    abOutlineFound *last;
    size_t last_count, last_capacity;
    abOutlineFound last_nearest;
    double last_deepest;
    bool is_last_too_deep;
} abOutlineNear;

// Of all pairs of shapes that were asked for lately.
typedef struct abOutlineWorkspace {
    abAllocator allocator;
    abShapePairTable near;
} abOutlineWorkspace;

// NULL for want of memory, and for outlines of few edges, which need none. Good until the next call.
abOutlineNear *ab_outline_near_find(abOutlineWorkspace *workspace, const abShape *A,
                                    const abShape *B);
void ab_outline_workspace_done(abOutlineWorkspace *workspace);

// All contacts that may count, by the lists; false when these do not serve: the scene is then as it
// was.
bool ab_outline_search_near(abOutlineNear *near, abOutlineScene *scene);
// After a search by the trees: makes lists around what was found.
void ab_outline_make_near(abOutlineNear *near, abAllocator allocator, const abOutlineScene *scene);
// Whether the lists hold all edges that may cross.
bool ab_outline_near_has_meeting(const abOutlineNear *near, const abOutlineScene *scene);
// Whether the start of an outline is surely not inside the other one.
bool ab_outline_near_starts_outside(const abOutlineNear *near, const abOutlineScene *scene,
                                    int side);

// The last answer, if that was what is asked for again.
bool ab_outline_near_answers(const abOutlineNear *near, abOutlineScene *scene);
void ab_outline_near_keep(abOutlineNear *near, abAllocator allocator, const abOutlineScene *scene);

#endif
