// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_regions.h - which loops bound one region together, and what belongs to it.

#ifndef AB_CONTOUR_REGIONS_H
#define AB_CONTOUR_REGIONS_H

#include "collide/region/contour.h"
#include "collide/region/region_room.h"

// An edge of a mesh through a triangle of the other.
typedef struct abPierce {
    int mesh, low, high, face; // points of the edge, by number
    int segment, end;          // whose end it is
} abPierce;

typedef struct abContourSegment {
    int triangle[2];
    abPierce ends[2];
    abVec3 p[2]; // in the frame of A
    int next[2]; // twice the segment joined to an end, and its end
    int loop;    // -1: not traced yet
} abContourSegment;

struct abContourWork {
    abContourSegment segment;
    abPierce pierces[2]; // of the list of all, which has two for each segment
    int cutting;         // triangles that cut one, likewise a list
};

// What regions are made of: first one for each entry of the workspace, then one for each loop.
struct abContourNode {
    int parent;
    int loop;       // of an entry: one that runs through it; -1: none
    bool is_shared; // by another loop as well
    int seen;       // the loop that asked last
};

// Two meshes whose parts are noted.
typedef struct abContourPair {
    abRegionWorkspace *workspace;
    const abShape *A, *B;
    const abPose *X_WA, *X_WB;
    size_t segments;
} abContourPair;

// The regions of all loops, complete; contour_regions.c. False for want of memory.
bool ab_contour_find_regions(abContours *contours, const abContourPair *pair);

#endif
