// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hull.h - the convex hull of a point cloud: corners, flat faces, neighbours, mass properties.

#ifndef AB_HULL_H
#define AB_HULL_H

#include "base/inline.h"
#include "math/vector_math.h"
#include "shape/shape.h"

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

// The hull of all points of a mesh, as a shape; notes its volume in the source.
abResult ab_hull_of_mesh(abMeshSource *source, abArena *arena, abShape *shape, abPlace place,
                         abError *error);

// Fills `cells` when all else is known. False for want of memory.
bool ab_hull_make_cells(abHull *hull, abArena *arena);

// The number of the cell that d is in. Any cell when d is zero or not finite.
AB_INLINE int ab_hull_cell(int side, abVec3 d) {
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z), t[5] = {d.x, d.y, d.z, d.x, d.y};
    int y_leads = y > x, z_leads = z > (x > y ? x : y);
    int axis = 2 * z_leads + (y_leads & (1 - z_leads));
    double half = 0.5 * side, stretch = half / fabs(t[axis]), last = side - 1.0;
    double row = t[axis + 1] * stretch + half, column = t[axis + 2] * stretch + half;
    row = row > 0.0 ? row : 0.0;
    column = column > 0.0 ? column : 0.0;
    row = row < last ? row : last;
    column = column < last ? column : last;
    return ((2 * axis + (t[axis] < 0.0)) * side + (int)row) * side + (int)column;
}

// A corner farthest in direction d, by walking uphill from corner `best`.
int ab_hull_climb(const abHull *hull, int best, abVec3 d);

// A corner farthest in direction d. Of those equally far a fixed choice.
AB_INLINE int ab_hull_farthest(const abHull *hull, abVec3 d) {
    const unsigned short *list =
        hull->side > 0 ? hull->cells[ab_hull_cell(hull->side, d)].corner : NULL;
    if (list == NULL || list[AB_HULL_CELL - 1] == AB_HULL_CLIMB) {
        return ab_hull_climb(hull, list == NULL ? 0 : list[0], d);
    }
    const abVec3 *corners = hull->corners;
    double h0 = ab_dot(corners[list[0]], d), h1 = ab_dot(corners[list[1]], d);
    double h2 = ab_dot(corners[list[2]], d), h3 = ab_dot(corners[list[3]], d);
    int low = h1 > h0, high = 2 + (h3 > h2), is_high = (h3 > h2 ? h3 : h2) > (h1 > h0 ? h1 : h0);
    return list[low + (high - low) * is_high]; // without branches, which would be hard to predict
}

#endif
