// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_facet.h - one triangle of a mesh against one shape: where is it nearest or deepest?

#ifndef AB_MESH_FACET_H
#define AB_MESH_FACET_H

#include "collide/broad/proximity.h"
#include "mesh/core/mesh_surface.h"
#include "shape/core/shape.h"

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

// `closest` answers for the shape. False when the triangle has surely no point nearer than `limit`; else the lowest, within
// `tolerance`.
bool ab_facet_lowest(const abShape *shape, abClosestPoint *closest, const abVec3 corner[3],
                     double limit, double tolerance, abFacetLow *low);

// Distance of the farthest point of the shape's core along d from a mesh, less its radius: how the
// shape's own corners and rims dip into the mesh. Starts with direction d, in the frame of the
// mesh, and goes on with the normals it finds.
typedef struct abDip {
    double distance; // < 0 inside                                                        [m]
    abVec3 p, n;     // point of the core, outward normal of the mesh; frame of the mesh
    int triangle;    // of the mesh, nearest to p
} abDip;
abDip ab_mesh_dip(const abShape *shape, const abPose *X_MS, const abMeshSurface *surface, abVec3 d);

#endif
