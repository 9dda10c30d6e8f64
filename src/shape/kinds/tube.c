// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tube.c - the cylinder with a bore about an axis of S, its centre at the origin. Not convex:
// balls, capsules, tori and planes see the bore. Every other shape sees the full cylinder around
// it.
//
//   core    size[0]: half length, size[1]: outer radius, both less the smoothing radius; size[2]:
//           radius of the bore plus the smoothing radius
//   radius  the smoothing radius, at most a tenth of length, outer diameter and wall. The true
//           shape has all four edges rounded by it and lies inside the sharp tube.
//
// Outside, core and cylinder are the same.
//
// Reach   the radius of the bore: a point on the axis has a whole circle of nearest points.
// Mass    of the sharp tube.

#include "math/core/elementary.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/axial.h"
#include "shape/core/shape.h"

typedef struct Tube {
    double radius, inner_radius, length; // [m]
    int axis;
} Tube;

static const abKey s_keys[] = {
    AB_NUM_REQUIRED(Tube, radius, "m", 0.0, AB_LENGTH_MAX, "outer radius, above zero"),
    AB_NUM_REQUIRED(Tube, inner_radius, "m", 0.0, AB_LENGTH_MAX,
                    "radius of the bore, above zero and below the outer one"),
    AB_NUM_REQUIRED(Tube, length, "m", 0.0, AB_LENGTH_MAX, "length"),
    AB_WORD(Tube, axis, ab_axis_words, 2, "axis of rotation"),
};
static const abTable s_table =
    AB_TABLE("tube", Tube, s_keys, "cylinder with a bore that balls, capsules and tori fit in");

static abResult tube_compile(const void *params, double smoothing, const char *folder,
                             abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)folder, (void)arena;
    const Tube *t = params;
    double R = t->radius, bore = t->inner_radius, l = t->length, rho;
    AB_TRY(ab_check_length(R, false, "tube", "radius", place, error));
    AB_TRY(ab_check_length(bore, false, "tube", "inner_radius", place, error));
    AB_TRY(ab_check_length(l, true, "tube", "length", place, error));
    if (bore >= R) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "tube: inner_radius = %g m is outside (0, radius = %g)", bore, R);
    }
    AB_TRY(ab_take_smoothing(smoothing, fmin(l, R - bore), "tube", &rho, place, error));
    *shape = (abShape){.kind = AB_SHAPE_TUBE,
                       .size = {0.5 * l - rho, R - rho, bore + rho},
                       .axis = t->axis,
                       .radius = rho,
                       .bound = sqrt(R * R + 0.25 * l * l),
                       .contact_radius = 0.5 * fmin(2.0 * R, l)};
    return AB_OK;
}

static abMassProperties tube_mass(const void *params, const abShape *shape) {
    const Tube *t = params;
    double rr = t->radius * t->radius, bb = t->inner_radius * t->inner_radius;
    // (R - b) (R + b) keeps the digits of a thin wall
    double l = t->length, wall = (t->radius - t->inner_radius) * (t->radius + t->inner_radius);
    double volume = AB_PI * wall * l;
    return ab_axial_mass(shape, volume, 0.0, volume * (rr + bb) / 2.0,
                         volume * ((rr + bb) / 4.0 + l * l / 12.0));
}

static double tube_reach(const abShape *shape) {
    return shape->size[2] - shape->radius;
}

// Over the mouth of the bore, where other shapes see a full cylinder, an end is flat.
static void tube_radii(const abShape *shape, abVec3 x, abVec3 n, abRadii *out) {
    double h = shape->size[0], R = shape->size[1], bore = shape->size[2];
    double slack = edge_slack(shape);
    Axial a = to_axial(shape, x);
    double r = sqrt(a.v * a.v + a.w * a.w);
    bool is_inside = r < 0.5 * (bore + R);
    if (fabs(a.u) < h - slack) {
        *out = ab_radii(INFINITY, is_inside ? -bore : R, from_axial(shape, 1.0, 0.0, 0.0));
        out->reach[0] = h - a.u, out->reach[1] = h + a.u;
    } else if (fabs(r - bore) <= slack) {
        *out = ab_circle_radii(shape, bore, a, n);
    } else {
        *out = ab_disc_radii(shape, R, a, n);
    }
}

const abShapeType ab_shape_type_tube = {.table = &s_table,
                                        .compile = tube_compile,
                                        .support = ab_cylinder_support,
                                        .mass = tube_mass,
                                        .reach = tube_reach,
                                        .piece_at = ab_cylinder_piece_at,
                                        .feature = ab_cylinder_feature,
                                        .carries = AB_CARRIES_RIMS,
                                        .radii = tube_radii};
