// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour.h - the closed lines in which the surfaces of two meshes meet, and the regions of the
// overlap with their areas on both.
//
// Lines always close and pairs of triangles meet in one piece or not at all, however corners, edges
// and faces fall on each other: B is held still and A is thought moved by less than any number
// along a fixed, generic way, which decides every tie; see contour.c.

#ifndef AB_CONTOUR_H
#define AB_CONTOUR_H

#include "collide/region.h"

typedef struct abContour {
    int first, count; // points; the last is joined to the first. A's part inside B is on the left,
                      // seen from outside A
    int region;       // -1: the surfaces lie on each other there, without depth
} abContour;

typedef struct abContourRegion {
    double area[2];   // of the part of A inside B, and of B inside A                      [m^2]
    abVec3 area_AB_W; // of A's part as a vector, outward from A: its direction is that of the plane
    abVec3 middle_W;  // of its contours; of one without, of the mesh inside the other      [m]
    double depth;     // of its deepest point                                               [m]
} abContourRegion;

// Lists grow as they are needed. Begin with zeros and an allocator.
typedef struct abContours {
    abAllocator allocator;
    abVec3 *points; // in the world                                                         [m]
    abContour *loops;
    abContourRegion *regions;
    size_t point_count, loop_count, region_count;
    size_t point_capacity, loop_capacity, region_capacity;
    struct abContourWork *work;
    size_t work_capacity;
} abContours;

// The contours of two meshes. Without contours and regions: they are apart. False for want of
// memory. The same poses give the same bits.
bool ab_mesh_contours(abContours *out, abRegionRoom *room, const abShape *A, const abPose *X_WA,
                      const abShape *B, const abPose *X_WB);
void ab_contours_done(abContours *contours);

#endif
