// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_meet.c - where two parts of plane curves meet: in closed form for lines, arcs and corners,
// by Newton's method for splines, see curve_pairs.c.

#include "collide/planar/curve_meet.h"

#include <math.h>

#include "collide/planar/curve_cross.h"
#include "shape/curve/curve_build.h"
#include "shape/curve/curve_nearest.h"

enum { NEWTON_MAX = 30 };

static abCurveAt at_B(const abCurveScene *scene, const abCurvePart *part, double v) {
    abCurveAt at = ab_curve_at(part, v);
    return (abCurveAt){ab_curve_out_of_B(&scene->in, at.p), ab_curve_turn(&scene->in, at.d),
                       ab_curve_turn(&scene->in, at.dd)};
}

// Whether a unit direction lies in a cone.
static bool in_cone(const abCurveHull *hull, abVec2 n) {
    return ab_dot2(hull->normal, n) >= hull->cosine - 1e-12;
}

// Two parts, whole arcs among them, and their numbers.
typedef struct Meeting {
    const abCurvePart *a, *b;
    int part_a, part_b;
} Meeting;

// By the way between the points; of equal ones the first in the order of the parts, whatever is found
// first.
static bool is_nearer(const abCurveCandidate *p, const abCurveCandidate *q) {
    double of_p = fabs(p->gap), of_q = fabs(q->gap);
    return of_p != of_q ? of_p < of_q : ab_curve_is_before(p, q);
}

static void take(abCurveScene *scene, abCurveCandidate found) {
    found.gap = ab_dot2(ab_sub2(found.b, found.a), found.n);
    if (found.gap >= 0.0 && is_nearer(&found, &scene->nearest)) {
        scene->nearest = found;
        scene->best = fmax(found.gap, scene->reach);
    }
    if (found.gap >= scene->reach || -found.gap > scene->deep) {
        return;
    }
    if (scene->inside_count < AB_CURVE_CANDIDATES_MAX) {
        scene->inside[scene->inside_count++] = found;
        return;
    }
    abCurveCandidate *last = &scene->inside[0];
    for (int i = 1; i < AB_CURVE_CANDIDATES_MAX; i++) {
        last = is_nearer(last, &scene->inside[i]) ? &scene->inside[i] : last;
    }
    *last = is_nearer(&found, last) ? found : *last;
}

static double sense_of(const abCurvePart *arc) {
    return arc->sweep > 0.0 ? 1.0 : -1.0;
}

// The arc of B where its outward normal is opposite to n of A; false where it has none there.
static bool arc_of_B_faces(const abCurveScene *scene, const abCurvePart *pb, abVec2 n, abVec2 *b) {
    abVec2 r = ab_curve_turn_back(&scene->in, ab_scale2(-sense_of(pb), n));
    *b = ab_curve_out_of_B(&scene->in, ab_add2(pb->c[0], ab_scale2(pb->radius, r)));
    return ab_curve_arc_has(pb, r);
}

// Both arcs where A's has the radial direction r; opposite normals then fix the place on B's.
static bool arcs_meet_along(abCurveScene *scene, const Meeting *of, abVec2 r) {
    const abCurvePart *pa = of->a, *pb = of->b;
    abVec2 n = ab_scale2(sense_of(pa), r), b;
    if (!ab_curve_arc_has(pa, r) || !arc_of_B_faces(scene, pb, n, &b)) {
        return false;
    }
    take(scene, (abCurveCandidate){.a = ab_add2(pa->c[0], ab_scale2(pa->radius, r)),
                                   .b = b,
                                   .n = n,
                                   .part_a = of->part_a,
                                   .part_b = of->part_b});
    return true;
}

// Of one centre, and so as far apart everywhere: the middle of one of both.
static void arcs_of_one_center_meet(abCurveScene *scene, const Meeting *of) {
    const abCurvePart *pa = of->a, *pb = of->b;
    abVec2 r = ab_curve_turn(&scene->in, pb->middle);
    if (!arcs_meet_along(scene, of, pa->middle)) {
        arcs_meet_along(scene, of, ab_scale2(pa->sweep * pb->sweep > 0.0 ? -1.0 : 1.0, r));
    }
}

// Two arcs: along the line of their centres. False where they have one centre.
static bool arcs_meet(abCurveScene *scene, const Meeting *of) {
    abVec2 displacement = ab_sub2(ab_curve_out_of_B(&scene->in, of->b->c[0]), of->a->c[0]);
    double distance = ab_norm2d(displacement);
    if (distance > scene->slack) {
        abVec2 e = ab_scale2(1.0 / distance, displacement);
        arcs_meet_along(scene, of, e);
        arcs_meet_along(scene, of, ab_scale2(-1.0, e));
    }
    return distance > scene->slack;
}

