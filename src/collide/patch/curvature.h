// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curvature.h - how two surfaces part from each other around the point where they touch.

#ifndef AB_CURVATURE_H
#define AB_CURVATURE_H

#include <math.h>
#include <stdbool.h>

#include "collide/broad/proximity.h"

// The gap around the contact point is (least x^2 + greatest y^2)/2 in the principal directions.
typedef struct abRelativeCurvature {
    double minimum, greatest; // principal values of the sum of both curvatures             [1/m]
    double line;              // how far straight lines of both surfaces run along each other in the
        // direction of `least`; INFINITY where nothing ends them                 [m]
} abRelativeCurvature;

// At the points and normal of `at`, which belong to these poses. Swapping A and B gives the same.
// False where one of the surfaces is not smooth, or does not know its curvature.
bool ab_relative_curvature(const abShape *A, const abPose *X_WA, const abShape *B,
                           const abPose *X_WB, const abProximity *at, abRelativeCurvature *out);

// Whether they touch in an ellipse, or along a line of some length: one contact. Flat faces do not,
// nor what conforms more closely than it can touch in one point.
static inline bool ab_is_curved(const abRelativeCurvature *at) {
    bool has_line = at->minimum == 0.0 && at->line > 0.0 && isfinite(at->line);
    return at->greatest > 0.0 && isfinite(at->greatest) && (at->minimum > 0.0 || has_line);
}

// The same a little later, when B has turned by `turn` about the middle between both points and
// slid by `slide` (tangential) there, relative to A: both contact points have then moved on their
// surfaces. First order in both; meant for differences.
bool ab_relative_curvature_moved(const abShape *A, const abPose *X_WA, const abShape *B,
                                 const abPose *X_WB, const abProximity *at, abVec3 slide,
                                 abVec3 rotation, abRelativeCurvature *out);

// How the nearest points move on their surfaces, and the normal as seen from A, while B moves so.
typedef struct abNearestMotion {
    abVec3 on_a, on_b; // of the points, on their bodies                                   [m/s]
    abVec3 normal;     // of the normal out of A                                            [1/s]
} abNearestMotion;

// B slides with `slide` (tangential) at the middle between both points and turns with `rotation`,
// both relative to A. False as above, and where no single point is nearest, as along a line.
bool ab_nearest_motion(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                       const abProximity *at, abVec3 slide, abVec3 rotation, abNearestMotion *out);

#endif
