// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sphere.c - the ball: a point as core and the radius. Radius 0 is a particle.

#include "math/core/elementary.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/axial.h"
#include "shape/core/shape.h"

typedef struct Sphere {
    double radius; // [m]
} Sphere;

static const abKey s_keys[] = {
    AB_NUM_REQUIRED(Sphere, radius, "m", 0.0, AB_LENGTH_MAX, "radius"),
};
static const abTable s_table = AB_TABLE("sphere", Sphere, s_keys, "ball about the origin");

static abResult sphere_compile(const void *params, double smoothing, const char *folder,
                               abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)smoothing, (void)folder, (void)arena;
    double r = ((const Sphere *)params)->radius;
    AB_TRY(ab_check_length(r, true, "sphere", "radius", place, error));
    *shape = (abShape){
        .kind = AB_SHAPE_SPHERE, .radius = r, .bound = r, .contact_radius = r, .is_sphere = true};
    return AB_OK;
}

static abMassProperties sphere_mass(const void *params, const abShape *shape) {
    (void)params;
    double r = shape->radius, volume = 4.0 / 3.0 * AB_PI * r * r * r;
    double moment = 0.4 * volume * r * r;
    return ab_axial_mass(shape, volume, 0.0, moment, moment);
}

static abPiece sphere_piece_at(const abShape *shape, int index) {
    (void)shape, (void)index;
    return (abPiece){{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
}

static int sphere_feature(const abShape *shape, abVec3 d, abVec3 *corners) {
    (void)shape, (void)d;
    corners[0] = (abVec3){0.0, 0.0, 0.0};
    return 1;
}

static void sphere_radii(const abShape *shape, abVec3 x, abVec3 n, abRadii *out) {
    (void)shape, (void)x;
    *out = ab_radii(0.0, 0.0, ab_perpendicular(n));
}

const abShapeType ab_shape_type_sphere = {.table = &s_table,
                                          .compile = sphere_compile,
                                          .support = ab_support_at_origin,
                                          .mass = sphere_mass,
                                          .piece = ab_one_piece,
                                          .piece_count = 1,
                                          .piece_at = sphere_piece_at,
                                          .face = ab_no_face,
                                          .face_margin = ab_no_face_margin,
                                          .holds_ball = ab_holds_no_ball,
                                          .feature = sphere_feature,
                                          .radii = sphere_radii};
