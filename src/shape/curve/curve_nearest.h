// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_nearest.h - the point of a plane curve nearest to a given one.

#ifndef AB_CURVE_NEAREST_H
#define AB_CURVE_NEAREST_H

#include "shape/core/shape.h"
#include "shape/curve/curve.h"

// The nearest point of a curve.
typedef struct abCurveNearest {
    double distance; // > 0 outside                                                       [m]
    abVec2 p, n;     // the point, and the normal there, not of unit length at joins
    int part;        // a piece
    double u;
} abCurveNearest;
abCurveNearest ab_curve_nearest(const abCurve *curve, abVec2 q);
// The same, cheaper where something is nearer than `limit`.                                [m]
abCurveNearest ab_curve_nearest_within(const abCurve *curve, abVec2 q, double limit);
// On one piece.
typedef struct abCurveFoot {
    abVec2 p, n; // the point, the outward unit normal there
    double u;    // its parameter, 0 and 1 at the ends exactly; NAN: within an arc, not worked out
} abCurveFoot;
abCurveFoot ab_curve_foot(const abCurvePart *piece, abVec2 q);

// The place of a point beside a curve that goes on straight beyond its ends.
typedef struct abTrack {
    abVec2 foot, tangent; // the nearest point, the unit tangent there
    double offset;        // of the point, > 0 to the left                               [m]
    double curvature;     // at the foot, > 0 to the left                               [1/m]
    double beyond;        // how far past the end, < 0 before the start; 0 on the curve   [m]
} abTrack;
abTrack ab_curve_track(const abCurve *curve, abVec2 q);
// The way along an open curve from its start to the foot of that, and from there to its end; one of
// them is < 0 beyond an end.                                                             [m]
// Error  of the quadrature, which falls with the way: nothing is lost near the end in question.
typedef struct abCurveArcLength {
    double from_start, to_end;
} abCurveArcLength;
abCurveArcLength ab_curve_arc_length(const abCurve *curve, abVec2 q);

#endif
