// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pose_fixture.h - for tests: poses in a few words.

#ifndef AB_POSE_FIXTURE_H
#define AB_POSE_FIXTURE_H

#include "math/core/vector_math.h"

static inline abPose at(double x, double y, double z) {
    return (abPose){ab_mat3_identity(), {x, y, z}};
}

// By angles about x, the new y, the new z.
static inline abPose at_turned(double x, double y, double z, double rx, double ry, double rz) {
    return (abPose){ab_quat_to_matrix(ab_quat_from_xyz((abVec3){rx, ry, rz})), {x, y, z}};
}

// Moved along an axis of the world, or turned about one through its origin.
static inline abPose moved(abPose X, int motion, double by) {
    abVec3 axis = {motion % 3 == 0, motion % 3 == 1, motion % 3 == 2};
    if (motion < 3) {
        X.p = ab_add_scaled(X.p, by, axis);
    } else {
        X.R = ab_mat3_mul(ab_quat_to_matrix(ab_quat_from_axis_angle(axis, by)), X.R);
    }
    return X;
}

#endif
