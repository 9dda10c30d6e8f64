// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_surface.h - a closed mesh made ready for contact as it is: normals, neighbours, a tree of
// boxes; and the question every pair asks it: how far is a point, and on which side?
//
// Built once, constant afterwards. Queries are pure and take no memory.

#ifndef AB_MESH_SURFACE_H
#define AB_MESH_SURFACE_H

#include "mesh/mesh_report.h"
#include "mesh/mesh_tree.h"

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
    bool has_inlets;       // some sharp edges stand in
    bool has_sheets;       // some edges are sharp
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
enum { AB_MOST_AROUND = 64 }; // triangles of a point that are looked at

// Why a mesh cannot be used as it is: an item of its report; AB_MESH_CHECK_COUNT when it can.
abMeshCheck ab_mesh_surface_fault(const abMeshReport *report);

// For a mesh without fault. Cost n log n. False for want of memory.
bool ab_mesh_surface_build(abMeshSurface *surface, const abTriangleMesh *mesh, abArena *arena);

// Its parts in mesh_cells.c: cells and whether it is convex, once the rest is there.
bool ab_mesh_cells_build(abMeshSurface *surface, abArena *arena);

typedef struct abMeshClosest {
    double distance; // signed: > 0 outside                                               [m]
    abVec3 point;    // nearest on the surface                                            [m]
    abVec3 normal;   // outward unit normal: from the point to p, or of the surface there
    int triangle;    // that holds the point; -1: nothing nearer than the limit
    int feature;     // of it, as ab_triangle_closest() says
} abMeshClosest;

// The surface point nearest to p, among those nearer than `limit`.
// Error: a few roundings of the coordinates. The side is right where it can be told: p farther from
// the surface than rounding.
abMeshClosest ab_mesh_closest(const abMeshSurface *surface, abVec3 p, double limit);
// The same, sooner when triangle `guess` is near p; -1: no guess. It never changes the answer.
abMeshClosest ab_mesh_closest_near(const abMeshSurface *surface, abVec3 p, double limit, int guess);

// The triangles that may be nearer to p than `distance`, at most so many; their number, `most` + 1
// when there are more. None that is nearer is left out.
int ab_mesh_within(const abMeshSurface *surface, abVec3 p, double distance, int *triangles,
                   int most);
// The nearest of these triangles, of which the first by number counts.
abMeshClosest ab_mesh_closest_among(const abMeshSurface *surface, abVec3 p, const int *triangles,
                                    int count);
// The same; puts those first that may be the nearest after a motion by less than *certain, *few of
// them. Of at most 16 triangles.
abMeshClosest ab_mesh_closest_first(const abMeshSurface *surface, abVec3 p, int *triangles,
                                    int count, int *few, double *certain);
// The same of one triangle, whatever is nearer.
abMeshClosest ab_mesh_closest_on(const abMeshSurface *surface, int triangle, abVec3 p);

// Whether a point of the surface is nearer to p than `radius`.
bool ab_mesh_is_near(const abMeshSurface *surface, abVec3 p, double radius);

// The point of a triangle nearest to p. `feature` becomes 0 for the inside, 1 to 3 for side 0 to 2,
// 4 to 6 for corner 0 to 2.
abVec3 ab_triangle_closest(const abVec3 corner[3], abVec3 p, int *feature);

// Weights of the corners for a point of a triangle, exactly 0 and 1 where its feature says so.
void ab_mesh_weights(const abMeshSurface *surface, int triangle, abVec3 point, int feature,
                     double weight[3]);

typedef struct abMeshHit {
    double t; // along the ray: origin + t direction                          [lengths of direction]
    int triangle;
} abMeshHit;

// Where a ray first goes through the surface with t in [0, max]; false when it does not.
bool ab_mesh_ray(const abMeshSurface *surface, abVec3 origin, abVec3 direction, double max,
                 abMeshHit *hit);
// The first `most` of all its hits, in order; returns how many.
int ab_mesh_hits(const abMeshSurface *surface, abVec3 origin, abVec3 direction, double max,
                 abMeshHit *hits, int most);

#endif
