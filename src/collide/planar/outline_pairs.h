// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_pairs.h - outlines in the pair matrix, and plates (outlines with a thickness) in space.

#ifndef AB_OUTLINE_PAIRS_H
#define AB_OUTLINE_PAIRS_H

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/planar/outline_near.h"

// Two outlines in the pair matrix.
abCollide ab_outline_pair;

// The overlaps as points of a patch. How many.
int ab_outline_points(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      abPatchPoint points[AB_PATCH_MAX]);

// Both of two outlines, with what a workspace knows of the pair.
void ab_outlines_proximity(abOutlineWorkspace *workspace, const abShape *A, const abPose *X_WA,
                           const abShape *B, const abPose *X_WB, abProximity *out);
int ab_outlines_points(abOutlineWorkspace *workspace, const abShape *A, const abPose *X_WA,
                       const abShape *B, const abPose *X_WB, abPatchPoint points[AB_PATCH_MAX]);

#endif
