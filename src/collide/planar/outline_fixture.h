// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_fixture.h - outlines and poses in the plane for tests.

#ifndef AB_OUTLINE_FIXTURE_H
#define AB_OUTLINE_FIXTURE_H

#include <string.h>

#include "base/check.h"
#include "math/core/elementary.h"
#include "shape/core/shape.h"
#include "shape/curve/outline_forms.h"

static inline abOutlineKeys outline_keys(const char *form) {
    abOutlineKeys keys;
    ab_table_defaults(ab_shape_type(AB_SHAPE_OUTLINE)->table, &keys);
    for (keys.form = 0; strcmp(ab_outline_forms[keys.form], form) != 0; keys.form++) {
    }
    return keys;
}

static inline abShape outline_of(abArena *arena, const abOutlineKeys *keys) {
    static abError error;
    ab_error_clear(&error);
    abShape shape = {0};
    abResult result = ab_shape_type(AB_SHAPE_OUTLINE)
                          ->compile(keys, 0.0, NULL, arena, &shape, (abPlace){0}, &error);
    if (result != AB_OK) {
        printf("%s\n", error.count > 0 ? error.problems[0].text : "?");
    }
    CHECK(result == AB_OK);
    return shape;
}

static inline abShape block_of(abArena *arena, double width, double height, double rounding) {
    abOutlineKeys keys = outline_keys("block");
    keys.width = width, keys.height = height, keys.rounding = rounding;
    return outline_of(arena, &keys);
}

static inline abShape round_form(abArena *arena, const char *form, double radius, double wall) {
    abOutlineKeys keys = outline_keys(form);
    keys.radius = radius;
    keys.wall = wall > 0.0 ? wall : NAN;
    return outline_of(arena, &keys);
}

static inline abShape polygon_of(abArena *arena, int sides, double radius, double rounding) {
    abOutlineKeys keys = outline_keys("polygon");
    keys.sides = sides, keys.radius = radius, keys.rounding = rounding;
    return outline_of(arena, &keys);
}

static inline abShape frame_of(abArena *arena, double width, double height, double wall) {
    abOutlineKeys keys = outline_keys("frame");
    keys.width = width, keys.height = height, keys.wall = wall;
    return outline_of(arena, &keys);
}

static inline abShape points_of(abArena *arena, abVec3 *points, int count) {
    abPointList list = {count, points};
    abOutlineKeys keys = outline_keys("points");
    keys.points = &list;
    return outline_of(arena, &keys);
}

static inline abPose flat_pose(double x, double y, double angle) {
    double c = ab_cos(angle), s = ab_sin(angle);
    return (abPose){{{{c, -s, 0.0}, {s, c, 0.0}, {0.0, 0.0, 1.0}}}, {x, y, 0.0}};
}

static inline bool is_near(double a, double b, double tolerance) {
    bool fits = a == b || fabs(a - b) <= tolerance;
    if (!fits) {
        printf("%.17g, wanted %.17g\n", a, b);
    }
    return fits;
}

#endif
