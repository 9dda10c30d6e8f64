// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// torus.c - the ring: all points within the tube radius r of a circle of radius R about an axis of
// S, its centre at the origin. Not convex.
//
//   core    size[0]: R; the circle
//   radius  r, at most R, so that the ring has a hole or just closes it
//
// Mass    V = 2 pi^2 R r^2,  along the axis m (R^2 + 3/4 r^2),  across m (R^2/2 + 5/8 r^2)
//         (Pappus; the moments from the integral over the circle of a disc's moments)
// Reach   R - r: a point on the axis in the plane of the circle has all of it as nearest points.

#include "math/core/elementary.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/axial.h"
#include "shape/core/shape.h"

typedef struct Torus {
    double ring_radius, tube_radius; // [m]
    int axis;
} Torus;

static const abKey s_keys[] = {
    AB_NUM_REQUIRED(Torus, ring_radius, "m", 0.0, AB_LENGTH_MAX,
                    "radius of the circle in the middle of the tube, above zero"),
    AB_NUM_REQUIRED(Torus, tube_radius, "m", 0.0, AB_LENGTH_MAX,
                    "radius of the tube, at most ring_radius"),
    AB_WORD(Torus, axis, ab_axis_words, 2, "axis of the ring"),
};
static const abTable s_table = AB_TABLE("torus", Torus, s_keys, "ring, centred");

static abResult torus_compile(const void *params, double smoothing, const char *folder,
                              abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)smoothing, (void)folder, (void)arena;
    const Torus *t = params;
    AB_TRY(ab_check_length(t->ring_radius, false, "torus", "ring_radius", place, error));
    AB_TRY(ab_check_length(t->tube_radius, true, "torus", "tube_radius", place, error));
    if (t->tube_radius > t->ring_radius) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "torus: tube_radius = %g m is outside [0, ring_radius = %g]; a thicker "
                            "tube would fill the hole",
                            t->tube_radius, t->ring_radius);
    }
    *shape = (abShape){.kind = AB_SHAPE_TORUS,
                       .size = {t->ring_radius},
                       .axis = t->axis,
                       .radius = t->tube_radius,
                       .bound = t->ring_radius + t->tube_radius,
                       .contact_radius = t->tube_radius};
    return AB_OK;
}

static abVec3 torus_support(const abShape *shape, abVec3 d) {
    Axial a = to_axial(shape, d);
    double across = sqrt(a.v * a.v + a.w * a.w);
    if (!(across > 0.0)) {
        return from_axial(shape, 0.0, shape->size[0], 0.0);
    }
    double s = shape->size[0] / across;
    return from_axial(shape, 0.0, s * a.v, s * a.w);
}

static abMassProperties torus_mass(const void *params, const abShape *shape) {
    (void)params;
    double RR = shape->size[0] * shape->size[0], rr = shape->radius * shape->radius;
    double volume = 2.0 * AB_PI * AB_PI * shape->size[0] * rr;
    return ab_axial_mass(shape, volume, 0.0, volume * (RR + 0.75 * rr),
                         volume * (0.5 * RR + 0.625 * rr));
}

static double torus_reach(const abShape *shape) {
    return shape->size[0] - shape->radius;
}

static int torus_feature(const abShape *shape, abVec3 d, abVec3 *corners) {
    Axial a = to_axial(shape, d);
    if (a.v * a.v + a.w * a.w <= AB_FLAT_ANGLE * AB_FLAT_ANGLE) {
        return ab_disc_corners(shape, 0.0, shape->size[0], corners);
    }
    corners[0] = torus_support(shape, d);
    return 1;
}

static abPiece torus_piece_at(const abShape *shape, int index) {
    (void)index;
    double R = shape->size[0];
    return (abPiece){{0.0, 0.0, 0.0}, from_axial(shape, 0.0, R, R)};
}

// Half of the circle each way, for a ring that lies flat: there it is straight as a line is.
static void torus_radii(const abShape *shape, abVec3 x, abVec3 n, abRadii *out) {
    double R = shape->size[0];
    *out = ab_circle_radii(shape, R, to_axial(shape, x), n);
    out->reach[0] = out->reach[1] = AB_PI * R;
}

const abShapeType ab_shape_type_torus = {.table = &s_table,
                                         .compile = torus_compile,
                                         .support = torus_support,
                                         .mass = torus_mass,
                                         .reach = torus_reach,
                                         .piece_at = torus_piece_at,
                                         .feature = torus_feature,
                                         .carries = AB_CARRIES_RING,
                                         .radii = torus_radii};
