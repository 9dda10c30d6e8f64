// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve.h - plane curves: splines, and lines with arcs, in the x-y plane of the shape's frame.
//
// A curve is cut into pieces that turn little. Between pieces that meet at an angle sits a corner,
// where it sticks out. Pieces and corners are the parts; a tree of circles stands over them, in the
// order along the curve. Another one, of circles and of cones of outward normals, stands over what
// two curves meet with as a whole: an arc with all its pieces, any other part by itself.
//
// The solid is on the left. Closed curves are turned so that this is their inside, or what is
// around them if they are holes; an open curve bounds a solid that reaches `wall` deep behind it.

#ifndef AB_CURVE_H
#define AB_CURVE_H

#include "abut/result.h"
#include "base/schema.h"
#include "math/core/vector_math.h"
#include "shape/core/shape.h"

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
static inline bool ab_same2(abVec2 a, abVec2 b) {
    return a.x == b.x && a.y == b.y;
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

typedef struct abCircle2 {
    abVec2 center;
    double radius;
} abCircle2;

// Of a tree of circles over the parts of a curve or the edges of an outline.
typedef struct abCircleNode {
    abCircle2 hull;
    int left, right; // children; right -1: left is a part or an edge
} abCircleNode;

// A circle that holds a part and a cone that holds its outward normals.
typedef struct abCurveHull {
    abVec2 center, normal;
    double radius;
    double cosine, sine; // of the cone's half angle, at most pi
} abCurveHull;

typedef struct abCurvePart {
    abCurvePartKind kind;
    int piece;   // its number among the pieces; of a corner, that of the piece before it
    int arc;     // which of the curve's arcs a piece belongs to
    abVec2 c[4]; // cubic: c0 + c1 u + c2 u^2 + c3 u^3, u in [0, 1]; else c0: corner or centre
    double radius, angle, sweep; // of an arc; sweep > 0 to the left [m], [rad], [rad]
    // Of a piece, so that nothing needs a sine or cosine on the way:
    bool is_straight;
    abVec2 ends[2], normals[2]; // its ends, the outward normals there                   [m], unit
    abVec2 middle;              // of an arc: direction from its centre to its middle, unit
    double cosine;              // and the cosine of half its sweep
    abCurveHull hull;
} abCurvePart;

// A whole arc, or another part by itself.
typedef struct abCurveWhole {
    abCurvePart part;
    int first, count; // among the parts
} abCurveWhole;

struct abCurve {
    abCurvePart *parts;
    int part_count;
    int piece_count;     // parts that are pieces come first, in order
    abCircleNode *nodes; // over the parts, root first
    abCurveWhole *wholes;
    int whole_count;
    abCircleNode *whole_nodes; // over the wholes, root first
    abCurveHull *whole_hulls;  // of these nodes
    bool is_closed;
    double wall; // how deep the solid behind an open curve is; INFINITY for a closed one [m]
};

// A problem when points are too few, too many or equal to the next one.
abResult ab_curve_check(const abPointList *points, bool is_closed, const char *of, abPlace place,
                        abError *error);

#endif
