// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// Outlines: forms, moments, nearest points, messages, pictures.

#include "shape/curve/outline.h"
#include "shape/curve/outline_build.h"
#include "shape/curve/outline_query.h"

#include "collide/planar/outline_fixture.h"

static abArena s_arena;

static void begin(void) {
    ab_arena_init(&s_arena, ab_heap(), 0);
}
static void end(void) {
    ab_arena_done(&s_arena);
}

static abMassProperties mass_of(const abShape *shape) {
    return ab_shape_type(AB_SHAPE_OUTLINE)->mass(NULL, shape);
}

// ---- moments ----

static void forms_have_their_moments(void) {
    begin();
    abShape block = block_of(&s_arena, 2.0, 3.0, 0.0);
    abMassProperties m = mass_of(&block);
    CHECK_NEAR(m.mass, 6.0, 1e-15, 6.0);
    CHECK_NEAR(m.inertia.m[2][2], 6.0 * 13.0 / 12.0, 1e-15, 6.5);
    abShape ring = round_form(&s_arena, "ring", 2.0, 0.5);
    m = mass_of(&ring);
    double R2 = 4.0, r2 = 2.25, area = AB_PI * (R2 - r2);
    CHECK_NEAR(m.mass, area, 1e-14, area);
    CHECK_NEAR(m.inertia.m[2][2], 0.5 * area * (R2 + r2), 1e-14, 0.5 * area * (R2 + r2));
    CHECK(ring.outline->count == 2 && ring.outline->loop_count == 2);
    abShape frame = frame_of(&s_arena, 3.0, 2.0, 0.2);
    m = mass_of(&frame);
    CHECK_NEAR(m.mass, 3.2 * 2.2 - 2.8 * 1.8, 1e-15, 2.0);
    abOutlineKeys keys = outline_keys("round_block");
    keys.width = 1.0, keys.height = 3.0;
    abShape pill = outline_of(&s_arena, &keys);
    m = mass_of(&pill);
    double disc = 0.25 * AB_PI, off = 4.0 * 0.5 / (3.0 * AB_PI); // of the halves of a disc
    double half = 0.5 * disc, own = 0.5 * half * 0.25 - half * off * off;
    double I = 2.0 * (1.0 + 4.0) / 12.0 + 2.0 * (own + half * (1.0 + off) * (1.0 + off));
    CHECK_NEAR(m.mass, 2.0 + disc, 1e-15, 2.0);
    CHECK_NEAR(m.inertia.m[2][2], I, 1e-14, I);
    end();
}

static void round_corners_take_their_area_away(void) {
    begin();
    for (int sides = 3; sides < 9; sides++) {
        abShape sharp = polygon_of(&s_arena, sides, 1.0, 0.0);
        abShape round = polygon_of(&s_arena, sides, 1.0, 0.1);
        double half = AB_PI / sides, t = ab_sin(half) / ab_cos(half);
        double lost = sides * 0.01 * (t - half); // kite less sector
        CHECK_NEAR(mass_of(&sharp).mass - mass_of(&round).mass, lost, 1e-14, 1.0);
        CHECK(round.outline->count == 2 * sides && round.outline->is_convex);
    }
    abShape pill = block_of(&s_arena, 1.0, 3.0, 0.5); // ends are half circles, one edge each
    CHECK(pill.outline->count == 4);
    end();
}

static void a_plate_has_the_moments_of_a_box(void) {
    begin();
    abOutlineKeys keys = outline_keys("block");
    keys.width = 2.0, keys.height = 3.0, keys.thickness = 0.5;
    abShape plate = outline_of(&s_arena, &keys);
    abMassProperties m = mass_of(&plate);
    CHECK_NEAR(m.mass, 3.0, 1e-15, 3.0);
    CHECK_NEAR(m.inertia.m[0][0], 3.0 * (9.0 + 0.25) / 12.0, 1e-15, 3.0);
    CHECK_NEAR(m.inertia.m[1][1], 3.0 * (4.0 + 0.25) / 12.0, 1e-15, 3.0);
    end();
}

// ---- loops ----