// Whether the foot of p on a line is on its piece.
static bool foot_of(const abCurvePart *line, abVec2 p, abVec2 *foot) {
    double u = ab_dot2(ab_sub2(p, line->c[0]), line->c[1]) / ab_dot2(line->c[1], line->c[1]);
    *foot = ab_add2(line->c[0], ab_scale2(fmin(fmax(u, 0.0), 1.0), line->c[1]));
    return u >= -1e-12 && u <= 1.0 + 1e-12;
}

// A line of A and an arc of B: on the normal of the line through the centre.
static void line_meets_arc(abCurveScene *scene, const Meeting *of) {
    const abCurvePart *pa = of->a, *pb = of->b;
    abVec2 a, b, n = pa->normals[0];
    if (foot_of(pa, ab_curve_out_of_B(&scene->in, pb->c[0]), &a) &&
        arc_of_B_faces(scene, pb, n, &b)) {
        take(scene, (abCurveCandidate){
                        .a = a, .b = b, .n = n, .part_a = of->part_a, .part_b = of->part_b});
    }
}

static void arc_meets_line(abCurveScene *scene, const Meeting *of) {
    const abCurvePart *pa = of->a, *pb = of->b;
    abVec2 b, n = ab_scale2(-1.0, ab_curve_turn(&scene->in, pb->normals[0]));
    abVec2 r = ab_scale2(sense_of(pa), n);
    if (foot_of(pb, ab_curve_into_B(&scene->in, pa->c[0]), &b) && ab_curve_arc_has(pa, r)) {
        take(scene, (abCurveCandidate){.a = ab_add2(pa->c[0], ab_scale2(pa->radius, r)),
                                       .b = ab_curve_out_of_B(&scene->in, b),
                                       .n = n,
                                       .part_a = of->part_a,
                                       .part_b = of->part_b});
    }
}

// Two pieces, by (1).
static void splines_meet(abCurveScene *scene, const Meeting *of) {
    const abCurvePart *pa = of->a, *pb = of->b;
    double u = 0.5, v = 0.5, last = INFINITY;
    for (int i = 0; i < NEWTON_MAX; i++) {
        abCurveAt a = ab_curve_at(pa, u), b = at_B(scene, pb, v);
        abVec2 displacement = ab_sub2(b.p, a.p);
        double f = ab_cross2(a.d, b.d), g = ab_dot2(displacement, a.d);
        double fu = ab_cross2(a.dd, b.d), fv = ab_cross2(a.d, b.dd);
        double gu = ab_dot2(displacement, a.dd) - ab_dot2(a.d, a.d), gv = ab_dot2(b.d, a.d);
        double det = fu * gv - fv * gu;
        double scale = ab_dot2(a.d, a.d) * ab_norm2d(b.d);
        if (!(fabs(det) > 1e-14 * scale * (ab_norm2d(a.d) + ab_norm2d(b.d)))) {
            return; // parallel and straight: the corners see to it
        }
        double du = (f * gv - fv * g) / det, dv = (fu * g - f * gu) / det;
        double largest = fmax(fabs(du), fabs(dv));
        double share = largest > 1.0 ? 1.0 / largest : 1.0;
        u -= share * du, v -= share * dv;
        if (u < -1.0 || u > 2.0 || v < -1.0 || v > 2.0) {
            return;
        }
        if (largest < 1e-15 || (last < 1e-9 && largest >= last)) {
            break; // what is left is rounding
        }
        last = largest;
    }
    const double slack = 1e-12;
    if (u < -slack || u > 1.0 + slack || v < -slack || v > 1.0 + slack) {
        return;
    }
    u = fmin(fmax(u, 0.0), 1.0), v = fmin(fmax(v, 0.0), 1.0);
    abCurveAt a = ab_curve_at(pa, u), b = at_B(scene, pb, v);
    abVec2 n = ab_right_of(a.d);
    if (ab_dot2(n, ab_right_of(b.d)) < 0.0) {
        take(scene, (abCurveCandidate){
                        .a = a.p, .b = b.p, .n = n, .part_a = of->part_a, .part_b = of->part_b});
    }
}

