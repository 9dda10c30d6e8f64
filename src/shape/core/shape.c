// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// shape.c - the table of shapes and what all of them have in common: bounds, support of the whole
// shape, moving and adding mass properties.

#include "shape/core/shape.h"

#include <string.h>

#include "math/core/vector_math.h"
#include "mesh/core/triangle_mesh.h"

#define AB_SHAPE(KIND, symbol) extern const abShapeType ab_shape_type_##symbol;
#include "shape/core/shapes.def"
#undef AB_SHAPE

static const abShapeType *const s_types[AB_SHAPE_COUNT] = {
#define AB_SHAPE(KIND, symbol) [AB_SHAPE_##KIND] = &ab_shape_type_##symbol,
#include "shape/core/shapes.def" // -> [AB_SHAPE_PLANE] = &ab_shape_type_plane, ...
#undef AB_SHAPE
};

const abShapeType *ab_shape_type(abShapeKind kind) {
    return s_types[kind];
}

abShapeKind ab_shape_find(const char *name) {
    for (int kind = 0; kind < AB_SHAPE_COUNT; kind++) {
        if (strcmp(s_types[kind]->table->name, name) == 0) {
            return (abShapeKind)kind;
        }
    }
    return AB_SHAPE_COUNT;
}

bool ab_no_face(const abShape *shape, abVec3 d, abVec3 *normal) {
    (void)shape, (void)d, (void)normal;
    return false;
}

double ab_no_face_margin(const abShape *shape, abVec3 normal, abVec3 p) {
    (void)shape, (void)normal, (void)p;
    return -INFINITY;
}

int ab_one_piece(const abShape *shape, abVec3 d) {
    (void)shape, (void)d;
    return 0;
}

double ab_no_reach(const abShape *shape) {
    (void)shape;
    return 0.0;
}

abVec3 ab_support_of_box(const abShape *shape, abVec3 d) {
    return (abVec3){with_sign(shape->size[0], d.x), with_sign(shape->size[1], d.y),
                    with_sign(shape->size[2], d.z)};
}

abVec3 ab_support_at_origin(const abShape *shape, abVec3 d) {
    (void)shape, (void)d;
    return (abVec3){0.0, 0.0, 0.0};
}

bool ab_holds_no_ball(const abShape *shape, abVec3 x, abVec3 n, double rho) {
    (void)shape, (void)x, (void)n;
    return rho <= 0.0;
}

abVec3 ab_shape_support(const abShape *shape, abVec3 d) {
    return ab_add_scaled(s_types[shape->kind]->support(shape, d), shape->radius, d);
}

double ab_shape_reach(const abShape *shape) {
    const abShapeType *type = s_types[shape->kind];
    return type->reach != NULL ? type->reach(shape) : INFINITY;
}

// Adding a ball adds its radius to both principal radii.
bool ab_shape_curvature(const abShape *shape, abVec3 p, abVec3 n, abCurvature *out) {
    const abShapeType *type = s_types[shape->kind];
    if (type->radii == NULL) {
        return false;
    }
    abRadii core;
    type->radii(shape, ab_add_scaled(p, -shape->radius, n), n, &core);
    *out = (abCurvature){.along = core.along, .reach = {core.reach[0], core.reach[1]}};
    for (int i = 0; i < 2; i++) {
        double radius = core.radius[i] + shape->radius;
        if (radius == 0.0) {
            return false;
        }
        out->curvature[i] = 1.0 / radius;
    }
    return true;
}

// Is the core its own mirror image in the origin of S?
static bool is_centred(const abShape *shape) {
    return shape->kind != AB_SHAPE_CONE && shape->kind != AB_SHAPE_HULL &&
           shape->kind != AB_SHAPE_MESH && shape->kind != AB_SHAPE_CURVE &&
           shape->kind != AB_SHAPE_OUTLINE && shape->kind != AB_SHAPE_FLEXIBLE;
}

