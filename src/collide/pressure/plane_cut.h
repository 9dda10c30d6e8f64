// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_cut.h - the part of a closed mesh that is below a plane, as integrals of the depth over its
// surface. All that a pressure in proportion to the depth does follows from them, without any
// points.
//
// A node of the mesh's tree that is wholly below the plane has its integrals ready; only triangles
// along the rim are looked at one by one. So cost grows with the rim, not with the area. Who needs
// points, too, has those of such a node from ready lists.

#ifndef AB_PLANE_CUT_H
#define AB_PLANE_CUT_H

#include "collide/pressure/plane_sums.h"
#include "collide/pressure/surface_points.h"

// What a cut is to find beside force and moment.
typedef enum abPlaneSpec {
    AB_PLANE_SECOND = 1, // seen_first, seen_second
    AB_PLANE_POINTS = 2  // points
} abPlaneSpec;

// The plane and two axes in it, unit vectors; n is along u x v.
typedef struct abPlaneAxes {
    abVec3 u, v, n;
    double height; // n . x on it                                                          [m]
} abPlaneAxes;

// The points of rule `faces`, some at a time; x = u u + v v + (height - depth) n.
enum { AB_PLANE_BLOCK = 24 };
typedef struct abPlanePoints {
    double u[AB_PLANE_BLOCK], v[AB_PLANE_BLOCK]; //                                      [m]
    double depth[AB_PLANE_BLOCK];                // of those of none 0                   [m]
    double area[AB_PLANE_BLOCK]; // -n . dA, 0 of those that face away and of none       [m^2]
} abPlanePoints;

// Triangles beside each other in the order of the tree.
typedef struct abPlaneRun {
    int first, count;
} abPlaneRun;

// In the frame of the mesh; n is the outward normal of the plane, d the depth, x the place, dA the
// area as an outward vector. `seen`: of the triangles that face the plane, by the area -n . dA.
typedef struct abPlaneCut {
    abVec3 area;                  // int dA                                     [m^2]
    abVec3 force;                 // int d dA                                   [m^3]
    abVec3 moment;                // int d x * dA, about the origin             [m^4]
    double squares;               // int d^2 (-n . dA)                          [m^4]
    double seen_area, seen_depth; // int -n . dA, int d (-n . dA)        [m^2], [m^3]
    abVec3 seen_place;            // int d x (-n . dA)                          [m^4]
    double deepest;               // of the points that rule `faces` would have   [m]
    abVec3 deepest_x;             // the first of them in the order of the tree   [m]
    abVec3 seen_first;            // int x (-n . dA), when wanted                    [m^3]
    double seen_second[6];        // int x x' (-n . dA): xx, xy, xz, yy, yz, zz       [m^4]
    int parts;                    // that rule `faces` would have
    abPlaneAxes axes;             // when there are points
    // In the workspace until the next cut: points of triangles that are looked at one by one, and which
    // others have points; they are wholly penetrating and face the plane.
    const abPlanePoints *points;
    const abPlaneRun *runs;
    size_t block_count, run_count;
    const struct abPlaneTable *table;
} abPlaneCut;

// The plane normal . x = height, below which the other shape is solid; `spec` is a sum of
// abPlaneSpec. What is found depends on the arguments alone, to the bit. False for want of memory.
// Error   roundings of the coordinates by the area, as with the parts of rule `faces`.
bool ab_plane_cut(abSurfaceWorkspace *workspace, const abMeshSurface *surface, abVec3 normal,
                  double height, unsigned spec, abPlaneCut *cut);

// The table of a mesh, made when it is first asked for; plane_cut.c. NULL for want of memory.
abPlaneTable *ab_plane_table_find(abSurfaceWorkspace *workspace, const abMeshSurface *surface);

#endif
