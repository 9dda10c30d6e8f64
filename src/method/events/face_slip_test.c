// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// face_slip_test.c - a face under exact friction sticks and slips as one, at the limit of all of it.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

static abError s_error;
static abStatistics s_statistics;
static int s_slips, s_sticks;
static double s_slip, s_stick;     // times of the first of each                               [s]
static double s_lightest, s_press; // normal force of a frame: least, and at the end         [N]
static abBodyState s_last[4];

static abResult note_event(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    if (event->kind == AB_EVENT_SLIP) {
        s_slip = s_slips++ == 0 ? event->time : s_slip;
    } else if (event->kind == AB_EVENT_STICK) {
        s_stick = s_sticks++ == 0 ? event->time : s_stick;
    }
    return AB_OK;
}

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    memcpy(s_last, frame->bodies, (size_t)frame->body_count * sizeof *s_last);
    for (int i = 0; i < frame->contact_count; i++) {
        s_press = frame->contacts[i].normal_force;
        s_lightest = fmin(s_lightest, s_press);
    }
    return AB_OK;
}

static abResult run(const char *text) {
    const abObserver observer = {.frame = note_frame, .event = note_event};
    s_slips = s_sticks = 0;
    s_slip = s_stick = NAN;
    s_lightest = INFINITY;
    return run_and_say(text, &observer, &s_statistics, &s_error);
}

static const char s_rigid[] = "normal: rigid", s_springs[] = "normal: {law: hunt_crossley,"
                                                             " stiffness: 1.0e7, damping: 1}";

// A block of 1 kg and 0.1 m on a floor, pulled at a height above its centre by 2 N/s, about an axis by
// 0.05 N m/s.
static abResult run_pulled(const char *normal, double angle, double above, const char *torque) {
    static char text[1600];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -10]\nmaterials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.2,"
             " static_friction: 0.4}]\n"
             "bodies:\n"
             "  floor: {mobility: fixed, shapes: [{box: {size: [4, 4, 0.2]}, material: m,"
             " position: [0, 0, -0.1]}]}\n"
             "  block: {position: [0, 0, 0.05],"
             " shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: m}]}\n"
             "forces: [{type: applied, between: [world, block], point: [0, 0, %.17g],"
             " fx: \"%.17g*max(t - 0.5, 0)\", fy: \"%.17g*max(t - 0.5, 0)\", tz: \"%s\"}]\n"
             "contacts: [{between: [all, all], %s, friction: coulomb}]\n"
             "simulation: {end_time: 3}\n",
             above, 2.0 * cos(angle), 2.0 * sin(angle), torque, normal);
    return run(text);
}

// Slips once, where the pull is 0.4 N = 4 N, wherever it acts and however the load is shared.
static void a_block_slips_at_its_limit_wherever_it_is_pulled(void) {
    static const double angles[] = {0.0, 0.3, 0.7854};
    for (int law = 0; law < 2; law++) {
        for (int i = 0; i < 3; i++) {
            for (int k = -1; k <= 1; k += 2) {
                // above 0.05 m it tips before it slips, along a diagonal too
                CHECK(run_pulled(law == 0 ? s_rigid : s_springs, angles[i], 0.045 * k, "0") ==
                      AB_OK);
                CHECK(s_slips == 1);
                CHECK_NEAR(s_slip, 2.5, law == 0 ? 1e-6 : 1e-4, 1.0);
            }
        }
    }
}

// Turned about its normal it holds until all corners are at their limits: 0.4 N r, r from the middle
// to a corner.
static void a_block_turns_at_its_limit(void) {
    double limit = 0.4 * 10.0 * 0.05 * sqrt(2.0);
    CHECK(run_pulled(s_rigid, 0.0, 0.0, "0.2*t") == AB_OK);
    CHECK(s_slips == 1 && s_slip < limit / 0.2 && s_slip < 2.5); // both at once: before either
    double F = 2.0 * (s_slip - 0.5), M = 0.2 * s_slip;
    // the corners' limits are on a circle about the centre of the turn: between the two bounds
    CHECK(F / 4.0 + M / limit >= 1.0 && hypot(F / 4.0, M / limit) <= 1.0 + 1e-3);
}

