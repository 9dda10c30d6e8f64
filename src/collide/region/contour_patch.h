// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_patch.h - the contacts of two meshes by the contours in which they meet: each region of
// the overlap has a plane, and points in it.

#ifndef AB_CONTOUR_PATCH_H
#define AB_CONTOUR_PATCH_H

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/region/contour.h"
#include "collide/region/region_room.h"

// What the points of a region are for.
typedef enum abContourUse {
    AB_CONTOUR_FORCES, // a law of a point: corners of the hull share one force at the greatest
                       // depth
    AB_CONTOUR_STEPS,  // likewise, each at its own depth
    AB_CONTOUR_AREAS,  // a pressure: four points share the area, each with the thickness there
    AB_CONTOUR_ROWS    // conditions: corners of the hull, each with its depth
} abContourUse;

typedef struct abContourSpec {
    bool is_set;
    abContourPlane plane;
    double spacing; // corners of a hull are not nearer to each other                        [m]
} abContourSpec;

// Points of one region, and the most that all have together.
enum { AB_CONTOUR_POINTS = 16, AB_CONTOUR_REGIONS = AB_PATCH_MAX / 4 };

// The points of the overlap whose deepest points are `deepest`, region after region, at least one:
// where nothing overlaps, the nearest points. Of more than AB_CONTOUR_REGIONS regions those with
// the most area have points. Leaves contours and regions in `contours`; a point's `region` is one
// of these, -1 of the nearest points.
int ab_contour_patch(abContours *contours, abRegionWorkspace *workspace, const abShape *A,
                     const abPose *X_WA, const abShape *B, const abPose *X_WB,
                     const abProximity *deepest, const abContourSpec *spec, abContourUse use,
                     abPatchPoint points[AB_PATCH_MAX]);

// How thick the overlap of a region is at a place; and the depths of points that have these
// thicknesses, less what they were pushed together, for the greatest depth: (1c).
double ab_contour_thickness(const abContourRegion *region, abVec3 p);
void ab_contour_share_depth(abPatchPoint *points, size_t count, double greatest);

#endif
