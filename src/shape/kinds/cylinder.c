// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cylinder.c - the cylinder about an axis of S, its centre at the origin. A bore counts for mass
// only: contact sees the full cylinder.
//
//   core    size[0]: half length, size[1]: radius, both less the smoothing radius; the convex hull
//           of two discs
//   radius  the smoothing radius, at most a tenth of the smaller of diameter and length (Modia3D).
//           The true shape has both rims rounded by it and lies inside the sharp cylinder. Mass is
//           that of the sharp cylinder less its bore.

#include "math/core/elementary.h"
#include "math/core/vector_math.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/axial.h"
#include "shape/core/shape.h"

typedef struct Cylinder {
    double radius, length, inner_radius; // [m]
    int axis;
} Cylinder;

static const abKey s_keys[] = {
    AB_NUM_REQUIRED(Cylinder, radius, "m", 0.0, AB_LENGTH_MAX, "outer radius"),
    AB_NUM_REQUIRED(Cylinder, length, "m", 0.0, AB_LENGTH_MAX, "length"),
    AB_NUM(Cylinder, inner_radius, "m", 0.0, 0.0, AB_LENGTH_MAX,
           "radius of a bore; counts for mass, not for contact"),
    AB_WORD(Cylinder, axis, ab_axis_words, 2, "axis of rotation"),
};
static const abTable s_table = AB_TABLE("cylinder", Cylinder, s_keys, "cylinder or tube, centred");

static abResult cylinder_compile(const void *params, double smoothing, const char *folder,
                                 abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)folder, (void)arena;
    const Cylinder *c = params;
    AB_TRY(ab_check_length(c->radius, true, "cylinder", "radius", place, error));
    AB_TRY(ab_check_length(c->length, true, "cylinder", "length", place, error));
    AB_TRY(ab_check_length(c->inner_radius, true, "cylinder", "inner_radius", place, error));
    if (c->inner_radius > 0.0 && c->inner_radius >= c->radius) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "cylinder: inner_radius = %g m is outside [0, radius = %g)",
                            c->inner_radius, c->radius);
    }
    double smaller = fmin(2.0 * c->radius, c->length), r;
    AB_TRY(ab_take_smoothing(smoothing, smaller, "cylinder", &r, place, error));
    *shape = (abShape){.kind = AB_SHAPE_CYLINDER,
                       .size = {0.5 * c->length - r, c->radius - r},
                       .axis = c->axis,
                       .radius = r,
                       .bound = sqrt(c->radius * c->radius + 0.25 * c->length * c->length),
                       .contact_radius = 0.5 * smaller};
    return AB_OK;
}

abVec3 ab_cylinder_support(const abShape *shape, abVec3 d) {
    Axial a = to_axial(shape, d);
    double h = with_sign(shape->size[0], a.u), across = sqrt(a.v * a.v + a.w * a.w);
    if (!(across > 0.0)) {
        return from_axial(shape, h, shape->size[1], 0.0);
    }
    double s = shape->size[1] / across;
    return from_axial(shape, h, s * a.v, s * a.w);
}

static abMassProperties cylinder_mass(const void *params, const abShape *shape) {
    const Cylinder *c = params;
    double rr = c->radius * c->radius, bb = c->inner_radius * c->inner_radius, l = c->length;
    double volume = AB_PI * (rr - bb) * l;
    return ab_axial_mass(shape, volume, 0.0, volume * (rr + bb) / 2.0,
                         volume * ((rr + bb) / 4.0 + l * l / 12.0));
}

abPiece ab_cylinder_piece_at(const abShape *shape, int index) {
    double h = index == 0 ? shape->size[0] : -shape->size[0], r = shape->size[1];
    return (abPiece){from_axial(shape, h, 0.0, 0.0), from_axial(shape, 0.0, r, r)};
}

static bool cylinder_face(const abShape *shape, abVec3 d, abVec3 *normal) {
    *normal = from_axial(shape, with_sign(1.0, to_axial(shape, d).u), 0.0, 0.0);
    return true;
}

static double cylinder_face_margin(const abShape *shape, abVec3 normal, abVec3 p) {
    (void)normal;
    Axial a = to_axial(shape, p);
    return shape->size[1] - sqrt(a.v * a.v + a.w * a.w);
}

static bool cylinder_holds_ball(const abShape *shape, abVec3 x, abVec3 n, double rho) {
    Axial c = to_axial(shape, ab_add_scaled(x, -rho, n));
    double depth = fmin(shape->size[0] - fabs(c.u), shape->size[1] - sqrt(c.v * c.v + c.w * c.w));
    return depth >= rho - rounding_slack(shape);
}

int ab_cylinder_feature(const abShape *shape, abVec3 d, abVec3 *corners) {
    Axial a = to_axial(shape, d);
    double h = shape->size[0];
    if (a.v * a.v + a.w * a.w <= AB_FLAT_ANGLE * AB_FLAT_ANGLE && shape->size[1] > 0.0) {
        return ab_disc_corners(shape, with_sign(h, a.u), shape->size[1], corners);
    }
    corners[0] = ab_cylinder_support(shape, d);
    if (fabs(a.u) > AB_FLAT_ANGLE || h == 0.0) {
        return 1;
    }
    Axial rim = to_axial(shape, corners[0]);
    corners[0] = from_axial(shape, h, rim.v, rim.w);
    corners[1] = from_axial(shape, -h, rim.v, rim.w);
    return 2;
}

static void cylinder_radii(const abShape *shape, abVec3 x, abVec3 n, abRadii *out) {
    double h = shape->size[0], r = shape->size[1], slack = edge_slack(shape);
    Axial a = to_axial(shape, x);
    if (fabs(a.u) < h - slack) {
        *out = ab_radii(INFINITY, r, from_axial(shape, 1.0, 0.0, 0.0));
        out->reach[0] = h - a.u, out->reach[1] = h + a.u;
    } else {
        *out = ab_disc_radii(shape, r, a, n);
    }
}

const abShapeType ab_shape_type_cylinder = {.table = &s_table,
                                            .compile = cylinder_compile,
                                            .support = ab_cylinder_support,
                                            .mass = cylinder_mass,
                                            .piece = ab_end_piece,
                                            .piece_count = 2,
                                            .piece_at = ab_cylinder_piece_at,
                                            .face = cylinder_face,
                                            .face_margin = cylinder_face_margin,
                                            .holds_ball = cylinder_holds_ball,
                                            .feature = ab_cylinder_feature,
                                            .carries = AB_CARRIES_RIMS,
                                            .radii = cylinder_radii};
