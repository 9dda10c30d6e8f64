// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_sums.h - what the triangles below each node of a mesh's tree add up to, so that many of
// them can be taken at once when a plane cuts the mesh. Private to collide.

#ifndef AB_PLANE_SUMS_H
#define AB_PLANE_SUMS_H

#include "abut/memory.h"
#include "base/array.h"
#include "mesh/core/mesh_surface.h"

// Vectors as rows of four, the last 0: compilers take them side by side.
enum { AB_ROW = 4 };

// The two children of a node, side by side.
typedef struct abPlanePair {
    double middle[3][2], half[3][2]; // of boxes that hold their triangles                  [m]
    int first[2], count[2];          // leaf: triangles; else count 0, number of its own pair
    int begin[2], triangles[2];      // the first below it, and how many
} abPlanePair;

// Integrals over the triangles below a node, by the place x from the middle of its box; area as an
// outward vector.
typedef struct abNodeSums {
    double area[AB_ROW];      // int dA                                                   [m^2]
    double first[3][AB_ROW];  // int x_j dA                                               [m^3]
    double second[6][AB_ROW]; // int x_j x_k dA; xx, xy, xz, yy, yz, zz                    [m^4]
    double low[3], high[3];   // all unit normals are between
} abNodeSums;

// Which coordinates the rows of `second` are of.
static const int ab_second_of[6][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};

typedef struct abPlaneTriangle {
    double corner[3][AB_ROW]; // x, y, z of the corners, the first again                   [m]
    double area[AB_ROW];      // outward                                                 [m^2]
} abPlaneTriangle;

// The lists of `sides`: coordinate j of the middle of side k is in list 3 j + k, of the outward
// area by three in list 9 + j. Behind each are so many zeros.
enum { AB_SIDE_LISTS = 12, AB_SIDE_ZEROS = 8 };
static inline size_t ab_side_stride(const abMeshSurface *surface) {
    return surface->mesh->triangle_count + AB_SIDE_ZEROS;
}

// Pair and sums of one number are those of the same node; the root has 0. A mesh of one leaf has a
// pair of that and an empty one.
typedef struct abPlaneTable {
    const abMeshSurface *surface;
    abPlanePair *pairs;
    abNodeSums *sums;
    abPlaneTriangle *triangles; // in the order of the tree
    double *sides;              // AB_SIDE_LISTS lists of numbers of the triangles, in that order
    abArrays arrays;            // all of them
} abPlaneTable;

// Of an empty table (all zero). False for want of memory. Cost n.
bool ab_plane_table_build(abPlaneTable *table, const abMeshSurface *surface, abAllocator allocator);
// Fills `sides`, unless that is done. False for want of memory.
bool ab_plane_table_add_sides(abPlaneTable *table, abAllocator allocator);
void ab_plane_table_done(abPlaneTable *table, abAllocator allocator);

#endif
