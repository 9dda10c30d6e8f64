// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// capsule.c - a cylinder with half-balls on its ends: a segment as core and the radius.
//
//   core    size[0]: half the length of the segment, which lies along `axis`
//
// Mass: cylinder of length L and two half-balls, each with its centroid 3/8 r from its flat side.

#include "math/core/elementary.h"
#include "math/core/vector_math.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/axial.h"
#include "shape/core/shape.h"

typedef struct Capsule {
    double radius; // [m]
    double length; // of the cylinder part [m]
    int axis;
} Capsule;

static const abKey s_keys[] = {
    AB_NUM_REQUIRED(Capsule, radius, "m", 0.0, AB_LENGTH_MAX, "radius of cylinder and ends"),
    AB_NUM_REQUIRED(Capsule, length, "m", 0.0, AB_LENGTH_MAX,
                    "length of the cylinder part; the whole is longer by the diameter"),
    AB_WORD(Capsule, axis, ab_axis_words, 2, "axis of the cylinder"),
};
static const abTable s_table =
    AB_TABLE("capsule", Capsule, s_keys, "cylinder with half-balls on its ends, centred");

static abResult capsule_compile(const void *params, double smoothing, const char *folder,
                                abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)smoothing, (void)folder, (void)arena;
    const Capsule *c = params;
    AB_TRY(ab_check_length(c->radius, true, "capsule", "radius", place, error));
    AB_TRY(ab_check_length(c->length, true, "capsule", "length", place, error));
    *shape = (abShape){.kind = AB_SHAPE_CAPSULE,
                       .size = {0.5 * c->length},
                       .axis = c->axis,
                       .radius = c->radius,
                       .bound = 0.5 * c->length + c->radius,
                       .contact_radius = c->radius,
                       .is_sphere = c->length == 0.0};
    return AB_OK;
}

static abVec3 capsule_support(const abShape *shape, abVec3 d) {
    return from_axial(shape, with_sign(shape->size[0], to_axial(shape, d).u), 0.0, 0.0);
}

static abMassProperties capsule_mass(const void *params, const abShape *shape) {
    (void)params;
    double h = shape->size[0], r = shape->radius, rr = r * r;
    double barrel = 2.0 * AB_PI * rr * h, ball = 4.0 / 3.0 * AB_PI * rr * r;
    double along = barrel * rr / 2.0 + ball * 0.4 * rr;
    // half-ball about its centroid: 83/320 m r^2; both shifted by h + 3/8 r
    double across = barrel * (rr / 4.0 + h * h / 3.0) + ball * (0.4 * rr + h * h + 0.75 * h * r);
    return ab_axial_mass(shape, barrel + ball, 0.0, along, across);
}

static abPiece capsule_piece_at(const abShape *shape, int index) {
    double u = index == 0 ? shape->size[0] : -shape->size[0];
    return (abPiece){from_axial(shape, u, 0.0, 0.0), {0.0, 0.0, 0.0}};
}

static int capsule_feature(const abShape *shape, abVec3 d, abVec3 *corners) {
    double h = shape->size[0];
    if (fabs(to_axial(shape, d).u) > AB_FLAT_ANGLE || h == 0.0) {
        corners[0] = capsule_support(shape, d);
        return 1;
    }
    corners[0] = from_axial(shape, h, 0.0, 0.0);
    corners[1] = from_axial(shape, -h, 0.0, 0.0);
    return 2;
}

static void capsule_radii(const abShape *shape, abVec3 x, abVec3 n, abRadii *out) {
    double h = shape->size[0], u = to_axial(shape, x).u;
    if (fabs(u) >= h - edge_slack(shape)) {
        *out = ab_radii(0.0, 0.0, ab_perpendicular(n));
        return;
    }
    *out = ab_radii(INFINITY, 0.0, from_axial(shape, 1.0, 0.0, 0.0));
    out->reach[0] = h - u, out->reach[1] = h + u;
}

const abShapeType ab_shape_type_capsule = {.table = &s_table,
                                           .compile = capsule_compile,
                                           .support = capsule_support,
                                           .mass = capsule_mass,
                                           .piece = ab_end_piece,
                                           .piece_count = 2,
                                           .piece_at = capsule_piece_at,
                                           .face = ab_no_face,
                                           .face_margin = ab_no_face_margin,
                                           .holds_ball = ab_holds_no_ball,
                                           .feature = capsule_feature,
                                           .carries = AB_CARRIES_RIMS,
                                           .radii = capsule_radii};
