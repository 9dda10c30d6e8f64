// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sphere_solid.c - a ball against box, beam, cylinder, cone and ellipsoid: nearest point of the
// core to the centre of the ball, in closed form (ellipsoid: one equation in one unknown).
//
// Outside, the nearest point is found by clamping coordinates; inside (the ball's centre is in the
// core), the nearest wall counts, the first of equal ones. Radius and smoothing radius add to both.
//
// The foot x of p on an ellipsoid has p - x parallel to the normal there: x_i = a_i^2 p_i / (t +
// a_i^2). With a the smallest semi-axis, t = u - a^2 and d_i = a_i^2 - a^2, u is the largest root
// of
//
//   g(u) = sum (a_i p_i / (u + d_i))^2 - 1 = 0                                            (1)
//
// g is convex and falls, so Newton from a point left of the root never overshoots. When p lies in
// the plane across the smallest semi-axis and g(0) < 0 there is none: then u = 0, and the foot is
// as far off that plane, on either side, as the ellipsoid is there.
//
// Error   a few roundings of the distance of the ball's centre from the origin of the solid.
// Source  (1): D. Eberly, Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid
//         (2013), section 3.

#include "collide/broad/proximity.h"
#include "collide/pairs/pairs.h"
#include "math/core/bounds.h"
#include "math/core/vector_math.h"
#include "shape/core/axial.h"

// Of what is so short that its square has no digits left there is no direction: 0.
static double length_of(double a, double b) {
    double length = sqrt(a * a + b * b);
    return length > 1e-150 ? length : 0.0;
}

void ab_sphere_box(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                   abProximity *out) {
    abVec3 p = ab_pose_point_inverse(*X_WB, X_WA->p);
    abVec3 v = {ab_beyond(p.x, B->size[0]), ab_beyond(p.y, B->size[1]), ab_beyond(p.z, B->size[2])};
    double d = ab_norm(v);
    if (d > 0.0) {
        *out = ab_proximity_of_ball(A, X_WA, B, X_WB, ab_scale(1.0 / d, v), d);
        return;
    }
    double wall = -INFINITY;
    abVec3 m = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        double x = ab_get(p, i), depth = fabs(x) - B->size[i];
        if (depth > wall) {
            wall = depth;
            m = (abVec3){0.0, 0.0, 0.0};
            ab_set(&m, i, with_sign(1.0, x));
        }
    }
    *out = ab_proximity_of_ball(A, X_WA, B, X_WB, m, wall);
}

void ab_sphere_cylinder(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                        abProximity *out) {
    Axial p = to_axial(B, ab_pose_point_inverse(*X_WB, X_WA->p));
    double across = length_of(p.v, p.w), R = B->size[1];
    double cv = across > 0.0 ? p.v / across : 1.0, cw = across > 0.0 ? p.w / across : 0.0;
    double du = ab_beyond(p.u, B->size[0]), dr = fmax(across - R, 0.0);
    double d = sqrt(du * du + dr * dr);
    abVec3 m;
    if (d > 0.0) {
        m = from_axial(B, du / d, dr / d * cv, dr / d * cw);
    } else if (across - R >= fabs(p.u) - B->size[0]) {
        m = from_axial(B, 0.0, cv, cw), d = across - R;
    } else {
        m = from_axial(B, with_sign(1.0, p.u), 0.0, 0.0), d = fabs(p.u) - B->size[0];
    }
    *out = ab_proximity_of_ball(A, X_WA, B, X_WB, m, d);
}

void ab_sphere_beam(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    abProximity *out) {
    Axial p = to_axial(B, ab_pose_point_inverse(*X_WB, X_WA->p));
    double u = ab_beyond(p.u, B->size[0]), in_plane = length_of(u, p.v), R = B->size[1];
    // direction from the spine between the disc centres; on the spine, across the width
    double cu = in_plane > 0.0 ? u / in_plane : 0.0, cv = in_plane > 0.0 ? p.v / in_plane : 1.0;
    double dw = ab_beyond(p.w, B->size[2]), dr = fmax(in_plane - R, 0.0);
    double d = sqrt(dw * dw + dr * dr);
    abVec3 m;
    if (d > 0.0) {
        m = from_axial(B, dr / d * cu, dr / d * cv, dw / d);
    } else if (in_plane - R >= fabs(p.w) - B->size[2]) {
        m = from_axial(B, cu, cv, 0.0), d = in_plane - R;
    } else {
        m = from_axial(B, 0.0, 0.0, with_sign(1.0, p.w)), d = fabs(p.w) - B->size[2];
    }
    *out = ab_proximity_of_ball(A, X_WA, B, X_WB, m, d);
}

// In the half-plane through the axis: u along it, r from it. The cone's section there is the
// quadrilateral  axis, base rim, top rim.
typedef struct Section {
    double low, R, high, T; // heights and radii of base and top
    double nu, nr;          // outward normal of the mantle
    double slant;
} Section;

