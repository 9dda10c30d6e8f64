// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// spring.c - a coil to look at: a wire along a helix from -length/2 to length/2. No mass, no
// contact.
//
//   size    [0]: half length between the ends of the wire's middle line, [1]: radius of that line,
//           [2]: radius of the wire, [3]: turns

#include "math/core/vector_math.h"
#include "mesh/core/triangle_mesh.h"
#include "shape/core/axial.h"
#include "shape/core/shape.h"

typedef struct Spring {
    double radius, wire_radius, length; // [m]
    double turns;
    int axis;
} Spring;

#define TURNS_MAX 200.0

static const abKey s_keys[] = {
    AB_NUM_REQUIRED(Spring, radius, "m", 0.0, AB_LENGTH_MAX,
                    "radius of the coil, to the middle of the wire"),
    AB_NUM_REQUIRED(Spring, wire_radius, "m", 0.0, AB_LENGTH_MAX, "radius of the wire, above zero"),
    AB_NUM_REQUIRED(Spring, length, "m", 0.0, AB_LENGTH_MAX, "length along the axis"),
    AB_NUM(Spring, turns, "-", 6.0, 0.125, TURNS_MAX, "number of turns, right-handed"),
    AB_WORD(Spring, axis, ab_axis_words, 2, "axis of the coil"),
};
static const abTable s_table =
    AB_TABLE("spring", Spring, s_keys, "coil, centred; only drawn: no mass, no contact");

static abResult spring_compile(const void *params, double smoothing, const char *folder,
                               abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)smoothing, (void)folder, (void)arena;
    const Spring *s = params;
    AB_TRY(ab_check_length(s->radius, true, "spring", "radius", place, error));
    AB_TRY(ab_check_length(s->wire_radius, false, "spring", "wire_radius", place, error));
    AB_TRY(ab_check_length(s->length, true, "spring", "length", place, error));
    if (!(s->turns >= 0.125 && s->turns <= TURNS_MAX)) {
        return ab_error_add(error, AB_BAD_MODEL, place, "spring: turns = %g is outside [0.125, %g]",
                            s->turns, TURNS_MAX);
    }
    double across = s->radius + s->wire_radius, along = 0.5 * s->length + s->wire_radius;
    *shape = (abShape){.kind = AB_SHAPE_SPRING,
                       .size = {0.5 * s->length, s->radius, s->wire_radius, s->turns},
                       .axis = s->axis,
                       .bound = sqrt(across * across + along * along),
                       .contact_radius = s->wire_radius};
    return AB_OK;
}

// For bounds: the corner of a cylinder around the coil.
static abVec3 spring_support(const abShape *shape, abVec3 d) {
    Axial a = to_axial(shape, d);
    double h = with_sign(shape->size[0] + shape->size[2], a.u);
    double across = sqrt(a.v * a.v + a.w * a.w), r = shape->size[1] + shape->size[2];
    double s = across > 0.0 ? r / across : 0.0;
    return from_axial(shape, h, s * a.v, s * a.w);
}

const abShapeType ab_shape_type_spring = {
    .table = &s_table, .compile = spring_compile, .support = spring_support, .is_visual = true};
