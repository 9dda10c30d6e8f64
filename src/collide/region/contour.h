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

#include "collide/region/region_room.h"

typedef struct abContour {
    int first, count; // points; the last is joined to the first. A's part inside B is on the left,
                      // seen from outside A
    int region;       // -1: the surfaces lie on each other there, without depth
    int start;        // its first piece, while regions are looked for
} abContour;

typedef enum abContourPlane {
    AB_CONTOUR_PLANE_AREA,         // across the area within the contours, as a vector
    AB_CONTOUR_PLANE_LEAST_SQUARES // nearest to the contours
} abContourPlane;

typedef struct abContourRegion {
    double area[2];   // of the part of A inside B, and of B inside A                      [m^2]
    abVec3 area_AB_W; // of A's part as a vector, outward from A: its direction is that of the plane
    abVec3 middle_W;  // of its contours, a point of its plane; of a region without contours, of
                      // the mesh inside the other                                          [m]
    double depth;     // of its deepest point                                               [m]
    abVec3 deep_W, deep_n_AB_W; // that point, and as in abPatchPoint how its depth grows

    // What is within the contours, seen along the normal; zeros of a region without contours.
    abVec3 n_AB_W;      // of the plane, unit
    double flat_area;   // [m^2]
    abVec3 centre_W;    // of this area                                                      [m]
    abVec3 spread_W[2]; // columns of the root of its covariance in the plane                [m]
    double volume;      // of the overlap                                                    [m^3]
    // thickness: volume / flat_area + slope . (x - centre), with the volume and its first moments
    abVec3 slope_W;
    abVec3 moment_W; // first and second moments of the volume about the middle               [m^4]
    abMat3 second_W; //                                                                       [m^5]
    // Along the axes of the plane: what of a way across is kept where the overlap is flat; 1 and 0
    // of a face, 0 of what is round.
    double flat[2][2];
    int deepest; // while it is looked for
} abContourRegion;

// Lists grow as they are needed. Begin with zeros, an allocator and which plane is wanted.
typedef struct abContours {
    abAllocator allocator;
    abContourPlane plane;
    abVec3 *points; // in the world                                                         [m]
    abContour *loops;
    abContourRegion *regions;
    size_t point_count, loop_count, region_count;
    size_t point_capacity, loop_capacity, region_capacity;
    struct abContourWork *work;
    size_t work_capacity;
    struct abContourNode *nodes;
    size_t node_capacity;
    struct abHullCorner *flat; // of a hull
    size_t flat_capacity;
} abContours;

// The contours of two meshes. Without contours and regions: they are apart. False for want of
// memory. The same poses give the same bits.
bool ab_mesh_contours(abContours *out, abRegionWorkspace *workspace, const abShape *A,
                      const abPose *X_WA, const abShape *B, const abPose *X_WB);
void ab_contours_done(abContours *contours);

#endif
