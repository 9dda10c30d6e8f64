// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_hull.c - what holds a part of a curve: a circle, and a cone of its outward normals.

#include "shape/curve/curve_hull.h"

#include "math/core/elementary.h"
#include "shape/curve/curve_build.h"

double ab_angle_between2(abVec2 a, abVec2 b) {
    return fabs(ab_atan2(ab_cross2(a, b), ab_dot2(a, b)));
}

static void set_cone(abCurveHull *hull, abVec2 normal, double half_angle) {
    hull->normal = normal;
    double a = fmin(half_angle + 1e-9, AB_PI);
    hull->cosine = ab_cos(a);
    hull->sine = ab_sin(a);
}

static double half_angle_of(const abCurveHull *hull) {
    return ab_atan2(fmax(hull->sine, 0.0), hull->cosine);
}

abVec2 ab_unit_or2(abVec2 v, abVec2 other) {
    double length = ab_norm2d(v);
    return length > 1e-12 ? ab_scale2(1.0 / length, v) : other;
}

// The directions of a cubic's derivative lie among those of its three control vectors.
void ab_curve_control_vectors(const abVec2 c[4], abVec2 out[3]) {
    out[0] = c[1];
    out[1] = ab_add2(c[1], c[2]);
    out[2] = ab_add2(ab_add2(c[1], ab_scale2(2.0, c[2])), ab_scale2(3.0, c[3]));
}

static void hull_of_cubic(abCurvePart *part) {
    abVec2 v[3];
    ab_curve_control_vectors(part->c, v);
    abVec2 start = part->c[0], end = ab_curve_at(part, 1.0).p;
    abVec2 inner[2] = {ab_add2(start, ab_scale2(1.0 / 3.0, v[0])),
                       ab_sub2(end, ab_scale2(1.0 / 3.0, v[2]))};
    part->hull.center = ab_scale2(0.5, ab_add2(start, end));
    part->hull.radius = 0.5 * ab_norm2d(ab_sub2(end, start));
    for (int i = 0; i < 2; i++) {
        double r = ab_norm2d(ab_sub2(inner[i], part->hull.center));
        part->hull.radius = fmax(part->hull.radius, r);
    }
    abVec2 n[3] = {ab_right_of(v[0]), ab_right_of(v[1]), ab_right_of(v[2])};
    abVec2 middle = ab_unit_or2(ab_add2(n[0], n[2]), n[1]);
    set_cone(&part->hull, middle,
             fmax(ab_angle_between2(middle, n[0]),
                  fmax(ab_angle_between2(middle, n[1]), ab_angle_between2(middle, n[2]))));
}

static void hull_of_arc(abCurvePart *part) {
    abCurveAt middle = ab_curve_at(part, 0.5);
    part->middle = ab_scale2(1.0 / part->radius, ab_sub2(middle.p, part->c[0]));
    part->cosine = ab_cos(0.5 * part->sweep);
    double reach = 2.0 * fabs(ab_sin(0.25 * part->sweep)); // from the middle, in radii
    part->hull.center = reach < 1.0 ? middle.p : part->c[0];
    part->hull.radius = part->radius * fmin(reach, 1.0);
    set_cone(&part->hull, ab_right_of(middle.d), 0.5 * fabs(part->sweep));
}

// Rounding must not let anything stick out.
static void widen(abCurveHull *hull) {
    hull->radius *= 1.0 + 1e-12;
}

abCurveHull ab_curve_join_hulls(const abCurveHull *a, const abCurveHull *b) {
    abCurveHull out;
    abVec2 displacement = ab_sub2(b->center, a->center);
    double distance = ab_norm2d(displacement);
    if (distance + b->radius <= a->radius) {
        out = *a;
    } else if (distance + a->radius <= b->radius) {
        out = *b;
    } else {
        out.radius = 0.5 * (distance + a->radius + b->radius);
        out.center =
            ab_add2(a->center, ab_scale2((out.radius - a->radius) / distance, displacement));
    }
    abVec2 middle = ab_unit_or2(ab_add2(a->normal, b->normal), a->normal);
    set_cone(&out, middle,
             fmax(ab_angle_between2(middle, a->normal) + half_angle_of(a),
                  ab_angle_between2(middle, b->normal) + half_angle_of(b)));
    widen(&out);
    return out;
}

void ab_curve_hull_of_piece(abCurvePart *piece) {
    if (piece->kind == AB_CURVE_ARC) {
        hull_of_arc(piece);
    } else {
        hull_of_cubic(piece);
    }
    widen(&piece->hull);
}

abCurveHull ab_curve_hull_of_corner(abVec2 p, abVec2 middle, double half_angle) {
    abCurveHull hull = {.center = p, .radius = 0.0};
    set_cone(&hull, middle, half_angle);
    return hull;
}
