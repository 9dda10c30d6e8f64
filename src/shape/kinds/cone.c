// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone.c - cone and frustum about an axis of S; the origin is the centre of the base circle, the
// tip or top circle lies on the positive axis.
//
//   core    the convex hull of two discs: base at u = size[0] with radius size[1], top at
//           u = size[2] with radius size[3] (0: the tip)
//   radius  the smoothing radius, at most a tenth of the smaller of diameter and length. The true
//           shape is the sharp one with rims and tip rounded: it lies inside, flush with base, top
//           and mantle. Mass is that of the sharp solid less its bore.
//
// Smoothing moves base, top and mantle inwards by rho. With slant s = sqrt((R-T)^2 + L^2):
//   base radius  R - rho (s + (R-T)) / L   at u = rho
//   top radius   T - rho (s - (R-T)) / L   at u = L - rho; when negative the tip is where the
//                mantle meets the axis
//
// Source: Modia3D, boundingBoxes.jl. Differs from the source in: the base circle lies at height rho
// for every direction, and a frustum is exactly inscribed.
// A conical bore along the whole height counts for mass only: contact sees the full solid.
//
// Mass: a frustum is a cone less its missing tip; written here without the difference, so it holds
// for R = T too. The bore is another frustum, taken out.

#include "math/core/elementary.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/axial.h"
#include "shape/core/shape.h"

typedef struct Cone {
    double radius, top_radius, length;     // [m]
    double inner_radius, inner_top_radius; // of the bore
    int axis;
} Cone;

static const abKey s_keys[] = {
    AB_NUM_REQUIRED(Cone, radius, "m", 0.0, AB_LENGTH_MAX, "radius of the base, above zero"),
    AB_NUM(Cone, top_radius, "m", 0.0, 0.0, AB_LENGTH_MAX, "radius of the top; 0 for a full cone"),
    AB_NUM_REQUIRED(Cone, length, "m", 0.0, AB_LENGTH_MAX, "height above the base, above zero"),
    AB_NUM(Cone, inner_radius, "m", 0.0, 0.0, AB_LENGTH_MAX,
           "radius of a bore at the base; counts for mass, not for contact"),
    AB_NUM(Cone, inner_top_radius, "m", 0.0, 0.0, AB_LENGTH_MAX,
           "radius of that bore at the top, at most top_radius"),
    AB_WORD(Cone, axis, ab_axis_words, 2, "axis of rotation, from base to top"),
};
static const abTable s_table =
    AB_TABLE("cone", Cone, s_keys, "cone or frustum; the origin is the centre of the base");

static abResult cone_compile(const void *params, double smoothing, const char *folder,
                             abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)folder, (void)arena;
    const Cone *c = params;
    double R = c->radius, T = c->top_radius, L = c->length;
    AB_TRY(ab_check_length(R, false, "cone", "radius", place, error));
    AB_TRY(ab_check_length(T, true, "cone", "top_radius", place, error));
    AB_TRY(ab_check_length(L, false, "cone", "length", place, error));
    if (T > R) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "cone: top_radius = %g m is outside [0, radius = %g]; turn the cone", T,
                            R);
    }
    double bore = c->inner_radius, bore_top = c->inner_top_radius;
    AB_TRY(ab_check_length(bore, true, "cone", "inner_radius", place, error));
    AB_TRY(ab_check_length(bore_top, true, "cone", "inner_top_radius", place, error));
    if (bore > R || bore_top > T || (bore == R && bore_top == T)) {
        return ab_error_add(
            error, AB_BAD_MODEL, place,
            "cone: a bore of inner_radius = %g m and inner_top_radius = %g m leaves "
            "no wall; they are at most radius = %g and top_radius = %g, and one is "
            "less",
            bore, bore_top, R, T);
    }
    double rho;
    AB_TRY(ab_take_smoothing(smoothing, fmin(2.0 * R, L), "cone", &rho, place, error));
    double slant = sqrt((R - T) * (R - T) + L * L);
    double top = T - rho * (slant - (R - T)) / L, high = L - rho;
    if (top <= 0.0) {
        top = 0.0;
        high = T < R ? (L * R - rho * slant) / (R - T) : high;
        high = fmin(high, L - rho);
    }
    // the centre of the ball through both rims, kept well inside
    double u = fmin(fmax((L * L + T * T - R * R) / (2.0 * L), 0.25 * L), 0.75 * L);
    *shape = (abShape){.kind = AB_SHAPE_CONE,
                       .size = {rho, R - rho * (slant + (R - T)) / L, high, top},
                       .axis = c->axis,
                       .radius = rho,
                       .bound = sqrt(fmax(R * R + u * u, T * T + (L - u) * (L - u))),
                       .contact_radius = 0.5 * (R + T)};
    shape->center = from_axial(shape, u, 0.0, 0.0);
    return AB_OK;
}

static bool is_top(const abShape *shape, double du, double across) {
    return (shape->size[2] - shape->size[0]) * du >= (shape->size[1] - shape->size[3]) * across;
}

static abVec3 cone_support(const abShape *shape, abVec3 d) {
    Axial a = to_axial(shape, d);
    double across = sqrt(a.v * a.v + a.w * a.w);
    bool top = is_top(shape, a.u, across);
    double h = shape->size[top ? 2 : 0], r = shape->size[top ? 3 : 1];
    if (!(across > 0.0)) {
        return from_axial(shape, h, r, 0.0);
    }
    double s = r / across;
    return from_axial(shape, h, s * a.v, s * a.w);
}

// With r(u) = R + (T - R) u / L: the integrals of r^2, u r^2, u^2 r^2 and r^4.
typedef struct Moments {
    double r2, ur2, uur2, r4;
} Moments;

