// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane.c - the half-space below a plane through the origin of S. No mass, no bounds; as a flat
// surface it counts as infinitely large (Modia3D has no plane and uses a large box).
//
//   core    size[0..2]: the outward unit normal

#include <math.h>

#include "math/core/vector_math.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/axial.h"

typedef struct Plane {
    abVec3 normal;
} Plane;

static const abKey s_keys[] = {
    AB_ANY(AB_KEY_VEC3, Plane, normal, "-", NAN, -AB_LENGTH_MAX, AB_LENGTH_MAX,
           "outward normal of any length; 0 0 1 when not given"),
};
static const abTable s_table =
    AB_TABLE("plane", Plane, s_keys, "half-space below a plane through the origin of the shape");

static abResult plane_compile(const void *params, double smoothing, const char *folder,
                              abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)smoothing, (void)folder, (void)arena;
    abVec3 n = ((const Plane *)params)->normal;
    if (isnan(n.x) && isnan(n.y) && isnan(n.z)) {
        n = (abVec3){0.0, 0.0, 1.0};
    }
    double largest = fmax(fabs(n.x), fmax(fabs(n.y), fabs(n.z)));
    if (!ab_is_finite(n) || largest == 0.0) {
        return ab_error_add(
            error, AB_BAD_MODEL, place,
            "plane: normal = %g %g %g has no direction; give a vector of length > 0", n.x, n.y,
            n.z);
    }
    n = ab_unit((abVec3){n.x / largest, n.y / largest, n.z / largest});
    *shape = (abShape){.kind = AB_SHAPE_PLANE,
                       .size = {n.x, n.y, n.z},
                       .bound = INFINITY,
                       .contact_radius = INFINITY,
                       .is_flat = true};
    return AB_OK;
}

static abMassProperties plane_mass(const void *params, const abShape *shape) {
    (void)params, (void)shape;
    return (abMassProperties){.mass = 0.0};
}

static void plane_radii(const abShape *shape, abVec3 x, abVec3 n, abRadii *out) {
    (void)shape, (void)x;
    *out = ab_radii(INFINITY, INFINITY, ab_perpendicular(n));
}

const abShapeType ab_shape_type_plane = {.table = &s_table,
                                         .compile = plane_compile,
                                         .support = ab_support_at_origin, // no point is farthest
                                         .mass = plane_mass,
                                         .radii = plane_radii,
                                         .carries = AB_CARRIES_PLANE};
