// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_tree.h - a tree of boxes over the triangles of a mesh: which are near, which pairs are near
// each other.

#ifndef AB_MESH_TREE_H
#define AB_MESH_TREE_H

#include "mesh/core/triangle_mesh.h"

typedef struct abMeshNode {
    abVec3 low, high; // holds its triangles                                               [m]
    int first,
        count; // leaf: order[first .. first + count); else count 0, children first, first + 1
} abMeshNode;

typedef struct abMeshTree {
    abMeshNode *nodes; // the root is 0
    int *order;        // triangles
    int node_count;
} abMeshTree;

// False for want of memory. Cost n log n.
bool ab_mesh_tree_build(abMeshTree *tree, const abTriangleMesh *mesh, abArena *arena);

// Calls `found` for each triangle in a leaf whose box touches [low, high], until it answers false.
void ab_mesh_tree_near(const abMeshTree *tree, abVec3 low, abVec3 high,
                       bool (*found)(void *context, int triangle), void *context);

// Whether a leaf's box touches [low, high].
bool ab_mesh_tree_touches(const abMeshTree *tree, abVec3 low, abVec3 high);

// Calls `found` for each pair of triangles in leaves whose boxes touch, until it answers false.
void ab_mesh_tree_pairs(const abMeshTree *tree, bool (*found)(void *context, int a, int b),
                        void *context);

#endif
