// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_surface.h - a closed mesh made ready for contact as it is: normals, neighbours, a tree of
// boxes; and the question every pair asks it: how far is a point, and on which side?
//
// Built once, constant afterwards. Queries are pure and take no memory.

#ifndef AB_MESH_SURFACE_H
#define AB_MESH_SURFACE_H

#include "mesh/core/mesh_tree.h"
#include "mesh/core/triangle_mesh.h"

// A slab that holds the triangles of a node of the tree: with a surface that bends little it is
// much thinner than their box.
typedef struct abMeshSlab {
    abVec3 normal;    // unit, of their area
    double low, high; // normal . x is between                                            [m]
} abMeshSlab;

// normal . x = height.
typedef struct abMeshPlane {
    abVec3 normal;
    double height; // [m]
} abMeshPlane;

// What is next to a triangle: below its plane, within the planes through its sides that halve the
// angles to the triangles beside it. Their normals are out of it; from both sides of an edge they
// are the same to the bit, zero where both triangles lie on each other.
typedef struct abMeshCell {
    abMeshPlane plane, wall[3];
    int beside[3];
    double lean[3]; // tangent of half the angle between both normals; > 0: the edge stands out
} abMeshCell;

#define AB_SHARP_LEAN 0.268 // of edges that two normals see at 30 degrees

typedef struct abMeshSurface abMeshSurface;
struct abMeshSurface {
    const abTriangleMesh *mesh;
    abMeshTree tree;
    abMeshSlab *slabs;     // per node
    abVec3 *normals;       // outward, unit, per triangle
    int *beside;           // per side (3 t + i, from corner i to the next): triangle across it
    abVec3 *edge_normals;  // per side: sum of both triangles' normals
    abVec3 *point_normals; // per point: normals of its triangles by their angles there
    abMeshCell *cells;     // per triangle
    bool is_convex;        // nothing above the plane of any triangle, but for rounding
    bool is_round;         // and no two triangles side by side are in one plane
    bool is_polyhedron;    // convex, and all edges are sharp: flat faces, no facets of a round one
    bool has_inlets;       // some sharp edges stand in
    bool has_layers;       // some edges are sharp
    abVec3 *corners;       // three per triangle, in the order of the tree                 [m]
    abVec3 *point_areas;   // per point: a third of the areas of its triangles, as vectors   [m^2]
    double mean_edge;      // of a triangle of mean area with equal sides                  [m]
    double edge;           // longest edge                                                 [m]
    double wall;           // the thinnest wall seen along the normals of the triangles    [m]
    int wall_face;         // where: number in the file
};

// Around a point of a triangle: the next triangle that has it.
static inline int ab_mesh_next_around(const abMeshSurface *surface, int point, int triangle) {
    const int *corner = &surface->mesh->triangles[3 * triangle];
    int i = corner[0] == point ? 0 : corner[1] == point ? 1 : 2;
    return surface->beside[3 * triangle + i];
}
enum { AB_MAX_AROUND = 64 }; // triangles of a point that are looked at

// For a mesh without fault. Cost n log n. False for want of memory.
bool ab_mesh_surface_build(abMeshSurface *surface, const abTriangleMesh *mesh, abArena *arena);

#endif
