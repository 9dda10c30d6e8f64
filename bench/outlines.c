// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outlines.c - what the contacts of two planar outlines cost: ns per search, the least of many, and
// by pairs of edges.
//
// Lines separated by tabs: outlines, scene, edges of A, of B, contacts, ns, ns per pair of edges.

#include <stdio.h>
#include <stdlib.h>

#include "collide/planar/outline_contact.h"
#include "collide/planar/outline_near.h"
#include "collide/planar/outline_scene.h"
#include "math/core/elementary.h"
#include "shape/curve/outline_forms.h"
#include "stopwatch.h"

enum { ROUNDS = 9, SEARCHES = 5000, FORM_BLOCK = 1, FORM_BALL = 2, FORM_POLYGON = 3 };
enum { FORM_FRAME = 5, FORM_RING = 6, FORM_GEAR = 10 };

static abArena s_arena;

static abOutlineKeys keys_of(int form) {
    abOutlineKeys keys;
    ab_table_defaults(ab_shape_type(AB_SHAPE_OUTLINE)->table, &keys);
    keys.form = form;
    return keys;
}

static abShape compiled(const abOutlineKeys *keys) {
    static abError error;
    abShape shape = {0};
    const abShapeType *type = ab_shape_type(AB_SHAPE_OUTLINE);
    ab_error_clear(&error);
    if (type->compile(keys, 0.0, NULL, &s_arena, &shape, (abPlace){0}, &error) != AB_OK) {
        fprintf(stderr, "outlines: %s\n", error.problems[0].text);
        exit(1);
    }
    return shape;
}

static abShape outline(int form, double width, double height, double radius, double wall, int sides,
                       double rounding) {
    abOutlineKeys keys = keys_of(form);
    keys.width = width, keys.height = height, keys.radius = radius, keys.wall = wall;
    keys.sides = sides, keys.rounding = rounding;
    return compiled(&keys);
}

static abPose place(double x, double y, double angle) {
    double c = ab_cos(angle), s = ab_sin(angle);
    return (abPose){{{{c, -s, 0.0}, {s, c, 0.0}, {0.0, 0.0, 1.0}}}, {x, y, 0.0}};
}

static abShape gear(int teeth, double bore) {
    abOutlineKeys keys = keys_of(FORM_GEAR);
    keys.teeth = teeth, keys.module = 0.002, keys.backlash = 1e-4, keys.bore = bore;
    return compiled(&keys);
}

// Wheels that turn by 1e-6 rad between searches, in mesh; without or with what is kept between them.
static void measure_gears(const char *scene, bool keeps) {
    static abOutlineContacts found;
    abShape A = gear(20, 0.005), B = gear(40, 0.008);
    abOutlineWorkspace workspace = {.allocator = ab_heap()};
    double minimum = INFINITY;
    for (int i = 0; i < ROUNDS; i++) {
        double start = ab_processor_clock();
        for (int k = 0; k < SEARCHES; k++) {
            double turn = 1e-6 * (i * SEARCHES + k);
            abPose X = place(0.0, 0.0, turn), Y = place(0.06, 0.0, AB_PI / 40.0 - 0.5 * turn);
            ab_outlines_contacts(keeps ? &workspace : NULL, &A, &X, &B, &Y, 0.0, &found);
        }
        minimum = fmin(minimum, (ab_processor_clock() - start) / SEARCHES);
    }
    int a = A.outline->count, b = B.outline->count;
    printf("outlines\t%s\t%d\t%d\t%d\t%.0f\t%.3f\n", scene, a, b, found.count, 1e9 * minimum,
           1e9 * minimum / (a * b));
    ab_outline_workspace_done(&workspace);
}

static void measure(const char *scene, const abShape *A, abPose X, const abShape *B, abPose Y) {
    static abOutlineContacts found;
    double minimum = INFINITY;
    for (int i = 0; i < ROUNDS; i++) {
        double start = ab_processor_clock();
        for (int k = 0; k < SEARCHES; k++) {
            ab_outline_contacts(A, &X, B, &Y, 0.005, &found);
        }
        minimum = fmin(minimum, (ab_processor_clock() - start) / SEARCHES);
    }
    int a = A->outline->count, b = B->outline->count;
    printf("outlines\t%s\t%d\t%d\t%d\t%.0f\t%.1f\n", scene, a, b, found.count, 1e9 * minimum,
           1e9 * minimum / (a * b));
}

int main(void) {
    const double no = NAN;
    ab_arena_init(&s_arena, ab_heap(), 0);
    abShape floor = outline(FORM_BLOCK, 10.0, 1.0, no, no, 0, 0.0);
    abShape block = outline(FORM_BLOCK, 1.0, 0.6, no, no, 0, 0.0);
    abShape round = outline(FORM_BLOCK, 1.0, 0.6, no, no, 0, 0.1);
    abShape frame = outline(FORM_FRAME, 3.0, 2.0, no, 0.2, 0, 0.0);
    abShape ball = outline(FORM_BALL, no, no, 0.25, no, 0, 0.0);
    abShape ring = outline(FORM_RING, no, no, 2.0, 0.5, 0, 0.0);
    abShape pin = outline(FORM_BALL, no, no, 1.499, no, 0, 0.0);
    abShape fine = outline(FORM_POLYGON, no, no, 1.0, no, 100, 0.0);
    abPose origin = place(0.0, 0.0, 0.0), under = place(0.0, -0.5, 0.0);
    measure("block over a floor", &floor, under, &block, place(1.0, 0.301, 0.0));
    measure("block sunk into a floor", &floor, under, &block, place(1.0, 0.299, 1e-4));
    measure("rounded block sunk", &floor, under, &round, place(1.0, 0.299, 1e-4));
    measure("ball in the corner of a frame", &frame, origin, &ball, place(1.151, -0.651, 0.0));
    measure("block in the corner of a frame", &frame, origin, &block, place(0.901, -0.601, 0.0));
    measure("pin in a ring", &ring, origin, &pin, place(0.002, 0.0, 0.0));
    measure("pin and ring of one centre", &ring, origin, &pin, origin);
    measure("polygons of 100 sides", &fine, origin, &fine, place(1.996, 0.1, 0.01));
    measure_gears("gears of 20 and 40 teeth, by trees", false);
    measure_gears("the same, by lists", true);
    ab_arena_done(&s_arena);
    return 0;
}