abBox ab_shape_bounds(const abShape *shape, const abPose *X_WS) {
    if (!isfinite(shape->bound)) { // a plane
        return (abBox){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
    }
    abBox box = {X_WS->p, X_WS->p};
    for (int i = 0; i < 3; i++) {
        abVec3 row = {X_WS->R.m[i][0], X_WS->R.m[i][1], X_WS->R.m[i][2]};
        double high = 0.0, low = 0.0;
        if (shape->kind != AB_SHAPE_SPHERE) {
            high = ab_dot(row, s_types[shape->kind]->support(shape, row));
            low = is_centred(shape)
                      ? -high
                      : ab_dot(row, s_types[shape->kind]->support(shape, ab_neg(row)));
        }
        ab_set(&box.low, i, ab_get(box.low, i) + (low - shape->radius));
        ab_set(&box.high, i, ab_get(box.high, i) + (high + shape->radius));
    }
    return box;
}

abMassProperties ab_mass_move(abMassProperties part, abPose X_BS) {
    part.center = ab_pose_point(X_BS, part.center);
    part.inertia = ab_mat3_mul_t(ab_mat3_mul(X_BS.R, part.inertia), X_BS.R);
    // the product above is symmetric up to rounding only
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < i; j++) {
            double mean = 0.5 * (part.inertia.m[i][j] + part.inertia.m[j][i]);
            part.inertia.m[i][j] = part.inertia.m[j][i] = mean;
        }
    }
    return part;
}

// Inertia of a point mass at r.
static abMat3 steiner(double mass, abVec3 r) {
    double rr = ab_norm2(r);
    return (abMat3){{{mass * (rr - r.x * r.x), -mass * r.x * r.y, -mass * r.x * r.z},
                     {-mass * r.x * r.y, mass * (rr - r.y * r.y), -mass * r.y * r.z},
                     {-mass * r.x * r.z, -mass * r.y * r.z, mass * (rr - r.z * r.z)}}};
}

abMassProperties ab_mass_add(abMassProperties a, abMassProperties b) {
    double mass = a.mass + b.mass;
    if (mass == 0.0) {
        return (abMassProperties){0.0, a.center, ab_mat3_add(a.inertia, b.inertia)};
    }
    double share = b.mass / mass;
    abVec3 apart = ab_sub(b.center, a.center);
    abMassProperties sum = {.mass = mass, .center = ab_add_scaled(a.center, share, apart)};
    sum.inertia = ab_mat3_add(ab_mat3_add(a.inertia, b.inertia), steiner(a.mass * share, apart));
    return sum;
}

abResult ab_check_length(double value, bool zero_allowed, const char *shape, const char *key,
                         abPlace place, abError *error) {
    if (value > 0.0 && value <= AB_LENGTH_MAX) {
        return AB_OK;
    }
    if (zero_allowed && value == 0.0) {
        return AB_OK;
    }
    return ab_error_add(error, AB_BAD_MODEL, place,
                        "%s: %s = %g m is outside %s, %g]; give a length %s", shape, key, value,
                        zero_allowed ? "[0" : "(0", AB_LENGTH_MAX,
                        zero_allowed ? "that is not negative" : "above zero");
}

abResult ab_take_smoothing(double smoothing, double smallest, const char *shape, double *radius,
                           abPlace place, abError *error) {
    *radius = 0.0;
    if (!(smoothing >= 0.0 && smoothing <= AB_LENGTH_MAX)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "%s: smoothing = %g m is outside [0, %g]; 0 keeps edges sharp", shape,
                            smoothing, AB_LENGTH_MAX);
    }
    if (smoothing > 0.1 * smallest * (1.0 + 4.0 * DBL_EPSILON)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "%s: smoothing = %g m is too much for a smallest side of %g m; at most "
                            "a tenth of it, %g m, is allowed, 0 keeps edges sharp",
                            shape, smoothing, smallest, 0.1 * smallest);
    }
    *radius = smoothing;
    return AB_OK;
}