static void loops_may_come_in_any_direction_and_order(void) {
    begin();
    double area = 0.0;
    for (int displacement = 0; displacement < 4; displacement++) {
        // a hole with an island in it, and the plate around them last
        abVec3 p[] = {{1, 1, 0},   {3, 1, 0}, {3, 3, 0}, {1, 3, 0}, {1, 1, 0}, {2, 2, 1},
                      {2.4, 2, 1}, {2, 2, 0}, {0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
        if (displacement % 2 == 1) {
            p[1] = ab_vec3(1, 3, 0), p[3] = ab_vec3(3, 1, 0);
        }
        if (displacement >= 2) {
            p[9] = ab_vec3(0, 4, 0), p[11] = ab_vec3(4, 0, 0);
        }
        abShape shape = points_of(&s_arena, p, 12);
        double found = mass_of(&shape).mass;
        CHECK_NEAR(found, 16.0 - 4.0 + AB_PI * 0.04, 1e-14, 12.0);
        CHECK(displacement == 0 || fabs(found - area) < 1e-14);
        area = found;
        CHECK(ab_outline_nearest(shape.outline, ab_vec2(0.5, 2.0)).distance < 0.0);
        CHECK(ab_outline_nearest(shape.outline, ab_vec2(1.5, 2.0)).distance > 0.0);
        CHECK(ab_outline_nearest(shape.outline, ab_vec2(2.2, 2.1)).distance < 0.0);
    }
    end();
}

// Turns of a fine polygon around a point, and the distance to its corners.
static double around(const abOutline2 *o, abVec2 q, double *distance) {
    enum { STEPS = 400 };
    double turns = 0.0;
    *distance = INFINITY;
    for (int i = 0; i < o->count; i++) {
        for (int k = 0; k < STEPS; k++) {
            abVec2 a = ab_sub2(ab_edge_point(&o->edges[i], (double)k / STEPS), q);
            abVec2 b = ab_sub2(ab_edge_point(&o->edges[i], (k + 1.0) / STEPS), q);
            turns += ab_atan2(ab_cross2(a, b), ab_dot2(a, b)) / (2.0 * AB_PI);
            *distance = fmin(*distance, ab_norm2d(a));
        }
    }
    return turns;
}

static void the_nearest_point_agrees_with_a_fine_polygon(void) {
    begin();
    abVec3 p[] = {{0, 0, 0},        {1, 0.1, -0.3}, {1.8, 0, 0.4}, {2.2, 0.9, 0}, {1.5, 0.7, 0.2},
                  {1.2, 1.5, -0.5}, {0.2, 1.3, 0},  {0, 0, 0},     {0.5, 0.5, 1}, {0.8, 0.6, 1}};
    abShape shape = points_of(&s_arena, p, 10);
    for (int i = 0; i < 400; i++) {
        int row = i / 20;
        abVec2 q = ab_vec2(-0.5 + 0.17 * (i % 20), -0.6 + 0.13 * row);
        abNearest2 near = ab_outline_nearest(shape.outline, q);
        double sampled;
        bool is_in = around(shape.outline, q, &sampled) > 0.5;
        CHECK(is_in == (near.distance < 0.0));
        // half a step of the longest edge, seen from the distance
        CHECK(fabs(near.distance) <= sampled + 1e-12 && fabs(near.distance) > sampled - 0.003);
        CHECK(is_near(ab_norm2d(ab_sub2(q, near.p)), fabs(near.distance), 1e-15));
    }
    end();
}

// ---- the farthest point ----

static void the_farthest_point_is_farther_than_all(void) {
    begin();
    abOutlineKeys keys = outline_keys("pendulum");
    keys.width = 0.1, keys.length = 2.0, keys.radius = 0.5;
    abShape shape = outline_of(&s_arena, &keys);
    for (int i = 0; i < 60; i++) {
        abVec2 d = ab_vec2(ab_cos(0.1047 * i), ab_sin(0.1047 * i));
        double maximum = -INFINITY, found = ab_dot2(ab_outline_support(shape.outline, d), d);
        for (int k = 0; k < shape.outline->count * 1000; k++) {
            abVec2 p = ab_edge_point(&shape.outline->edges[k / 1000], (k % 1000) / 1000.0);
            maximum = fmax(maximum, ab_dot2(p, d));
        }
        CHECK(found >= maximum - 1e-15 && found < maximum + 1e-5);
    }
    end();
}

static void bounds_hold_an_outline_beside_its_origin(void) {
    begin();
    abVec3 p[] = {{1, 2, 0}, {3, 2, 0}, {3, 3, 1}};
    abShape shape = points_of(&s_arena, p, 3);
    for (int i = 0; i < 12; i++) {
        abPose X = flat_pose(0.3, -0.2, 0.5 * i);
        abBox box = ab_shape_bounds(&shape, &X);
        for (int k = 0; k < 3 * 50; k++) {
            abVec2 q = ab_edge_point(&shape.outline->edges[k / 50], (k % 50) / 50.0);
            abVec3 at = ab_pose_point(X, ab_vec3(q.x, q.y, 0.0));
            CHECK(at.x >= box.low.x - 1e-14 && at.x <= box.high.x + 1e-14);
            CHECK(at.y >= box.low.y - 1e-14 && at.y <= box.high.y + 1e-14);
        }
    }
    end();
}

// ---- messages ----

static void check_refused(const abOutlineKeys *keys, const char *part) {
    abError error;
    ab_error_clear(&error);
    abShape shape;
    abResult result = ab_shape_type(AB_SHAPE_OUTLINE)
                          ->compile(keys, 0.0, NULL, &s_arena, &shape, (abPlace){0}, &error);
    CHECK(result == AB_BAD_MODEL && error.count > 0);
    bool says = error.count > 0 && strstr(error.problems[0].text, part) != NULL;
    if (!says) {
        printf("%s\n", error.count > 0 ? error.problems[0].text : "no message");
    }
    CHECK(says);
}

static void what_does_not_fit_is_refused(void) {
    begin();
    abOutlineKeys keys = outline_keys("block");
    keys.width = 1.0;
    check_refused(&keys, "form block needs height");
    keys.height = 0.0;
    check_refused(&keys, "height = 0 m");
    keys.height = 1.0, keys.radius = 2.0;
    check_refused(&keys, "radius means nothing to form block");
    keys = outline_keys("frame");
    keys.width = 1.0, keys.height = 2.0, keys.wall = 1.5;
    check_refused(&keys, "leaves no opening");
    keys = outline_keys("block");
    keys.width = 1.0, keys.height = 2.0, keys.rounding = 0.6;
    check_refused(&keys, "at most 0.5 m does");
    abVec3 bow[] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {-0.2, 1.5, 0}};
    abPointList list = {4, bow};
    keys = outline_keys("points");
    keys.points = &list;
    check_refused(&keys, "crosses");
    list.count = 2;
    check_refused(&keys, "2 points");
    bow[0].z = 1e-9;
    check_refused(&keys, "bulge = 1e-09");
    bow[0].z = 0.0;
    bow[1] = bow[0];
    list.count = 4;
    check_refused(&keys, "loop");
    end();
}

// ---- pictures ----

static void pictures_are_closed_and_have_the_volume(void) {
    begin();
    abVec3 p[] = {{0, 0, 0},     {4, 0, 0},     {4, 4, 0},     {2, 1.5, 0}, {0, 4, 0},
                  {0, 0, 0},     {0.5, 0.5, 0}, {1, 0.5, 0},   {1, 1, 0},   {0.5, 1, 0},
                  {0.5, 0.5, 0}, {3, 0.5, 0},   {3.5, 0.5, 0}, {3.5, 1, 0}, {3, 1, 0}};
    abPointList list = {15, p};
    abOutlineKeys keys = outline_keys("points");
    keys.points = &list, keys.thickness = 0.5;
    abShape shape = outline_of(&s_arena, &keys);
    const abPicture *picture = shape.picture;
    double volume = 0.0;
    abVec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < picture->triangle_count; i++) {
        const int *t = &picture->triangles[3 * i];
        abVec3 a = picture->points[t[0]], b = picture->points[t[1]], c = picture->points[t[2]];
        volume += ab_dot(a, ab_cross(b, c)) / 6.0;
        sum = ab_add(sum, ab_cross(ab_sub(b, a), ab_sub(c, a)));
    }
    CHECK_NEAR(volume, mass_of(&shape).mass, 1e-14, volume);
    CHECK(ab_norm(sum) < 1e-13);
    end();
}

AB_TESTS(AB_TEST(forms_have_their_moments), AB_TEST(round_corners_take_their_area_away),
         AB_TEST(a_plate_has_the_moments_of_a_box),
         AB_TEST(loops_may_come_in_any_direction_and_order),
         AB_TEST(the_nearest_point_agrees_with_a_fine_polygon),
         AB_TEST(the_farthest_point_is_farther_than_all),
         AB_TEST(bounds_hold_an_outline_beside_its_origin), AB_TEST(what_does_not_fit_is_refused),
         AB_TEST(pictures_are_closed_and_have_the_volume))
