// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_plane.h - two plane curves seen in the plane of the first: B is taken in the plane of A;
// what moves it out of it or tilts it is left out.

#ifndef AB_CURVE_PLANE_H
#define AB_CURVE_PLANE_H

#include "shape/core/shape.h"
#include "shape/curve/curve.h"

typedef struct abCurvePlane {
    const abCurve *A, *B;
    double c, s; // rotation of B against A
    abVec2 t;    // origin of B                                                           [m]
} abCurvePlane;

static inline abCurvePlane ab_curve_plane(const abShape *A, const abPose *X_WA, const abShape *B,
                                          const abPose *X_WB) {
    abMat3 R = ab_mat3_t_mul(X_WA->R, X_WB->R);
    abVec3 t = ab_mul_t(X_WA->R, ab_sub(X_WB->p, X_WA->p));
    double c = R.m[0][0] + R.m[1][1], s = R.m[1][0] - R.m[0][1], length = sqrt(c * c + s * s);
    bool turned = length > 0.0;
    return (abCurvePlane){A->curve, B->curve, turned ? c / length : 1.0, turned ? s / length : 0.0,
                          ab_vec2(t.x, t.y)};
}

static inline bool ab_curve_plane_is_same(const abCurvePlane *a, const abCurvePlane *b) {
    return a->A == b->A && a->B == b->B && a->c == b->c && a->s == b->s && a->t.x == b->t.x &&
           a->t.y == b->t.y;
}

// Directions of B, in A and back.
static inline abVec2 ab_curve_turn(const abCurvePlane *in, abVec2 d) {
    return ab_vec2(in->c * d.x - in->s * d.y, in->s * d.x + in->c * d.y);
}

static inline abVec2 ab_curve_turn_back(const abCurvePlane *in, abVec2 d) {
    return ab_vec2(in->c * d.x + in->s * d.y, in->c * d.y - in->s * d.x);
}

// Points likewise.
static inline abVec2 ab_curve_out_of_B(const abCurvePlane *in, abVec2 p) {
    return ab_add2(ab_curve_turn(in, p), in->t);
}

static inline abVec2 ab_curve_into_B(const abCurvePlane *in, abVec2 p) {
    return ab_curve_turn_back(in, ab_sub2(p, in->t));
}

static inline abVec3 ab_curve_to_world(const abPose *X_WA, abVec2 p) {
    return ab_pose_point(*X_WA, ab_vec3(p.x, p.y, 0.0));
}

#endif
