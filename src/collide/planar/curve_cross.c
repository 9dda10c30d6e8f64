// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_cross.c - whether pieces of two plane curves cross.

#include "collide/planar/curve_cross.h"

static double side_of(abVec2 from, abVec2 to, abVec2 p) {
    return ab_cross2(ab_sub2(to, from), ab_sub2(p, from));
}

// Whether two chords cross.
static bool chords_cross(abVec2 a0, abVec2 a1, abVec2 b0, abVec2 b1) {
    return (side_of(a0, a1, b0) > 0.0) != (side_of(a0, a1, b1) > 0.0) &&
           (side_of(b0, b1, a0) > 0.0) != (side_of(b0, b1, a1) > 0.0);
}

// Whether the line from p to q goes through an arc, in the frame of the arc.
static bool line_crosses_arc(abVec2 p, abVec2 q, const abCurvePart *arc) {
    abVec2 along = ab_sub2(q, p), from = ab_sub2(p, arc->c[0]);
    double length2 = ab_dot2(along, along), lever = ab_cross2(along, from);
    double half2 = length2 * arc->radius * arc->radius - lever * lever;
    for (int i = 0; i < 2 && half2 > 0.0; i++) {
        double u = ((i == 0 ? -1.0 : 1.0) * sqrt(half2) - ab_dot2(from, along)) / length2;
        abVec2 r = ab_scale2(1.0 / arc->radius, ab_add2(from, ab_scale2(u, along)));
        if (u >= -1e-12 && u <= 1.0 + 1e-12 && ab_curve_arc_has(arc, r)) {
            return true;
        }
    }
    return false;
}

// Two circles of radii ra and rb, with d from centre to centre, meet at the places
//
//   x = along d/|d| +- half across,  along = (d^2 + ra^2 - rb^2) / (2 |d|)                  (2)
//
// from the first centre.
static bool arcs_cross(const abCurvePlane *in, const abCurvePart *pa, const abCurvePart *pb) {
    abVec2 d = ab_sub2(ab_curve_out_of_B(in, pb->c[0]), pa->c[0]);
    double distance = ab_norm2d(d), ra = pa->radius, rb = pb->radius;
    double along = 0.5 * (distance + (ra - rb) * (ra + rb) / distance);
    double half2 = (ra - along) * (ra + along);
    for (int i = 0; i < 2 && distance > 0.0 && half2 > 0.0; i++) {
        double half = (i == 0 ? -1.0 : 1.0) * sqrt(half2);
        abVec2 e = ab_scale2(1.0 / distance, d);
        abVec2 x = ab_vec2(along * e.x - half * e.y, along * e.y + half * e.x);
        abVec2 r = ab_curve_turn_back(in, ab_sub2(x, d));
        if (ab_curve_arc_has(pa, ab_scale2(1.0 / ra, x)) &&
            ab_curve_arc_has(pb, ab_scale2(1.0 / rb, r))) {
            return true;
        }
    }
    return false;
}

// Whether two pieces cross. Of splines their chords, as pieces turn little. A roller in the seat of
// a sprocket is within the chords of the seat and far from crossing it.
bool ab_curve_parts_cross(const abCurvePlane *in, const abCurvePart *pa, const abCurvePart *pb) {
    if (ab_curve_is_point(pa) || ab_curve_is_point(pb)) {
        return false;
    }
    if (pa->kind == AB_CURVE_ARC && pb->kind == AB_CURVE_ARC) {
        return arcs_cross(in, pa, pb);
    }
    if (pa->is_straight && pb->kind == AB_CURVE_ARC) {
        return line_crosses_arc(ab_curve_into_B(in, pa->ends[0]), ab_curve_into_B(in, pa->ends[1]),
                                pb);
    }
    abVec2 b0 = ab_curve_out_of_B(in, pb->ends[0]);
    abVec2 b1 = ab_curve_out_of_B(in, pb->ends[1]);
    return pa->kind == AB_CURVE_ARC && pb->is_straight
               ? line_crosses_arc(b0, b1, pa)
               : chords_cross(pa->ends[0], pa->ends[1], b0, b1);
}
