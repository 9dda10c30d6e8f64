// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hull.h - the convex hull of a point cloud: corners, flat faces, neighbours, mass properties.

#ifndef AB_HULL_H
#define AB_HULL_H

#include "base/inline.h"
#include "math/core/vector_math.h"
#include "shape/core/shape.h"

// Corners of a hull that may be farthest in the directions of one cell; short lists repeat one. The
// last is AB_HULL_CLIMB when there are more: then the first is one to start from.
enum { AB_HULL_CELL = 4, AB_HULL_CLIMB = 65535 };
typedef struct abHullCell {
    unsigned short corner[AB_HULL_CELL];
} abHullCell;

struct abHull {
    int corner_count, face_count;
    abVec3 *corners; // in S, in the order of the given points                          [m]
    abVec3 *normals; // outward, unit, per face
    double *offsets; // normal . x <= offset inside                                     [m]
    int *face_start; // corners of face f: face_corners[face_start[f] .. face_start[f+1]), ccw
    int *face_corners;
    int *ring_start; // neighbours of corner i: ring[ring_start[i] .. ring_start[i+1])
    int *ring;
    int *fan_start; // faces at corner i, likewise
    int *fan;
    int side;              // cells along an edge of the cube of directions; 0: there is no table
    abHullCell *cells;     // 6 side^2, see hull_cells.c
    abVec3 low, high;      // axis-aligned box                                          [m]
    abMassProperties mass; // of the solid at density 1
};

// Everything comes from `arena`. A cloud without volume is an error that says so.
abResult ab_hull_build(const abVec3 *points, size_t count, abArena *arena, abHull **hull,
                       abPlace place, abError *error);

// The function `support` of hulls, and of meshes by their hull.
abVec3 ab_hull_support(const abShape *shape, abVec3 d);

// The hull of all points of a mesh, as a shape; notes its volume in the source.
abResult ab_hull_of_mesh(abMeshSource *source, abArena *arena, abShape *shape, abPlace place,
                         abError *error);

#endif
