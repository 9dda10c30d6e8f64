// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_parts.h - what the files of contours share. Private to collide.

#ifndef AB_CONTOUR_PARTS_H
#define AB_CONTOUR_PARTS_H

#include "collide/contour.h"
#include "collide/region_parts.h"

// An edge of a mesh through a triangle of the other.
typedef struct abPierce {
    int mesh, low, high, face; // points of the edge, by number
    int segment, end;          // whose end it is
} abPierce;

typedef struct abSegment {
    int triangle[2];
    abPierce ends[2];
    abVec3 p[2]; // in the frame of A
    int next[2]; // twice the segment joined to an end, and its end
    int loop;    // -1: not traced yet
} abSegment;

struct abContourWork {
    abSegment segment;
    abPierce pierces[2]; // of the list of all, which has two for each segment
    int cutting;         // triangles that cut one, likewise a list
};

// What regions are made of: first one for each entry of the room, then one for each loop.
struct abContourNode {
    int parent;
    int loop;       // of an entry: one that runs through it; -1: none
    bool is_shared; // by another loop as well
    int seen;       // the loop that asked last
};

// Two meshes whose parts are noted.
typedef struct abContourPair {
    abRegionRoom *room;
    const abShape *A, *B;
    const abPose *X_WA, *X_WB;
    size_t segments;
} abContourPair;

// The regions of all loops, complete; contour_regions.c. False for want of memory.
bool ab_contour_find_regions(abContours *contours, const abContourPair *pair);

// Middles, normals and what is within the contours of all regions; contour_plane.c.
void ab_contour_find_planes(abContours *contours);
// The slopes of their thickness, once volumes and moments are there.
void ab_contour_find_thickness(abContours *contours);

// The room of hulls; contour_hull.c.
void ab_contour_hull_done(abContours *contours);

// Axes of the plane across n.
static inline void ab_contour_axes(abVec3 n, abVec3 axis[2]) {
    axis[0] = ab_perpendicular(n);
    axis[1] = ab_cross(n, axis[0]);
}

// A corner of the hull of a region's contours, in its plane about the middle.
typedef struct abHullCorner {
    double x, y;   // along the axes of the plane                                          [m]
    double turn;   // by which the outline turns there, 2 pi together
    double weight; // as it is to be joined with others
} abHullCorner;

// Corners in order, without weights; they stay until the next call. 0 of no contours or for want of
// memory.
size_t ab_contour_hull(abContours *contours, int region, abHullCorner **corners);
// Joins corners nearer to each other than `spacing`, and the nearest while there are more than
// `most`. Returns how many are left.
size_t ab_contour_thin(abHullCorner *corners, size_t count, double spacing, size_t most);

#endif