// It slides, stops, and rests though friction at rest is greater than in motion.
static void a_slide_ends_in_sticking_with_any_friction_at_rest(void) {
    static const double at_rest[] = {0.4, 0.41, 0.5, 0.8, 2.0};
    static char text[1200];
    for (size_t i = 0; i < sizeof at_rest / sizeof *at_rest; i++) {
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 600}}\n"
                 "pairs: [{materials: [m, m], restitution: 0.1, sliding_friction: 0.4,"
                 " static_friction: %.17g}]\n"
                 "bodies:\n"
                 "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
                 "  crate: {position: [0, 0, 0.1], velocity: [0.8, 0.6, 0],"
                 " shapes: [{box: {size: [0.2, 0.2, 0.2]}, material: m}]}\n"
                 "contacts: [{between: [all, all], normal: rigid, friction: coulomb}]\n"
                 "simulation: {end_time: 1}\n",
                 at_rest[i]);
        CHECK(run(text) == AB_OK);
        CHECK(s_sticks == 1 && s_slips == 0 && s_statistics.bridges == 0);
        CHECK_NEAR(s_stick, 1.0 / (0.4 * 9.81), 1e-8, 1.0);
        CHECK_NEAR(s_last[1].position.x, 0.8 * 0.5 / (0.4 * 9.81), 1e-8, 1.0);
        CHECK_NEAR(s_last[1].position.y, 0.6 * 0.5 / (0.4 * 9.81), 1e-8, 1.0);
    }
}

// Exact friction with a coefficient of zero is none.
static void friction_of_zero_is_none(void) {
    static const char *const frictions[] = {"coulomb", "none"};
    static char text[1200];
    abBodyState ends[2];
    for (int i = 0; i < 2; i++) {
        for (int law = 0; law < 2; law++) {
            snprintf(text, sizeof text,
                     "abut: 1\ngravity: [0, 0, -10]\nmaterials: {m: {density: 1000}}\n"
                     "pairs: [{materials: [m, m], restitution: 0.3, sliding_friction: 0}]\n"
                     "bodies:\n"
                     "  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
                     "  a: {position: [0, 0, 0.05], velocity: [0.1, 0, 0],"
                     " angular_velocity: [0, 2, 0],"
                     " shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: m}]}\n"
                     "contacts: [{between: [all, all], %s, friction: %s}]\n"
                     "simulation: {end_time: 0.3}\n",
                     i == 0 ? s_springs : s_rigid, frictions[law]);
            CHECK(run(text) == AB_OK);
            CHECK(s_sticks == 0 && s_slips == 0);
            ends[law] = s_last[1];
        }
        // the steps are others
        CHECK_NEAR(ab_norm(ab_sub(ends[0].position, ends[1].position)), 0.0, 1e-7, 1.0);
        CHECK_NEAR(ab_norm(ab_sub(ends[0].velocity, ends[1].velocity)), 0.0, 1e-6, 1.0);
    }
}

// A box that swings on a spring and slides on its face presses with its weight, at any tolerance.
static void a_sliding_box_presses_with_its_weight(void) {
    static char text[1600];
    for (int i = 5; i <= 12; i++) {
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
                 "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.2}]\n"
                 "bodies:\n"
                 "  g: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
                 "  b: {position: [0.5, 0, 0.05], mass: 1, inertia: [0.01, 0.01, 0.01],"
                 " center_of_mass: [0, 0, 0],"
                 " shapes: [{box: {size: [0.2, 0.2, 0.1]}, material: m}]}\n"
                 "contacts: [{between: [all, all], normal: rigid, friction: coulomb}]\n"
                 "forces: [{type: bushing, between: [world, b], stiffness: [100, 0, 0]}]\n"
                 "simulation: {end_time: 1, tolerance: 1.0e-%d, output_interval: 0.0314}\n",
                 i);
        CHECK(run(text) == AB_OK);
        CHECK_NEAR(s_lightest, 9.81, 1e-12, 9.81);
        CHECK_NEAR(s_press, 9.81, 1e-12, 9.81);
    }
}

AB_TESTS(AB_TEST(a_block_slips_at_its_limit_wherever_it_is_pulled),
         AB_TEST(a_block_turns_at_its_limit),
         AB_TEST(a_slide_ends_in_sticking_with_any_friction_at_rest),
         AB_TEST(friction_of_zero_is_none), AB_TEST(a_sliding_box_presses_with_its_weight))