static Section section_of(const abShape *cone) {
    Section s = {cone->size[0], cone->size[1], cone->size[2], cone->size[3], 0.0, 0.0, 0.0};
    double L = s.high - s.low, step = s.R - s.T;
    s.slant = sqrt(L * L + step * step);
    s.nu = step / s.slant;
    s.nr = L / s.slant;
    return s;
}

void ab_sphere_cone(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    abProximity *out) {
    Axial p = to_axial(B, ab_pose_point_inverse(*X_WB, X_WA->p));
    double r = length_of(p.v, p.w);
    double cv = r > 0.0 ? p.v / r : 1.0, cw = r > 0.0 ? p.w / r : 0.0;
    Section s = section_of(B);
    double base = s.low - p.u, top = p.u - s.high;
    double mantle = s.nr * (r - s.R) + s.nu * (p.u - s.low);
    double along = (s.nr * (p.u - s.low) + s.nu * (s.R - r)) / s.slant; // 0 at base rim, 1 at top
    double du, dr, d; // unit direction from the cone, signed distance
    if (base <= 0.0 && top <= 0.0 && mantle <= 0.0) {
        d = fmax(mantle, s.T > 0.0 ? fmax(base, top) : base);
        du = d == mantle ? s.nu : d == base ? -1.0 : 1.0;
        dr = d == mantle ? s.nr : 0.0;
    } else if (base > 0.0 && r <= s.R) {
        d = base, du = -1.0, dr = 0.0;
    } else if (top > 0.0 && r <= s.T) {
        d = top, du = 1.0, dr = 0.0;
    } else if (mantle > 0.0 && along >= 0.0 && along <= 1.0) {
        d = mantle, du = s.nu, dr = s.nr;
    } else {
        du = along < 0.5 ? p.u - s.low : p.u - s.high;
        dr = along < 0.5 ? r - s.R : r - s.T;
        d = sqrt(du * du + dr * dr);
        du /= d;
        dr /= d;
    }
    *out = ab_proximity_of_ball(A, X_WA, B, X_WB, from_axial(B, du, dr * cv, dr * cw), d);
}

enum { NEWTON_MAX = 50 };

// The largest root of (1), or 0 when there is none.
static double ellipsoid_root(const double d[3], const double ap[3]) {
    double u = 0.0;
    for (int i = 0; i < 3; i++) {
        u = fmax(u, fabs(ap[i]) - d[i]); // one term alone is 1 there
    }
    for (int k = 0; k < NEWTON_MAX; k++) {
        double g = -1.0, slope = 0.0;
        for (int i = 0; i < 3; i++) {
            if (ap[i] != 0.0) {
                double inverse = 1.0 / (u + d[i]), q = ap[i] * inverse;
                g += q * q;
                slope -= 2.0 * q * q * inverse;
            }
        }
        if (g <= 0.0) {
            break; // at the root to rounding, or there is none
        }
        double next = u - g / slope;
        if (!(next > u)) {
            break;
        }
        u = next;
    }
    return u;
}

// A vector along the normal at the foot of p, the point of an ellipsoid of semi-axes a nearest to
// p.
static abVec3 ellipsoid_normal(const double a[3], abVec3 p) {
    double d[3], ap[3], left = 1.0;
    abVec3 m;
    int minimum = a[0] <= a[1] && a[0] <= a[2] ? 0 : a[1] <= a[2] ? 1 : 2;
    for (int i = 0; i < 3; i++) {
        d[i] = (a[i] - a[minimum]) * (a[i] + a[minimum]);
        ap[i] = a[i] * ab_get(p, i);
    }
    double u = ellipsoid_root(d, ap);
    for (int i = 0; i < 3; i++) {
        double inverse = ap[i] != 0.0 ? 1.0 / (u + d[i]) : 0.0;
        ab_set(&m, i, inverse * ab_get(p, i));
        left -= ap[i] * ap[i] * inverse * inverse;
    }
    if (ap[minimum] == 0.0 && left > 0.0 && u == 0.0) {
        ab_set(&m, minimum, with_sign(sqrt(left) / a[minimum], ab_get(p, minimum)));
    }
    return m;
}

void ab_sphere_ellipsoid(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                         abProximity *out) {
    abVec3 p = ab_pose_point_inverse(*X_WB, X_WA->p);
    // the normal at the foot, and the distance from the tangent plane there
    abVec3 m = ab_unit(ellipsoid_normal(B->size, p));
    abVec3 foot = ab_shape_type(AB_SHAPE_ELLIPSOID)->support(B, m);
    *out = ab_proximity_of_ball(A, X_WA, B, X_WB, m, ab_dot(m, ab_sub(p, foot)));
}
