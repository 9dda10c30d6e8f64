// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_hull.h - what holds a part of a curve: a circle, and a cone of its outward normals.

#ifndef AB_CURVE_HULL_H
#define AB_CURVE_HULL_H

#include "shape/curve/curve.h"

// Between two directions, 0 to pi.                                                       [rad]
double ab_angle_between2(abVec2 a, abVec2 b);
// Along `v`, or `other` where that has no length.
abVec2 ab_unit_or2(abVec2 v, abVec2 other);
// The directions of a cubic's derivative lie among those of its three control vectors.
void ab_curve_control_vectors(const abVec2 c[4], abVec2 out[3]);

// Of a cubic or an arc, with what an arc stores so that nothing needs a sine on the way.
void ab_curve_hull_of_piece(abCurvePart *piece);
abCurveHull ab_curve_hull_of_corner(abVec2 p, abVec2 middle, double half_angle);
// What holds both.
abCurveHull ab_curve_join_hulls(const abCurveHull *a, const abCurveHull *b);

#endif
