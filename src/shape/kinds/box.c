// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// box.c - the cuboid along the axes of S. Zero sizes make plates, lines and points.
//
//   core    size[0..2]: half lengths less the smoothing radius
//   radius  the smoothing radius, at most a tenth of the smallest side (Modia3D). The true shape
//   has
//           edges rounded by it: it lies inside the sharp box and keeps its faces. Mass is that of
//           the sharp box.

#include <stdlib.h>

#include "math/core/vector_math.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/axial.h"
#include "shape/core/shape.h"

typedef struct Box {
    abVec3 size; // [m]
} Box;

static const abKey s_keys[] = {
    AB_REQUIRED(AB_KEY_VEC3, Box, size, "m", 0.0, AB_LENGTH_MAX, "lengths along x, y and z"),
};
static const abTable s_table = AB_TABLE("box", Box, s_keys, "cuboid about the origin");

static abResult box_compile(const void *params, double smoothing, const char *folder,
                            abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)folder, (void)arena;
    abVec3 size = ((const Box *)params)->size;
    AB_TRY(ab_check_length(size.x, true, "box", "size[0]", place, error));
    AB_TRY(ab_check_length(size.y, true, "box", "size[1]", place, error));
    AB_TRY(ab_check_length(size.z, true, "box", "size[2]", place, error));
    double smallest = fmin(size.x, fmin(size.y, size.z)), r;
    AB_TRY(ab_take_smoothing(smoothing, smallest, "box", &r, place, error));
    *shape = (abShape){.kind = AB_SHAPE_BOX,
                       .size = {0.5 * size.x - r, 0.5 * size.y - r, 0.5 * size.z - r},
                       .radius = r,
                       .bound = 0.5 * ab_norm(size),
                       .contact_radius = 0.5 * smallest,
                       .is_flat = true};
    return AB_OK;
}

static abMassProperties box_mass(const void *params, const abShape *shape) {
    (void)shape;
    abVec3 s = ((const Box *)params)->size;
    double volume = s.x * s.y * s.z, k = volume / 12.0;
    return (abMassProperties){.mass = volume,
                              .inertia = ab_mat3_diagonal(k * (s.y * s.y + s.z * s.z),
                                                          k * (s.x * s.x + s.z * s.z),
                                                          k * (s.x * s.x + s.y * s.y))};
}

static int box_piece(const abShape *shape, abVec3 d) {
    (void)shape;
    return (d.x < 0.0) + 2 * (d.y < 0.0) + 4 * (d.z < 0.0);
}

static abPiece box_piece_at(const abShape *shape, int index) {
    abVec3 corner = {index & 1 ? -shape->size[0] : shape->size[0],
                     index & 2 ? -shape->size[1] : shape->size[1],
                     index & 4 ? -shape->size[2] : shape->size[2]};
    return (abPiece){corner, {0.0, 0.0, 0.0}};
}

static int largest_axis(abVec3 d) {
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static bool box_face(const abShape *shape, abVec3 d, abVec3 *normal) {
    (void)shape;
    int axis = largest_axis(d);
    *normal = (abVec3){0.0, 0.0, 0.0};
    ab_set(normal, axis, with_sign(1.0, ab_get(d, axis)));
    return true;
}

static double box_face_margin(const abShape *shape, abVec3 normal, abVec3 p) {
    int axis = largest_axis(normal), j = (axis + 1) % 3, k = (axis + 2) % 3;
    return fmin(shape->size[j] - fabs(ab_get(p, j)), shape->size[k] - fabs(ab_get(p, k)));
}

static bool box_holds_ball(const abShape *shape, abVec3 x, abVec3 n, double rho) {
    abVec3 c = ab_add_scaled(x, -rho, n);
    double depth = fmin(shape->size[0] - fabs(c.x),
                        fmin(shape->size[1] - fabs(c.y), shape->size[2] - fabs(c.z)));
    return depth >= rho - rounding_slack(shape);
}

// Each axis on which d has no component doubles the number of corners; they are listed around.
static int box_feature(const abShape *shape, abVec3 d, abVec3 *corners) {
    abVec3 top = ab_support_of_box(shape, d);
    int free[3], count = 0;
    for (int i = 0; i < 3; i++) {
        if (fabs(ab_get(d, i)) <= AB_FLAT_ANGLE && shape->size[i] > 0.0) {
            free[count++] = i;
        }
    }
    if (count > 2) {
        count = 2; // d has length 1, so this takes a vector that is not unit
    }
    static const signed char around[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    for (int corner = 0; corner < 1 << count; corner++) {
        corners[corner] = top;
        for (int i = 0; i < count; i++) {
            ab_set(&corners[corner], free[i], around[corner][i] * shape->size[free[i]]);
        }
    }
    return 1 << count;
}

// On a face one coordinate is at its limit, on an edge two, on a corner all.
static void box_radii(const abShape *shape, abVec3 x, abVec3 n, abRadii *out) {
    int limits = 0, along = 0;
    for (int i = 0; i < 3; i++) {
        bool is_limit = fabs(ab_get(x, i)) >= shape->size[i] - edge_slack(shape);
        limits += is_limit;
        along = is_limit ? along : i;
    }
    double across = limits >= 2 ? 0.0 : INFINITY;
    *out = ab_radii(limits == 3 ? 0.0 : INFINITY, across, ab_perpendicular(n));
    if (limits == 2) {
        double here = ab_get(x, along);
        out->along = (abVec3){0.0, 0.0, 0.0};
        ab_set(&out->along, along, 1.0);
        out->reach[0] = shape->size[along] - here, out->reach[1] = shape->size[along] + here;
    }
}

const abShapeType ab_shape_type_box = {.table = &s_table,
                                       .compile = box_compile,
                                       .support = ab_support_of_box,
                                       .mass = box_mass,
                                       .piece = box_piece,
                                       .piece_count = 8,
                                       .piece_at = box_piece_at,
                                       .face = box_face,
                                       .face_margin = box_face_margin,
                                       .holds_ball = box_holds_ball,
                                       .feature = box_feature,
                                       .carries = AB_CARRIES_FACES,
                                       .radii = box_radii};
