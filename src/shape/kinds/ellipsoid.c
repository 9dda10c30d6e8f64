// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// ellipsoid.c - the solid ellipsoid along the axes of S.
//
//   core    size[0..2]: semi-axes; radius 0
//   support a_i^2 d_i / |a d|
//
// Balls inside: at any surface point the ball of radius a_min^2 / a_max, the least radius of
// curvature, touches from inside and stays inside (Blaschke's rolling theorem).

#include "math/core/elementary.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/axial.h"
#include "shape/core/shape.h"

typedef struct Ellipsoid {
    abVec3 semi_axes; // [m]
} Ellipsoid;

static const abKey s_keys[] = {
    AB_REQUIRED(AB_KEY_VEC3, Ellipsoid, semi_axes, "m", 0.0, AB_LENGTH_MAX,
                "half the lengths along x, y and z, each above zero"),
};
static const abTable s_table =
    AB_TABLE("ellipsoid", Ellipsoid, s_keys, "ellipsoid about the origin");

static abResult ellipsoid_compile(const void *params, double smoothing, const char *folder,
                                  abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)smoothing, (void)folder, (void)arena;
    abVec3 a = ((const Ellipsoid *)params)->semi_axes;
    AB_TRY(ab_check_length(a.x, false, "ellipsoid", "semi_axes[0]", place, error));
    AB_TRY(ab_check_length(a.y, false, "ellipsoid", "semi_axes[1]", place, error));
    AB_TRY(ab_check_length(a.z, false, "ellipsoid", "semi_axes[2]", place, error));
    *shape = (abShape){.kind = AB_SHAPE_ELLIPSOID,
                       .size = {a.x, a.y, a.z},
                       .bound = fmax(a.x, fmax(a.y, a.z)),
                       .contact_radius = fmin(a.x, fmin(a.y, a.z)),
                       .is_sphere = a.x == a.y && a.y == a.z};
    return AB_OK;
}

static abVec3 ellipsoid_support(const abShape *shape, abVec3 d) {
    double qx = shape->size[0] * d.x, qy = shape->size[1] * d.y, qz = shape->size[2] * d.z;
    double q = sqrt(qx * qx + qy * qy + qz * qz);
    if (!(q > 0.0)) {
        return (abVec3){shape->size[0], 0.0, 0.0};
    }
    double s = 1.0 / q;
    return (abVec3){shape->size[0] * (qx * s), shape->size[1] * (qy * s),
                    shape->size[2] * (qz * s)};
}

static abMassProperties ellipsoid_mass(const void *params, const abShape *shape) {
    (void)params;
    double a = shape->size[0], b = shape->size[1], c = shape->size[2];
    double volume = 4.0 / 3.0 * AB_PI * a * b * c, k = volume / 5.0;
    return (abMassProperties){
        .mass = volume,
        .inertia = ab_mat3_diagonal(k * (b * b + c * c), k * (a * a + c * c), k * (a * a + b * b))};
}

static abPiece ellipsoid_piece_at(const abShape *shape, int index) {
    (void)index;
    return (abPiece){{0.0, 0.0, 0.0}, {shape->size[0], shape->size[1], shape->size[2]}};
}

static bool ellipsoid_holds_ball(const abShape *shape, abVec3 x, abVec3 n, double rho) {
    (void)x, (void)n;
    return rho * shape->bound <= shape->contact_radius * shape->contact_radius;
}

static int ellipsoid_feature(const abShape *shape, abVec3 d, abVec3 *corners) {
    corners[0] = ellipsoid_support(shape, d);
    return 1;
}

// The curvature along the unit tangent t is (t1^2/a1^2 + t2^2/a2^2 + t3^2/a3^2) |a n|, where a n
// has the components a_i n_i: the Hessian of x^2/a^2 + ... over the length of its gradient.
static void ellipsoid_radii(const abShape *shape, abVec3 x, abVec3 n, abRadii *out) {
    (void)x;
    const double *a = shape->size;
    abVec3 an = {a[0] * n.x, a[1] * n.y, a[2] * n.z};
    abVec3 t1 = ab_perpendicular(n), t2 = ab_cross(n, t1);
    abVec3 s1 = {t1.x / a[0], t1.y / a[1], t1.z / a[2]};
    abVec3 s2 = {t2.x / a[0], t2.y / a[1], t2.z / a[2]};
    double scale = ab_norm(an), k[2], c, s;
    ab_eigen_2(ab_norm2(s1), ab_dot(s1, s2), ab_norm2(s2), k, &c, &s);
    k[1] = ab_norm2(ab_cross(s1, s2)) / k[0]; // without the cancellation of a difference
    *out = ab_radii(1.0 / (k[0] * scale), 1.0 / (k[1] * scale),
                    ab_unit(ab_add_scaled(ab_scale(c, t1), s, t2)));
}

const abShapeType ab_shape_type_ellipsoid = {.table = &s_table,
                                             .compile = ellipsoid_compile,
                                             .support = ellipsoid_support,
                                             .mass = ellipsoid_mass,
                                             .piece = ab_one_piece,
                                             .piece_count = 1,
                                             .piece_at = ellipsoid_piece_at,
                                             .face = ab_no_face,
                                             .face_margin = ab_no_face_margin,
                                             .holds_ball = ellipsoid_holds_ball,
                                             .feature = ellipsoid_feature,
                                             .radii = ellipsoid_radii};
