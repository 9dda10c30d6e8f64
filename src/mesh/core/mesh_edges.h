// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_edges.h - which triangles meet at which edge, and which parts hang together.

#ifndef AB_MESH_EDGES_H
#define AB_MESH_EDGES_H

#include "mesh/core/triangle_mesh.h"

// A side of a triangle.
typedef struct abMeshSide {
    int a, b; // its points, a < b
    int triangle;
    bool is_upward; // the triangle runs from a to b
} abMeshSide;

typedef struct abMeshEdges {
    abMeshSide *sides; // sorted by a, b, triangle; sides between equal points are left out
    size_t count;
} abMeshEdges;

// False for want of memory.
bool ab_mesh_edges_find(abMeshEdges *edges, const abTriangleMesh *mesh, abArena *arena);

// The end of the sides that lie on the same edge as side `first`.
size_t ab_mesh_edge_end(const abMeshEdges *edges, size_t first);

// How often an edge (sides first to end) is run upward more than downward: 0 when its triangles
// agree on what is outside.
int ab_mesh_edge_balance(const abMeshEdges *edges, size_t first, size_t end);

// part[t]: number of the part that triangle t belongs to, from 0 in the order of first triangles;
// triangles that share an edge are in one part. Returns the number of parts; -1 for want of memory.
int ab_mesh_parts(const abMeshEdges *edges, const abTriangleMesh *mesh, int *part, abArena *arena);

#endif
