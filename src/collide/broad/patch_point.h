// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_point.h - one of the points that carry an overlap; patch.h finds them.

#ifndef AB_PATCH_POINT_H
#define AB_PATCH_POINT_H

#include "collide/broad/proximity.h"

typedef struct abPatchPoint {
    abVec3 p_W;        // middle of the overlap                                              [m]
    abVec3 n_AB_W;     // unit normal from A into B
    double depth;      // > 0, except for the deepest point of a pair that does not overlap   [m]
    double weight;     // of the force, 0 to 4
    double area;       // of the patch that this point stands for; 0 for points and lines    [m^2]
    double area_slope; // of it, when the bodies come closer as they are                  [m]
    double slower;     // by what share the depth grows slower than the way along the normal, 0 to 1
    int id;            // the same for the same feature as the pair moves
    int region;        // of meshes: number of the region, 0 on
    // of regions of meshes: the region's deepest point, and how fast its depth grows when B is
    // moved there, as a vector turned round; a unit normal where one wall is nearest
    abVec3 deep_W, deep_n_AB_W;
} abPatchPoint;

enum { AB_PATCH_MAX = 72 };

// The deepest points of a pair as one of them.
static inline abPatchPoint ab_patch_point_of(const abProximity *deepest, double weight) {
    return (abPatchPoint){.p_W = ab_proximity_middle(deepest),
                          .n_AB_W = deepest->n_AB_W,
                          .depth = -deepest->distance,
                          .weight = weight,
                          .id = -1};
}

// Likewise of a region.
static inline abPatchPoint ab_region_point_of(const abProximity *deepest) {
    abPatchPoint point = ab_patch_point_of(deepest, 1.0);
    point.deep_W = deepest->p_A_W;
    point.deep_n_AB_W = deepest->n_AB_W;
    return point;
}

#endif
