// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_parts.h - what the files on meshes as they are share. Private to collide.

#ifndef AB_MESH_PARTS_H
#define AB_MESH_PARTS_H

#include <math.h>

#include "collide/collide.h"
#include "collide/query.h"
#include "math/vector_math.h"
#include "mesh/mesh_surface.h"

static inline double ab_least(double a, double b) {
    return a < b ? a : b;
}
static inline double ab_most(double a, double b) {
    return a > b ? a : b;
}
// Widens a box to hold p; of nothing yet: AB_NO_LOW, AB_NO_HIGH.
static inline void ab_hold(abVec3 p, abVec3 *low, abVec3 *high) {
    *low = ab_vec3(ab_least(low->x, p.x), ab_least(low->y, p.y), ab_least(low->z, p.z));
    *high = ab_vec3(ab_most(high->x, p.x), ab_most(high->y, p.y), ab_most(high->z, p.z));
}
#define AB_NO_LOW ((abVec3){INFINITY, INFINITY, INFINITY})
#define AB_NO_HIGH ((abVec3){-INFINITY, -INFINITY, -INFINITY})

// A flat convex polygon in space.
enum { AB_FACET_CORNERS = 48 };
typedef struct abFacet {
    int count;
    abVec3 corner[AB_FACET_CORNERS];
    double height[AB_FACET_CORNERS];    // the caller's, of a corner; NAN of a new one
    signed char side[AB_FACET_CORNERS]; // from corner i to the next: side 0 to 2 of the triangle
                                        // it was cut from, -1: a cut
} abFacet;

// Keeps where  n . x <= h.
void ab_facet_cut(abFacet *facet, abVec3 n, double h);
// Middle by area; of a polygon without area that of its corners.
abVec3 ab_facet_middle(const abFacet *facet);
// Corners of a triangle of a mesh in another frame.
void ab_facet_corners(const abMeshSurface *surface, int triangle, const abPose *X,
                      abVec3 corner[3]);

// The point of a triangle nearest to, or deepest in, a shape. In the frame of the shape.
typedef struct abFacetLow {
    double value; // signed distance of the point from the shape                          [m]
    abVec3 x;     // the point
    abVec3 m;     // outward unit normal of the shape where it is nearest to x
    bool is_exact;
} abFacetLow;

// False when the triangle has surely no point nearer than `limit`; else the lowest, within
// `tolerance`.
bool ab_facet_lowest(const abShape *shape, const abVec3 corner[3], double limit, double tolerance,
                     abFacetLow *low);

// Distance of the farthest point of the shape's core along d from a mesh, less its radius: how the
// shape's own corners and rims dip into the mesh. Starts with direction d, in the frame of the
// mesh, and goes on with the normals it finds.
typedef struct abDip {
    double distance; // < 0 inside                                                        [m]
    abVec3 p, n;     // point of the core, outward normal of the mesh; frame of the mesh
    int triangle;    // of the mesh, nearest to p
} abDip;
abDip ab_mesh_dip(const abShape *shape, const abPose *X_MS, const abMeshSurface *surface, abVec3 d);

// A triangle of a mesh with its box.
typedef struct abCorners {
    abVec3 p[3], low, high;
} abCorners;
// In the frame in which the mesh is at X; NULL: in its own.
abCorners ab_mesh_corners(const abMeshSurface *surface, int triangle, const abPose *X);
// The same of the triangle at a place in the order of the tree.
abCorners ab_mesh_corners_at(const abMeshSurface *surface, int place, const abPose *X);
// Whether their boxes are farther than `room` from each other along an axis.
static inline bool ab_corners_are_apart(const abCorners *a, const abCorners *b, double room) {
    return a->low.x - b->high.x > room || b->low.x - a->high.x > room ||
           a->low.y - b->high.y > room || b->low.y - a->high.y > room ||
           a->low.z - b->high.z > room || b->low.z - a->high.z > room;
}

// Two trees at once; B is at X_AB in the frame of A.
typedef struct abMeshBoxes {
    const abMeshSurface *A, *B;
    abPose X_AB;
    abMat3 size_AB; // magnitudes of the rotation
} abMeshBoxes;
abMeshBoxes ab_mesh_boxes(const abMeshSurface *A, const abMeshSurface *B, const abPose *X_AB);
// Square of a lower bound of the distance of two boxes.
double ab_mesh_boxes_apart2(const abMeshBoxes *boxes, const abMeshNode *a, const abMeshNode *b);
// The two pairs of nodes that take the place of a pair that is not two leaves.
void ab_mesh_split_pair(const abMeshBoxes *boxes, int na, int nb, int pair[2][2]);

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
void ab_mesh_gap_tell(const abMeshGap *gap, const abPose *X_WA, abProximity *out);

// Whether two triangles cross, not counting such in one plane. Without rounding error.
bool ab_mesh_triangles_cross(const abCorners *a, const abCorners *b);

// Whether the first point of a mesh, which is at X in the frame of `into`, is inside that.
bool ab_mesh_holds(const abMeshSurface *into, const abMeshSurface *from, const abPose *X);

// Whether triangles of a mesh come near a box of another, which is at X in the frame of the mesh.
bool ab_mesh_box_touches(const abMeshSurface *into, const abPose *X, const abMeshNode *box);

// The deepest point of a line p + s u, u a unit vector, between the triangle it enters the mesh by
// and the one it leaves by. The depth is the least over the walls around, each linear along the
// line; two of them are followed until no third is nearer. Where both are equally near the depth
// grows, as things move, along the sum of their normals that is across u. Depth 0: the line does
// not enter by the first and leave by the last.
typedef struct abDeepest {
    double depth;
    abVec3 p;
    abVec3 growth; // outward; of one wall its normal
} abDeepest;
abDeepest ab_mesh_deepest_between(const abMeshSurface *into, abVec3 p, abVec3 u, int first,
                                  int last);

// The greatest depth in a mesh where the segment from p to q runs through it; not above zero when
// it does not. Exact where it crosses an edge. All in the frame of the mesh.
double ab_mesh_edge_depth(const abMeshSurface *into, abVec3 p, abVec3 q, abVec3 *deepest);

#endif
