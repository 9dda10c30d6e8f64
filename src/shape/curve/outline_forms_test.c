// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "shape/curve/outline_build.h"
#include "shape/curve/outline_forms.h"
#include "shape/curve/outline_query.h"

#include "base/check.h"
#include "math/core/elementary.h"

static abError s_error;
static abArena s_arena;

static int form_number(const char *name) {
    int i = 0;
    while (ab_outline_forms[i] != NULL && strcmp(ab_outline_forms[i], name) != 0) {
        i++;
    }
    return i;
}

static abOutlineKeys keys_of(const char *form) {
    return (abOutlineKeys){.form = form_number(form),
                           .width = NAN,
                           .height = NAN,
                           .radius = NAN,
                           .wall = NAN,
                           .length = NAN,
                           .min_angle = NAN,
                           .max_angle = NAN,
                           .module = NAN,
                           .bore = NAN,
                           .pressure_angle = AB_PRESSURE_ANGLE,
                           .seed = -1};
}

static const abOutline2 *build(const abOutlineKeys *keys) {
    abOutlineLoops loops;
    ab_error_clear(&s_error);
    if (ab_outline_form(keys, &s_arena, &loops, (abPlace){0}, &s_error) != AB_OK) {
        return NULL;
    }
    return ab_outline_build(&loops, &s_arena);
}

// Area and how far it reaches along x and y, both ways.
static void check(abOutlineKeys keys, double area, double right, double left, double up,
                  double down) {
    const abOutline2 *o = build(&keys);
    CHECK(o != NULL);
    if (o != NULL) {
        double size = right + left + up + down;
        CHECK_NEAR(ab_outline_moments(o).area, area, 1e-13, size * size);
        CHECK_NEAR(ab_outline_support(o, ab_vec2(1.0, 0.0)).x, right, 1e-14, size);
        CHECK_NEAR(ab_outline_support(o, ab_vec2(-1.0, 0.0)).x, -left, 1e-14, size);
        CHECK_NEAR(ab_outline_support(o, ab_vec2(0.0, 1.0)).y, up, 1e-14, size);
        CHECK_NEAR(ab_outline_support(o, ab_vec2(0.0, -1.0)).y, -down, 1e-14, size);
    }
}

static void forms_have_the_sizes_of_their_keys(void) {
    ab_arena_init(&s_arena, ab_heap(), 65536);
    abOutlineKeys k = keys_of("block");
    k.width = 3.0, k.height = 2.0;
    check(k, 6.0, 1.5, 1.5, 1.0, 1.0);
    k = keys_of("wall"), k.width = 3.0, k.height = 2.0, k.face = 3;
    check(k, 6.0, 1.5, 1.5, 1.0, 1.0);
    k = keys_of("ball"), k.radius = 2.0;
    check(k, 4.0 * AB_PI, 2.0, 2.0, 2.0, 2.0);
    k = keys_of("ring"), k.radius = 2.0, k.wall = 0.5;
    check(k, (4.0 - 2.25) * AB_PI, 2.0, 2.0, 2.0, 2.0);
    k = keys_of("frame"), k.width = 3.0, k.height = 2.0, k.wall = 0.5; // to the middle of the walls
    check(k, 3.5 * 2.5 - 2.5 * 1.5, 1.75, 1.75, 1.25, 1.25);
    k = keys_of("round_block"), k.width = 1.0, k.height = 3.0;
    check(k, 2.0 + 0.25 * AB_PI, 0.5, 0.5, 1.5, 1.5);
    k = keys_of("polygon"), k.sides = 6, k.radius = 1.0; // one side at the bottom
    check(k, 1.5 * sqrt(3.0), 1.0, 1.0, 0.5 * sqrt(3.0), 0.5 * sqrt(3.0));
    // a disc of radius sqrt(r^2 + w^2 / 4) and a stick from where its middle leaves it
    k = keys_of("pendulum"), k.width = 0.6, k.length = 2.0, k.radius = 0.4;
    double half = ab_asin(0.3 / 0.5); // the disc without its part above y = r, and the stick
    check(k, 0.25 * AB_PI - (0.25 * half - 0.3 * 0.4) + 0.6 * (2.3 - 0.4), 0.5, 0.5, 2.3, 0.5);
    ab_arena_done(&s_arena);
}

static void corners_of_random_polygons_keep_their_angles(void) {
    ab_arena_init(&s_arena, ab_heap(), 65536);
    for (int seed = 0; seed < 50; seed++) {
        abOutlineKeys k = keys_of("random_polygon");
        k.sides = 7, k.radius = 1.5, k.seed = seed;
        bool is_given = seed % 2 == 1;
        if (is_given) {
            k.min_angle = 0.8, k.max_angle = 1.0;
        }
        const abOutline2 *o = build(&k);
        CHECK(o != NULL && o->count == 7 && o->is_convex);
        for (int i = 0; o != NULL && i < o->count; i++) {
            const abEdge *e = &o->edges[i];
            CHECK_NEAR(ab_norm2d(e->p), 1.5, 1e-14, 1.5);
            double angle = ab_atan2(ab_cross2(e->p, e->q), ab_dot2(e->p, e->q));
            angle += angle < 0.0 ? 2.0 * AB_PI : 0.0;
            // before scaling within the bounds; the sum is within 7 of them
            double ratio = is_given ? 1.0 / 0.8 : 3.0;
            CHECK(angle >= 2.0 * AB_PI / 7.0 / ratio - 1e-12);
            CHECK(angle <= 2.0 * AB_PI / 7.0 * ratio + 1e-12);
        }
    }
    ab_arena_done(&s_arena);
}

static void wrong_angles_are_refused(void) {
    ab_arena_init(&s_arena, ab_heap(), 65536);
    abOutlineKeys k = keys_of("random_polygon");
    k.sides = 5, k.radius = 1.0, k.min_angle = 0.9, k.max_angle = 0.8;
    CHECK(build(&k) == NULL && s_error.count == 1);
    k = keys_of("polygon"), k.sides = 5, k.radius = 1.0, k.min_angle = 0.1;
    CHECK(build(&k) == NULL && strstr(s_error.problems[0].text, "min_angle means nothing") != NULL);
    ab_arena_done(&s_arena);
}

static void rounding_wants_a_corner(void) {
    ab_arena_init(&s_arena, ab_heap(), 65536);
    static const char *const round[] = {"ball", "ring", "round_block"};
    for (int i = 0; i < 3; i++) {
        abOutlineKeys k = keys_of(round[i]);
        k.rounding = 0.1;
        CHECK(build(&k) == NULL && s_error.count > 0);
        const char *last = s_error.problems[s_error.count - 1].text;
        CHECK(strstr(last, "rounding means nothing to form") != NULL);
    }
    abOutlineKeys k = keys_of("wall");
    k.width = k.height = 1.0, k.rounding = 0.1, k.face = 3;
    CHECK(build(&k) == NULL && strstr(s_error.problems[0].text, "only one face touches") != NULL);
    k.face = 0;
    CHECK(build(&k) != NULL);
    ab_arena_done(&s_arena);
}

AB_TESTS(AB_TEST(forms_have_the_sizes_of_their_keys),
         AB_TEST(corners_of_random_polygons_keep_their_angles), AB_TEST(wrong_angles_are_refused),
         AB_TEST(rounding_wants_a_corner))
