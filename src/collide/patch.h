// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch.h - the points that carry an overlap where flat meets flat.
//
// One deepest point jumps from corner to corner when a face lies on a face, so nothing rests on it.
// A patch has a point at each corner, rim point and crossing of edges that overlaps. Their forces
// are those of the law at their own depth, times their weight.
//
// Weights  of a corner of the common outline: its exterior angle by a right angle. A corner of a
// box
//          has 1; where an edge cuts a corner off, the two new corners share its angle; all weights
//          of a flat patch sum to 4. So forces are continuous as outlines slide over each other,
//          and do not depend on how finely an outline is divided. What the points lack of one
//          force at the deepest point is added there: a patch never carries less than one point.
// Energy   a corner on a face has a fixed weight and its depth is that of the face, so its force
// has
//          a potential. Weights that change while something moves along an edge do work of the
//          order of the stored energy times the change; the energy book shows it.
// Limits   ball, ellipsoid and whatever has neither faces nor rims: the deepest point alone.

#ifndef AB_PATCH_H
#define AB_PATCH_H

#include "collide/collide.h"

typedef struct abPatchPoint {
    abVec3 p_W;        // middle of the overlap                                              [m]
    abVec3 n_AB_W;     // unit normal from A into B
    double depth;      // > 0, except for the deepest point of a pair that does not overlap   [m]
    double weight;     // of the force, 0 to 4
    double area;       // of the patch that this point stands for; 0 for points and lines    [m^2]
    double area_slope; // of it, when the bodies come closer as they are                  [m]
    int id;            // the same for the same feature as the pair moves
    int region;        // of meshes: number of the region, 0 on
    // of regions of meshes: the region's deepest point, and how fast its depth grows when B is
    // moved there, as a vector turned round; a unit normal where one wall is nearest
    abVec3 deep_W, deep_n_AB_W;
} abPatchPoint;

enum { AB_PATCH_MAX = 72 };

// Whether the points can be more than the deepest one.
bool ab_has_patch(const abShape *A, const abShape *B);

// The points of the overlap whose deepest points are `deepest`, at least one. Pure, as
// ab_proximity.
int ab_patch(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
             const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX]);

#endif