// A corner of one and a piece of the other; the piece gives the normal.
static void corner_meets(abCurveScene *scene, const Meeting *of) {
    bool corner_is_A = ab_curve_is_point(of->a);
    const abCurvePart *corner = corner_is_A ? of->a : of->b;
    const abCurvePart *piece = corner_is_A ? of->b : of->a;
    abVec2 q = corner_is_A ? ab_curve_into_B(&scene->in, corner->c[0])
                           : ab_curve_out_of_B(&scene->in, corner->c[0]);
    abCurveFoot at = ab_curve_foot(piece, q);
    abVec2 displacement = ab_sub2(q, at.p), n = at.n;
    double along = ab_cross2(n, displacement);
    if (fabs(along) > 1e-9 * ab_norm2d(displacement) + scene->slack) {
        return; // beyond the end of the piece
    }
    bool is_inside = ab_dot2(displacement, n) < 0.0;
    if (is_inside && corner->kind == AB_CURVE_END) {
        return;
    }
    abVec2 facing = ab_scale2(-1.0, n); // in the frame of the piece
    facing =
        corner_is_A ? ab_curve_turn(&scene->in, facing) : ab_curve_turn_back(&scene->in, facing);
    if (!in_cone(&corner->hull, facing)) {
        return;
    }
    abCurveCandidate found = {.part_a = of->part_a, .part_b = of->part_b};
    if (corner_is_A) {
        found.a = corner->c[0], found.b = ab_curve_out_of_B(&scene->in, at.p);
        found.n = ab_scale2(-1.0, ab_curve_turn(&scene->in, n));
    } else {
        found.a = at.p, found.b = q;
        found.n = n;
    }
    take(scene, found);
}

static void corners_meet(abCurveScene *scene, const Meeting *of) {
    const abCurvePart *a = of->a, *b = of->b;
    abVec2 q = ab_curve_out_of_B(&scene->in, b->c[0]), displacement = ab_sub2(q, a->c[0]);
    double distance = ab_norm2d(displacement);
    if (!(distance > 0.0)) {
        return;
    }
    abVec2 n = ab_scale2(1.0 / distance, displacement);
    if (in_cone(&a->hull, n) &&
        in_cone(&b->hull, ab_curve_turn_back(&scene->in, ab_scale2(-1.0, n)))) {
        take(scene, (abCurveCandidate){
                        .a = a->c[0], .b = q, .n = n, .part_a = of->part_a, .part_b = of->part_b});
    }
}

// Two pieces that have no closed form as a whole.
static void pieces_meet(abCurveScene *scene, const Meeting *of) {
    if (isnan(ab_curve_hulls_gap(scene, &of->a->hull, &of->b->hull, &AB_CURVE_NO_ROOM))) {
        return;
    }
    if (of->a->kind == AB_CURVE_ARC && of->b->kind == AB_CURVE_ARC) {
        arcs_of_one_center_meet(scene, of);
    } else {
        splines_meet(scene, of);
    }
}

static void wholes_meet_by_pieces(abCurveScene *scene, const abCurveWhole *a,
                                  const abCurveWhole *b) {
    for (int i = a->first; i < a->first + a->count; i++) {
        for (int j = b->first; j < b->first + b->count; j++) {
            pieces_meet(scene, &(Meeting){&scene->in.A->parts[i], &scene->in.B->parts[j], i, j});
        }
    }
}

// Lines and arcs meet in closed form; two lines at their corners.
void ab_curve_wholes_meet(abCurveScene *scene, int number_a, int number_b) {
    const abCurveWhole *whole_a = &scene->in.A->wholes[number_a];
    const abCurveWhole *whole_b = &scene->in.B->wholes[number_b];
    const abCurvePart *a = &whole_a->part, *b = &whole_b->part;
    const Meeting of = {a, b, whole_a->first, whole_b->first};
    if (ab_curve_is_point(a) && ab_curve_is_point(b)) {
        corners_meet(scene, &of);
    } else if (ab_curve_is_point(a) || ab_curve_is_point(b)) {
        corner_meets(scene, &of);
    } else if (a->is_straight && b->kind == AB_CURVE_ARC) {
        line_meets_arc(scene, &of);
    } else if (a->kind == AB_CURVE_ARC && b->is_straight) {
        arc_meets_line(scene, &of);
    } else if (!(a->is_straight && b->is_straight) &&
               !(a->kind == AB_CURVE_ARC && b->kind == AB_CURVE_ARC && arcs_meet(scene, &of))) {
        wholes_meet_by_pieces(scene, whole_a, whole_b);
    }
}
