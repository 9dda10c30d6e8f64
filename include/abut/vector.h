// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/vector.h - the small geometric types, passed by value.

#ifndef ABUT_VECTOR_H
#define ABUT_VECTOR_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abVec3 {
    double x, y, z;
} abVec3;

// Unit quaternion, w first: R_WB v = q v q*.
typedef struct abQuat {
    double w, x, y, z;
} abQuat;

// Matrix by rows: m[i][j] is row i, column j. A rotation R_WB has the axes of B as columns.
typedef struct abMat3 {
    double m[3][3];
} abMat3;

// Pose X_WB: a point p_B of B is at R p_B + p in W.
typedef struct abPose {
    abMat3 R;
    abVec3 p;
} abPose;

#ifdef __cplusplus
}
#endif

#endif
