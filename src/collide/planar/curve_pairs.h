// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_pairs.h - all places where two plane curves overlap, for patches.

#ifndef AB_CURVE_PAIRS_H
#define AB_CURVE_PAIRS_H

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/planar/curve_near.h"

// Two curves in the pair matrix.
abCollide ab_curve_curve;

// One point per region of overlap: its deepest, with weight 1. With a margin also the places where
// the curves are nearest to each other and apart by less than it, with a depth below 0. When there
// are none, the nearest. Pure, as ab_proximity.
int ab_curve_points(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    double margin, abPatchPoint points[AB_PATCH_MAX]);

// The same, what is near known from before: many times cheaper where curves move little from one
// question to the next, and the same bits; the radius is the caller's. NULL: no workspace.
void ab_curves_proximity(abCurveWorkspace *workspace, const abShape *A, const abPose *X_WA,
                         const abShape *B, const abPose *X_WB, abProximity *out);
int ab_curves_points(abCurveWorkspace *workspace, const abShape *A, const abPose *X_WA,
                     const abShape *B, const abPose *X_WB, double margin,
                     abPatchPoint points[AB_PATCH_MAX]);

#endif
