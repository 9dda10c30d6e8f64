// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_near.h - the pairs of triangles of two meshes that may meet while the meshes move a little.
//
// The list is made by the trees for one pose and serves until B has moved relative to A by more
// than it allows for; see mesh_near.c. What is asked of it does not depend on when it was made: it
// saves time and changes no bit.
//
// Private to collide.

#ifndef AB_MESH_NEAR_H
#define AB_MESH_NEAR_H

#include <stdint.h>

#include "abut/memory.h"
#include "base/array.h"
#include "collide/broad/shape_pair_table.h"
#include "collide/mesh/mesh_nearest.h"
#include "mesh/core/mesh_surface.h"
#include "shape/core/shape.h"

// Triangles of one mesh that are in the list.
typedef struct abNearSide {
    int *triangle; // number in the mesh
    abCorners *at; // where they are, in the frame of A; those of B: at the last pose
    size_t count;
} abNearSide;

// Triangles by their places in the sides' lists.
typedef struct abNearPair {
    int own, other;
} abNearPair;

typedef struct abMeshNear {
    abShapePair of;
    const abMeshSurface *A, *B;
    abArrays arrays;
    abNearSide side[2];
    // sorted by the numbers of the triangles of A, then B; and by those of B, then A
    abNearPair *pairs[2];
    size_t count;
    uint64_t *keys; // room for making the list

    abPose made_at, at;    // B in the frame of A: when the list was made, now
    abVec3 site;           // a point of B: where they touch                                 [m]
    double skin, rotation; // the list holds pairs nearer than room + turn |x - site|   [m], [rad]
    double reach;          // now no other pair is nearer than this                          [m]
    unsigned uses;         // since it was made
    size_t crossing;       // the last pair that was seen to cross, a guess for next time
    bool is_crossed;       // it did
    // what was nearest when they were last found apart; `gap` 0: nothing is known
    int nearest[2]; // triangles
    double gap;     // [m]
    abPose gap_at;  // B in the frame of A
} abMeshNear;

// Makes the list serve for B at X_AB in the frame of A. False for want of memory.
bool ab_mesh_near_set(abMeshNear *near, abAllocator allocator, const abPose *X_AB);
// Whether they are surely still apart since they were last found so, and the list would not help.
bool ab_mesh_near_is_apart(const abMeshNear *near, const abPose *X_AB);

// As ab_mesh_mesh asks them; whether they cross at the pose set. The gap without the list when
// has_list is false.
bool ab_mesh_near_crosses(abMeshNear *near);
abMeshGap ab_mesh_near_gap(abMeshNear *near, const abPose *X_AB, bool has_list);

// The list of a pair of meshes, to be set. NULL for want of memory. Good until the next call.
abMeshNear *ab_mesh_near_find(abShapePairTable *table, abAllocator allocator, const abShape *A,
                              const abShape *B);
void ab_mesh_near_table_done(abShapePairTable *table, abAllocator allocator);

#endif
