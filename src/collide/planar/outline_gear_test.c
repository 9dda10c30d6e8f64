// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// Gears as outlines: involute teeth pass the motion on evenly, so the play between them is the same
// wherever they are.

#include "collide/planar/outline_contact.h"
#include "collide/planar/outline_fixture.h"
#include "collide/planar/outline_scene.h"
#include "shape/curve/outline_build.h"
#include "shape/curve/outline_query.h"

static abArena s_arena;
static abError s_error;

static abOutlineKeys gear_keys(int teeth, double module, double backlash) {
    abOutlineKeys keys = outline_keys("gear");
    keys.teeth = teeth, keys.module = module, keys.backlash = backlash;
    return keys;
}

// Half of the play on each side, along the line of action; the wheels turn by a pitch in 37 steps.
static void check_play(int teeth, int others, double angle) {
    static const double module = 0.002, backlash = 0.0002;
    abOutlineKeys a = gear_keys(teeth, module, backlash), b = gear_keys(others, module, backlash);
    a.pressure_angle = b.pressure_angle = angle;
    ab_arena_init(&s_arena, ab_heap(), 0);
    abShape A = outline_of(&s_arena, &a), B = outline_of(&s_arena, &b);
    double pitch = 2.0 * AB_PI / teeth, distance = 0.5 * module * (teeth + others);
    for (int i = 0; i <= 37; i++) {
        double turn = pitch * i / 37.0;
        abPose X = flat_pose(0.0, 0.0, turn);
        abPose Y = flat_pose(distance, 0.0, AB_PI + AB_PI / others - turn * teeth / (double)others);
        abOutlineContacts found;
        ab_outline_contacts(&A, &X, &B, &Y, 2.0 * backlash, &found);
        CHECK(found.count > 0);
        // each flank is off by up to 3e-4 of the module
        CHECK_NEAR(found.nearest.gap, 0.5 * backlash * ab_cos(angle), 6e-4, module);
    }
    ab_arena_done(&s_arena);
}

static void teeth_have_the_same_play_everywhere(void) {
    check_play(20, 33, AB_PRESSURE_ANGLE);
    check_play(41, 24, AB_PRESSURE_ANGLE);
    check_play(60, 60, 0.4);
}

static void a_gear_has_its_circles(void) {
    ab_arena_init(&s_arena, ab_heap(), 0);
    abOutlineKeys keys = gear_keys(24, 0.002, 0.0);
    abShape solid = outline_of(&s_arena, &keys);
    keys.bore = 0.01;
    abShape bored = outline_of(&s_arena, &keys);
    double area = ab_outline_moments(solid.outline).area;
    CHECK_NEAR(ab_outline_support(solid.outline, ab_vec2(1.0, 0.0)).x, 0.026, 1e-14, 0.026);
    CHECK_NEAR(area - ab_outline_moments(bored.outline).area, AB_PI * 1e-4, 1e-13, 1e-3);
    // teeth and gaps are of one width on the pitch circle
    CHECK(area > AB_PI * 0.0215 * 0.0215 && area < AB_PI * 0.026 * 0.026);
    CHECK_NEAR(area, AB_PI * 0.024 * 0.024, 0.02, AB_PI * 0.024 * 0.024);
    ab_arena_done(&s_arena);
}

static void what_cannot_be_is_told(void) {
    static const struct {
        int teeth;
        double module, angle, backlash, bore;
        const char *told;
    } rows[] = {
        {3, 0.002, AB_PRESSURE_ANGLE, 0.0, NAN, "teeth = 3 is outside [4, 1000]"},
        {4, 0.002, 0.52, 0.0, NAN, "end in a point below their tips"},
        {24, 0.002, AB_PRESSURE_ANGLE, 0.004, NAN, "end in a point below their tips"},
        {24, 0.002, AB_PRESSURE_ANGLE, 0.0, 0.022, "bore = 0.022 m leaves nothing"},
        {24, NAN, AB_PRESSURE_ANGLE, 0.0, NAN, "form gear needs module"},
        {24, 0.0, AB_PRESSURE_ANGLE, 0.0, NAN, "module = 0 m"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        abOutlineKeys keys = gear_keys(rows[i].teeth, rows[i].module, rows[i].backlash);
        keys.pressure_angle = rows[i].angle, keys.bore = rows[i].bore;
        abOutlineLoops loops;
        ab_arena_init(&s_arena, ab_heap(), 0);
        ab_error_clear(&s_error);
        CHECK(ab_outline_form(&keys, &s_arena, &loops, (abPlace){0}, &s_error) == AB_BAD_MODEL);
        CHECK(strstr(s_error.problems[0].text, rows[i].told) != NULL);
        ab_arena_done(&s_arena);
    }
}

AB_TESTS(AB_TEST(teeth_have_the_same_play_everywhere), AB_TEST(a_gear_has_its_circles),
         AB_TEST(what_cannot_be_is_told))
