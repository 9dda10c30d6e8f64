// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flexible.c - the surface of a flexible body, which deforms with its modes. The key `flexible` of the
// body names it; the shape only says that it may touch. Without mass of its own.

#include "flexible/skin.h"
#include "math/core/vector_math.h"
#include "shape/core/shape.h"

typedef struct Flexible {
    bool flip;
} Flexible;

static const abKey s_keys[] = {
    AB_SWITCH(Flexible, flip, 0.0, "true: turns the surface inside out"),
};
static const abTable s_table = AB_TABLE("flexible", Flexible, s_keys,
                                        "the surface of a flexible body, as it deforms; touches "
                                        "planes, convex shapes, meshes and its kind");

// What it is made of follows with the body; until then it touches nothing.
static abResult flexible_compile(const void *params, double smoothing, const char *folder,
                                 abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)folder, (void)arena;
    const Flexible *f = params;
    if (smoothing != 0.0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "flexible: smoothing = %g m is not for the surface of a flexible body",
                            smoothing);
    }
    *shape = (abShape){.kind = AB_SHAPE_FLEXIBLE,
                       .size = {f->flip ? 1.0 : 0.0},
                       .contact_radius = INFINITY,
                       .is_flat = true};
    return AB_OK;
}

static abVec3 flexible_support(const abShape *shape, abVec3 d) {
    const abSkin *skin = shape->skin;
    return skin == NULL ? (abVec3){0.0, 0.0, 0.0}
                        : ab_skin_lowest(skin, skin->points, ab_neg(d), shape->center).point;
}

const abShapeType ab_shape_type_flexible = {.table = &s_table,
                                            .compile = flexible_compile,
                                            .support = flexible_support,
                                            .reach = ab_no_reach};
