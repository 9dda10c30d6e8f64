// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_lens.h - the overlap of two plane curves as an area: from a place inside both, along each
// to where it comes out of the other; the two stretches between bound it.

#ifndef AB_CURVE_LENS_H
#define AB_CURVE_LENS_H

#include "collide/broad/patch_point.h"
#include "shape/core/shape.h"

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
