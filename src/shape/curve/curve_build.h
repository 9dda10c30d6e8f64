// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_build.h - from points to pieces, corners and the tree over them.

#ifndef AB_CURVE_BUILD_H
#define AB_CURVE_BUILD_H

#include "base/arena.h"
#include "shape/core/shape.h"
#include "shape/curve/curve.h"

// Position and its derivatives by u.
typedef struct abCurveAt {
    abVec2 p, d, dd;
} abCurveAt;
abCurveAt ab_curve_at(const abCurvePart *part, double u);

// Points are x, y [m] and a number: of lines the bulge, the tangent of a quarter of the angle of
// the arc to the next point, > 0 to the left; of splines 1 at a corner.
typedef enum abCurveKind { AB_CURVE_SPLINE, AB_CURVE_LINES } abCurveKind;

// Builds a curve; NULL for want of memory. Points next to each other must differ. `flip` puts the
// solid on the right of an open curve, and around a closed one.
abCurve *ab_curve_build(const abPointList *points, abCurveKind kind, bool is_closed, bool flip,
                        abArena *arena);

// By Green's theorem, about a point: integrals of 1, x, y, x^2, y^2 and x y over an area, as sums
// along its boundary. Adds the part of a piece between two parameters.
typedef struct abCurveSums {
    double area, x, y, xx, yy, xy;
} abCurveSums;
void ab_curve_sum(const abCurvePart *part, double from, double to, abVec2 origin,
                  abCurveSums *sums);

// Area, first and second moments of the inside of a closed curve (density 1 per area); only z axis
// rows of the inertia about the centre are of the plane.
typedef struct abCurveMoments {
    double area;
    abVec2 center;
    double xx, yy, xy; // integrals of x^2, y^2, x y about the centre                     [m^4]
} abCurveMoments;
abCurveMoments ab_curve_moments(const abCurve *curve);
// Likewise of what the sums are of; `start` is a point near it.
abCurveMoments ab_moments_of_sums(abCurveSums (*sums)(const void *of, abVec2 origin),
                                  const void *of, abVec2 start);

// Of a plate with the moments of its outline, in the x-y plane; of a depth that counts for its mass
// and a thickness that counts for its inertia across.                                     [m]
abMassProperties ab_plate_mass(const abCurveMoments *moments, double depth, double thickness);

#endif
