// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve.h - plane curves: splines, and lines with arcs, in the x-y plane of the shape's frame.
//
// A curve is cut into pieces that turn little. Between pieces that meet at an angle sits a corner,
// where it sticks out. Pieces and corners are the parts; a tree of circles and of cones of outward
// normals stands over them, in the order along the curve.
//
// The solid is on the left. Closed curves are turned so that this is their inside, or what is
// around them if they are holes; an open curve bounds a solid that reaches `wall` deep behind it.

#ifndef AB_CURVE_H
#define AB_CURVE_H

#include "base/arena.h"
#include "math/mass_properties.h"
#include "math/vector_math.h"
#include "shape/shape.h"

typedef struct abVec2 {
    double x, y;
} abVec2;

static inline abVec2 ab_vec2(double x, double y) {
    return (abVec2){x, y};
}
static inline abVec2 ab_add2(abVec2 a, abVec2 b) {
    return (abVec2){a.x + b.x, a.y + b.y};
}
static inline abVec2 ab_sub2(abVec2 a, abVec2 b) {
    return (abVec2){a.x - b.x, a.y - b.y};
}
static inline abVec2 ab_scale2(double s, abVec2 a) {
    return (abVec2){s * a.x, s * a.y};
}
static inline double ab_dot2(abVec2 a, abVec2 b) {
    return a.x * b.x + a.y * b.y;
}
static inline double ab_cross2(abVec2 a, abVec2 b) {
    return a.x * b.y - a.y * b.x;
}
static inline double ab_norm2d(abVec2 a) {
    return sqrt(ab_dot2(a, a));
}
// The normal of a direction of travel: to its right, away from the solid.
static inline abVec2 ab_right_of(abVec2 d) {
    double length = ab_norm2d(d);
    return length > 0.0 ? (abVec2){d.y / length, -d.x / length} : (abVec2){1.0, 0.0};
}

typedef enum abCurvePartKind {
    AB_CURVE_CUBIC,
    AB_CURVE_ARC,
    AB_CURVE_CORNER, // sticks out
    AB_CURVE_END,    // of an open curve: for distances from behind only
} abCurvePartKind;

// A circle that holds a part and a cone that holds its outward normals.
typedef struct abCurveHull {
    abVec2 center, normal;
    double radius;
    double cosine, sine; // of the cone's half angle, at most pi
} abCurveHull;

typedef struct abCurvePart {
    abCurvePartKind kind;
    int piece;   // its number among the pieces; of a corner, that of the piece before it
    abVec2 c[4]; // cubic: c0 + c1 u + c2 u^2 + c3 u^3, u in [0, 1]; else c0: corner or centre
    double radius, angle, sweep; // of an arc; sweep > 0 to the left [m], [rad], [rad]
    abCurveHull hull;
} abCurvePart;

typedef struct abCurveNode {
    abCurveHull hull;
    int left, right; // children; right -1: left is a part
} abCurveNode;

struct abCurve {
    abCurvePart *parts;
    int part_count;
    int *pieces; // parts that are pieces, in order
    int piece_count;
    abCurveNode *nodes; // root first
    int node_count;
    bool is_closed;
    double wall; // how deep the solid behind an open curve is; INFINITY for a closed one [m]
};

// Position and its derivatives by u.
typedef struct abCurveAt {
    abVec2 p, d, dd;
} abCurveAt;
abCurveAt ab_curve_at(const abCurvePart *part, double u);

// The nearest point of a curve.
typedef struct abCurveNearest {
    double distance; // > 0 outside                                                       [m]
    abVec2 p, n;     // the point, and the normal there, not of unit length at joins
    int part;        // a piece
    double u;
} abCurveNearest;
abCurveNearest ab_curve_nearest(const abCurve *curve, abVec2 q);
// On one piece: its parameter, 0 to 1.
double ab_curve_nearest_on_piece(const abCurvePart *piece, abVec2 q);

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
typedef struct abCurveWay {
    double from_start, to_end;
} abCurveWay;
abCurveWay ab_curve_way(const abCurve *curve, abVec2 q);

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

// A problem when points are too few, too many or equal to the next one.
abResult ab_curve_check(const abPointList *points, bool is_closed, const char *of, abPlace place,
                        abError *error);

// Area, first and second moments of the inside of a closed curve (density 1 per area); only z axis
// rows of the inertia about the centre are of the plane.
typedef struct abCurveMoments {
    double area;
    abVec2 center;
    double xx, yy, xy; // integrals of x^2, y^2, x y about the centre                     [m^4]
} abCurveMoments;
abCurveMoments ab_curve_moments(const abCurve *curve);

// Of a plate with the moments of its outline, in the x-y plane; of a depth that counts for its mass
// and a thickness that counts for its inertia across.                                     [m]
abMassProperties ab_plate_mass(const abCurveMoments *moments, double depth, double thickness);

// curve_spline.c: the twice continuously differentiable cubic spline through points, periodic or
// natural, by chord length. Writes c[4] per span (count spans for closed, count - 1 for open).
bool ab_spline_fit(const abVec3 *points, int count, bool is_closed, abVec2 (*spans)[4],
                   abArena *arena);

#endif
