// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_nearest.h - the nearest points of two meshes that do not cross.

#ifndef AB_MESH_NEAREST_H
#define AB_MESH_NEAREST_H

#include "abut/vector.h"
#include "mesh/core/mesh_surface.h"
#include "mesh/core/mesh_tree.h"

// A triangle of a mesh with its box.
typedef struct abCorners {
    abVec3 p[3], low, high;
} abCorners;
// In the frame in which the mesh is at X; NULL: in its own.
abCorners ab_mesh_corners(const abMeshSurface *surface, int triangle, const abPose *X);
// The same of the triangle at a place in the order of the tree.
abCorners ab_mesh_corners_at(const abMeshSurface *surface, int place, const abPose *X);
// Whether their boxes are farther than `skin` from each other along an axis.
static inline bool ab_corners_are_apart(const abCorners *a, const abCorners *b, double skin) {
    return a->low.x - b->high.x > skin || b->low.x - a->high.x > skin ||
           a->low.y - b->high.y > skin || b->low.y - a->high.y > skin ||
           a->low.z - b->high.z > skin || b->low.z - a->high.z > skin;
}

// Two trees at once; B is at X_AB in the frame of A.
typedef struct abMeshBoxes {
    const abMeshSurface *A, *B;
    abPose X_AB;
    abMat3 size_AB; // magnitudes of the rotation
} abMeshBoxes;
abMeshBoxes ab_mesh_boxes(const abMeshSurface *A, const abMeshSurface *B, const abPose *X_AB);
// Calls `leaves` for the pairs of leaves that are no farther from each other than `skin`, which asks
// for the box of B; NULL: 0. Ends when it answers false, and then answers false.
typedef double abMeshRoom(const void *context, const abMeshNode *b);
typedef bool abMeshLeaves(void *context, const abMeshNode *a, const abMeshNode *b);
bool ab_mesh_near_leaves(const abMeshBoxes *boxes, abMeshRoom *skin, abMeshLeaves *leaves,
                         void *context);

// The nearest points of two meshes found so far, in the frame of A.
typedef struct abMeshGap {
    double distance2;
    double reach2; // what is surely farther than this cannot be nearer, whatever was rounded
    double slack;
    abVec3 a, b;
    int triangle_a, triangle_b; // -1: none yet
} abMeshGap;
abMeshGap ab_mesh_gap_none(const abMeshSurface *A, const abMeshSurface *B, const abPose *X_AB);
// One pair of triangles.
void ab_mesh_gap_look(abMeshGap *gap, const abCorners *a, int triangle_a, const abCorners *b,
                      int triangle_b);
// All that can be nearer. Stops at distance 0.
void ab_mesh_gap_search(abMeshGap *gap, const abMeshBoxes *boxes);

#endif