static Moments moments_of(double R, double T, double L) {
    double sum = R * R * R * R + R * R * R * T + R * R * T * T + R * T * T * T + T * T * T * T;
    return (Moments){.r2 = L * (R * R + R * T + T * T) / 3.0,
                     .ur2 = L * L * (R * R + 2.0 * R * T + 3.0 * T * T) / 12.0,
                     .uur2 = L * L * L * (R * R + 3.0 * R * T + 6.0 * T * T) / 30.0,
                     .r4 = L * sum / 5.0};
}

static abMassProperties cone_mass(const void *params, const abShape *shape) {
    const Cone *c = params;
    Moments m = moments_of(c->radius, c->top_radius, c->length);
    Moments bore = moments_of(c->inner_radius, c->inner_top_radius, c->length);
    double r2 = m.r2 - bore.r2, r4 = m.r4 - bore.r4, u = (m.ur2 - bore.ur2) / r2;
    double across = r4 / 4.0 + (m.uur2 - bore.uur2) - u * (m.ur2 - bore.ur2);
    return ab_axial_mass(shape, AB_PI * r2, u, AB_PI * r4 / 2.0, AB_PI * across);
}

static int cone_piece(const abShape *shape, abVec3 d) {
    Axial a = to_axial(shape, d);
    return is_top(shape, a.u, sqrt(a.v * a.v + a.w * a.w));
}

static abPiece cone_piece_at(const abShape *shape, int index) {
    double h = shape->size[index == 1 ? 2 : 0], r = shape->size[index == 1 ? 3 : 1];
    return (abPiece){from_axial(shape, h, 0.0, 0.0), from_axial(shape, 0.0, r, r)};
}

static bool cone_face(const abShape *shape, abVec3 d, abVec3 *normal) {
    bool up = to_axial(shape, d).u > 0.0;
    *normal = from_axial(shape, up ? 1.0 : -1.0, 0.0, 0.0);
    return !up || shape->size[3] > 0.0;
}

static double cone_face_margin(const abShape *shape, abVec3 normal, abVec3 p) {
    Axial a = to_axial(shape, p);
    double r = shape->size[to_axial(shape, normal).u > 0.0 ? 3 : 1];
    return r - sqrt(a.v * a.v + a.w * a.w);
}

static bool cone_holds_ball(const abShape *shape, abVec3 x, abVec3 n, double rho) {
    Axial c = to_axial(shape, ab_add_scaled(x, -rho, n));
    double low = shape->size[0], R = shape->size[1], high = shape->size[2], T = shape->size[3];
    double across = sqrt(c.v * c.v + c.w * c.w), L = high - low;
    double slant = sqrt((R - T) * (R - T) + L * L);
    double mantle = (L * (R - across) - (R - T) * (c.u - low)) / slant;
    double depth = fmin(mantle, fmin(c.u - low, high - c.u));
    if (T == 0.0) {
        depth = fmin(mantle, c.u - low);
    }
    return depth >= rho - rounding_slack(shape);
}

static int cone_feature(const abShape *shape, abVec3 d, abVec3 *corners) {
    Axial a = to_axial(shape, d);
    double low = shape->size[0], R = shape->size[1], high = shape->size[2], T = shape->size[3];
    double across = sqrt(a.v * a.v + a.w * a.w);
    if (across <= AB_FLAT_ANGLE) {
        if (a.u < 0.0 || T > 0.0) {
            return ab_disc_corners(shape, a.u < 0.0 ? low : high, a.u < 0.0 ? R : T, corners);
        }
        corners[0] = from_axial(shape, high, 0.0, 0.0);
        return 1;
    }
    double slant = sqrt((R - T) * (R - T) + (high - low) * (high - low));
    if (fabs((high - low) * a.u - (R - T) * across) > AB_FLAT_ANGLE * slant) {
        corners[0] = cone_support(shape, d);
        return 1;
    }
    double v = a.v / across, w = a.w / across;
    corners[0] = from_axial(shape, low, R * v, R * w);
    corners[1] = from_axial(shape, high, T * v, T * w);
    return 2;
}

// On the mantle the circle of latitude has the radius r(u); the surface leans from it by the angle
// of the slant, so that the normal curvature is cos/r (Meusnier).
static void cone_radii(const abShape *shape, abVec3 x, abVec3 n, abRadii *out) {
    double low = shape->size[0], base = shape->size[1], high = shape->size[2], top = shape->size[3];
    double slack = edge_slack(shape);
    Axial a = to_axial(shape, x);
    if (a.u <= low + slack) {
        *out = ab_disc_radii(shape, base, a, n);
        return;
    }
    if (a.u >= high - slack) {
        *out = ab_disc_radii(shape, top, a, n);
        return;
    }
    double rise = high - low, slant = sqrt(rise * rise + (base - top) * (base - top));
    double r = base + (top - base) * (a.u - low) / rise, across = sqrt(a.v * a.v + a.w * a.w);
    double in = across > 0.0 ? (top - base) / (slant * across) : 0.0;
    *out =
        ab_radii(INFINITY, r * slant / rise, from_axial(shape, rise / slant, in * a.v, in * a.w));
    out->reach[0] = (high - a.u) * slant / rise, out->reach[1] = (a.u - low) * slant / rise;
}

const abShapeType ab_shape_type_cone = {.table = &s_table,
                                        .compile = cone_compile,
                                        .support = cone_support,
                                        .mass = cone_mass,
                                        .piece = cone_piece,
                                        .piece_count = 2,
                                        .piece_at = cone_piece_at,
                                        .face = cone_face,
                                        .face_margin = cone_face_margin,
                                        .holds_ball = cone_holds_ball,
                                        .feature = cone_feature,
                                        .carries = AB_CARRIES_RIMS,
                                        .radii = cone_radii};
