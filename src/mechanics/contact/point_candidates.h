// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// point_candidates.h - the points at which two rigid shapes touch or nearly do.

#ifndef AB_POINT_CANDIDATES_H
#define AB_POINT_CANDIDATES_H

#include "collide/broad/patch_point.h"
#include "collide/planar/outline_contact.h"
#include "mechanics/state/mechanics.h"

// The points of two shapes that touch or nearly do, B's and A's side of each.
typedef struct abPointCandidate {
    abVec3 p_A, p_B, n; // n from A into B
    double gap;
    int id;                          // in the patch; -1: the nearest points
    const abOutlineContact *outline; // of planar outlines: what meets; NULL
} abPointCandidate;

// `outlines` is room, which points may refer to.
int ab_rigid_surface_points(const abMechanics *mechanics, int shape_a, int shape_b,
                            const abPose *X_WA, const abPose *X_WB, abOutlineContacts *outlines,
                            abPointCandidate points[AB_PATCH_MAX]);

#endif
