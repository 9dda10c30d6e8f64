// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_pairs.h - all places where two plane curves overlap, for patches.

#ifndef AB_CURVE_PAIRS_H
#define AB_CURVE_PAIRS_H

#include "collide/patch.h"

// One point per region of overlap: its deepest, with weight 1. With a margin also the places where
// the curves are nearest to each other and apart by less than it, with a depth below 0. When there
// are none, the nearest. Pure, as ab_proximity.
int ab_curve_points(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    double margin, abPatchPoint points[AB_PATCH_MAX]);

// The overlap region around a deepest point as an area: between the two crossings of the curves.
typedef struct abCurveLens {
    double area;     // [m^2]
    double chord;    // between the crossings                                            [m]
    abVec3 center_W; // of the area
} abCurveLens;
// False when the crossings are not found (a curve inside another).
bool ab_curve_lens(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                   const abPatchPoint *point, abCurveLens *out);

// Moves points to the centroids of their overlaps; those without crossings stay.
void ab_curve_centroids(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                        abPatchPoint *points, int count);

#endif
