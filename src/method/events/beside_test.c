// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// beside_test.c - exact friction at force laws beside rigid contact and limits, as one problem.

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

// ---- models of a few lines ----

static abBodyState s_body[4];
static double s_limit, s_slip, s_drift;
static double s_pressing[2], s_force[2]; // along x; at the ground, and between the blocks
static int s_slips;
static abError s_error;

static abResult note_event(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    if (event->kind == AB_EVENT_SLIP) {
        s_slip = event->time;
        s_slips++;
    }
    return AB_OK;
}

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    static double first;
    (void)context, (void)error;
    memcpy(s_body, frame->bodies, (size_t)frame->body_count * sizeof *s_body);
    memset(s_pressing, 0, sizeof s_pressing);
    memset(s_force, 0, sizeof s_force);
    for (int i = 0; i < frame->contact_count; i++) {
        const abContactState *c = &frame->contacts[i];
        int upper = c->body_a == 2;
        s_pressing[upper] = c->normal_force;
        s_force[upper] = c->force.x;
    }
    s_limit = frame->joint_count > 0 ? frame->limit_loads[0] : 0.0;
    double balance = ab_energy_balance(&frame->energy);
    first = frame->index == 0 ? balance : first;
    s_drift = fmax(frame->index == 0 ? 0.0 : s_drift, fabs(balance - first));
    return AB_OK;
}

// A block of 32 kg on the ground, rigid; another on it, by a force law. Friction 0.3 at
// the ground, 0.4 between them; gravity (slope, 0, -10).
static abResult run(double slope, const char *more, double end) {
    static char text[4000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [%.17g, 0, -10]\n"
             "materials: {m: {density: 1000}, k: {density: 1000}}\n"
             "pairs:\n"
             "  - {materials: [m, m], restitution: 0, sliding_friction: 0.4}\n"
             "  - {materials: [m, k], restitution: 0, sliding_friction: 0.3}\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: k}]}\n"
             "  low: {position: [0, 0, 0.1],"
             " shapes: [{box: {size: [0.4, 0.4, 0.2]}, material: m}]}\n"
             "  high: {position: [0, 0, 0.2997], mass: 32, inertia: [0.5, 0.5, 0.8, 0, 0, 0],"
             " shapes: [{box: {size: [0.3, 0.3, 0.2]}, material: m}]}\n"
             "contacts:\n"
             "  - {between: [ground, low], normal: {law: rigid}, friction: {law: coulomb}}\n"
             "  - {between: [low, high], friction: {law: coulomb},"
             " normal: {law: hunt_crossley, stiffness: 1.0e6, damping: 3}}\n"
             "%s"
             "simulation: {method: events, tolerance: 1.0e-8, output_interval: 0.05,"
             " end_time: %.17g}\n",
             slope, more, end);
    s_slips = 0;
    const abObserver observer = {.frame = note_frame, .event = note_event};
    return run_and_say(text, &observer, NULL, &s_error);
}

// ---- questions ----

static void both_hold_on_a_slope(void) {
    CHECK(run(1.5, "", 1.0) == AB_OK);
    CHECK_NEAR(s_body[1].position.x, 0.0, 1e-12, 1.0);
    CHECK_NEAR(s_body[2].velocity.x, 0.0, 1e-7, 1.0);
    CHECK_NEAR(s_pressing[0], 640.0, 1e-4, 640.0);
    CHECK_NEAR(s_force[0], -32.0 * 1.5 * 2.0, 1e-4, 640.0);
    CHECK_NEAR(s_force[1], -32.0 * 1.5, 1e-4, 640.0);
    CHECK_NEAR(s_drift, 0.0, 1e-6, 1.0);
}

// The lower slides with 5 - 0.3 10 m/s2; the upper sticks to it, held by 32 kg times what is left.
static void one_slides_and_the_other_sticks_to_it(void) {
    CHECK(run(5.0, "", 2.0) == AB_OK);
    CHECK_NEAR(s_body[1].velocity.x, 4.0, 1e-2, 1.0); // the upper one sets down at first
    CHECK_NEAR(s_body[2].velocity.x - s_body[1].velocity.x, 0.0, 1e-6, 1.0);
    CHECK_NEAR(s_force[0], -192.0, 1e-3, 640.0);
    CHECK_NEAR(s_force[1], -32.0 * 3.0, 1e-3, 640.0);
    CHECK_NEAR(s_drift, 0.0, 1e-5, 600.0);
}

// A pull of 150 N/s at the upper one: it slips where its limit is reached, and only it.
static void the_weaker_one_slips_at_its_limit(void) {
    static const char pull[] = "forces: [{type: applied, between: [ground, high], fx: '150 * time',"
                               " point: [0, 0, -0.1]}]\n";
    CHECK(run(0.0, pull, 0.9) == AB_OK);
    CHECK(s_slips == 1);
    CHECK_NEAR(s_slip, 0.4 * 320.0 / 150.0, 1e-3, 1.0);
    CHECK_NEAR(s_body[1].position.x, 0.0, 1e-10, 1.0);
    CHECK_NEAR(s_force[0], -128.0, 1e-3, 640.0);
    double late = 0.9 - 0.4 * 320.0 / 150.0; // m v' = 150 N/s of what is beyond
    CHECK_NEAR(s_body[2].velocity.x, 75.0 * late * late / 32.0, 1e-4, 1.0);
}

// On a rail instead of the ground, with a limit: it carries what the blocks weigh along the slope,
// and of an upper one that slides its friction.
static void a_limit_carries_what_sticks(void) {
    static const char rail[] = "joints: [{type: prismatic, between: [ground, low], axis: [1, 0, 0],"
                               " position: [0, 0, 0.1], z_high: 0.0, z_low: -1}]\n";
    CHECK(run(3.0, rail, 1.5) == AB_OK);
    CHECK_NEAR(s_limit, -32.0 * 3.0 * 2.0, 1e-3, 640.0);
    CHECK_NEAR(s_body[2].velocity.x, 0.0, 1e-6, 1.0);
    CHECK(run(5.0, rail, 0.15) == AB_OK);
    CHECK_NEAR(s_limit, -32.0 * 5.0 + s_force[1], 1e-9, 640.0);
    CHECK_NEAR(s_force[1], -0.4 * s_pressing[1], 1e-2, 128.0); // normals lean a little
    CHECK(s_body[2].velocity.x > 0.05);
}

AB_TESTS(AB_TEST(both_hold_on_a_slope), AB_TEST(one_slides_and_the_other_sticks_to_it),
         AB_TEST(the_weaker_one_slips_at_its_limit), AB_TEST(a_limit_carries_what_sticks))
