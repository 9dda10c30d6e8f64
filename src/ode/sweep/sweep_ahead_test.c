// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sweep_ahead_test.c - bodies that turn and slowly come nearer meet when their gap has closed,
// however fast they turn and however long the steps are.

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;
static double s_hit; // time of the first impact; NAN: none
static double s_gap; // and where it was                                                      [m]

static abResult note_event(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    if (event->kind == AB_EVENT_IMPACT && isnan(s_hit)) {
        s_hit = event->time;
        s_gap = event->distance;
    }
    return AB_OK;
}

// Two bodies far from everything: a ball of radius 0.5 that turns, and a body of the given shape
// that passes by it in the plane y = 0.
typedef struct Pass {
    double x, z, v_x, v_z, spin_a, spin_b;
} Pass;

static abResult run(const char *shape, const Pass *pass) {
    char text[1000];
    snprintf(text, sizeof text,
             "abut: 1\nmaterials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0.5}]\n"
             "contacts: [{between: [all, all], normal: {law: rigid}, friction: none}]\n"
             "bodies:\n"
             "  a: {angular_velocity: [0, %.17g, 0], shapes: [{sphere: {radius: 0.5}, "
             "material: m}]}\n"
             "  b: {position: [%.17g, 0, %.17g], velocity: [%.17g, 0, %.17g], "
             "angular_velocity: [0, %.17g, 0], shapes: [{%s, material: m}]}\n"
             "simulation: {end_time: 20, output_interval: 20}\n",
             pass->spin_a, pass->x, pass->z, pass->v_x, pass->v_z, pass->spin_b, shape);
    s_hit = NAN;
    const abObserver observer = {.event = note_event};
    return run_fixture(text, &observer, NULL, &s_error);
}

// When two circles of radii 0.5 and 0.25 meet; NAN: never.
static double meeting(const Pass *pass) {
    double along = pass->x * pass->v_x + pass->z * pass->v_z;
    double square = pass->v_x * pass->v_x + pass->v_z * pass->v_z;
    double apart = pass->x * pass->x + pass->z * pass->z - 0.5625;
    return (-along - sqrt(along * along - square * apart)) / square;
}

static double number(uint32_t *state) {
    *state = 1664525u * *state + 1013904223u;
    return *state / 4294967296.0;
}

// A normal that turned with the ball would follow what passes, and see no more than that it is as
// far after the pass as it was before.
static void check_meets(const char *shape) {
    uint32_t state = 1;
    int met = 0;
    for (int i = 0; i < 300; i++) {
        double x = 0.9 + number(&state), speed = 1.0 + 3.0 * number(&state);
        double z = 0.75 * (0.96 + 0.039 * number(&state)); // nearly a graze
        Pass pass = {-x, z, speed, 0.0, 4.0 * number(&state), 0.0};
        pass.spin_b = i % 2 == 0 ? pass.spin_a : 0.0;
        double expected = meeting(&pass);
        CHECK(run(shape, &pass) == AB_OK);
        met += !isnan(s_hit);
        CHECK_NEAR(s_hit, expected, 1e-8, 1.0);
        CHECK_NEAR(s_gap, 0.0, 1e-12, 1.0);
    }
    CHECK(met == 300);
}

static void balls_that_spin_meet(void) {
    check_meets("sphere: {radius: 0.25}");
}

static void a_cylinder_that_spins_meets_a_ball_that_does(void) {
    check_meets("cylinder: {radius: 0.25, length: 10, axis: y}");
}

// A ring is followed by its distances alone, along which it seems to be as far after the pass.
static void a_ring_that_spins_meets_a_ball_that_does(void) {
    check_meets("torus: {ring_radius: 0.15, tube_radius: 0.1, axis: y}");
}

AB_TESTS(AB_TEST(balls_that_spin_meet), AB_TEST(a_cylinder_that_spins_meets_a_ball_that_does),
         AB_TEST(a_ring_that_spins_meets_a_ball_that_does))
