// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sleep_test.c - what exact friction holds does not change at all, until its contacts do.

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

enum { FRAMES = 201, BODIES = 3 };

static abBodyState s_states[FRAMES][BODIES];
static int s_frames;
static double s_drift;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    for (int b = 0; s_frames < FRAMES && b < frame->body_count && b < BODIES; b++) {
        s_states[s_frames][b] = frame->bodies[b];
    }
    s_frames += s_frames < FRAMES;
    return AB_OK;
}

// Bodies beside the ground, 20 s with a frame every 0.1 s; the box is the second body of the model.
static void run(const char *gravity, const char *bodies, const char *rest) {
    static char text[4000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: %s\n"
             "materials: {m: {youngs_modulus: 1e8, poissons_ratio: 0.3, density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0.3, sliding_friction: 0.6}]\n"
             "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n%s"
             "contacts:\n  - {between: [\"*\", \"*\"], normal: {law: hunt_crossley, stiffness: "
             "1e6, exponent: 1},\n"
             "     friction: {law: coulomb}}\n%s"
             "simulation: {end_time: 20, tolerance: 1e-8, output_interval: 0.1}\n",
             gravity, bodies, rest);
    abError error;
    abStatistics statistics = {0};
    s_frames = 0;
    must_be_ok(run_fixture(text, &(abObserver){.frame = take_frame}, &statistics, &error), &error);
    s_drift = statistics.energy_drift / statistics.energy_scale;
}

static bool is_same(const abBodyState *p, const abBodyState *q) {
    return ab_norm(ab_sub(p->position, q->position)) == 0.0 &&
           p->orientation.w == q->orientation.w && p->orientation.x == q->orientation.x &&
           p->orientation.y == q->orientation.y && p->orientation.z == q->orientation.z &&
           ab_norm(q->velocity) == 0.0 && ab_norm(q->angular_velocity) == 0.0;
}

static const char s_box[] =
    "  box: {position: [0, 0, 0.1], shapes: [{box: {size: [0.4, 0.4, 0.2]}, material: m}]}\n";

// At tan = 0.5 of 0.6.
static void a_box_on_a_slope_does_not_move_by_a_bit(void) {
    run("[4.905, 0, -9.81]", s_box, "");
    CHECK(s_frames == FRAMES);
    for (int i = 100; i < s_frames; i++) {
        CHECK(is_same(&s_states[100][1], &s_states[i][1]));
    }
    CHECK(s_drift < 1e-6);
}

static void a_stack_rests_as_one(void) {
    static char bodies[1000];
    snprintf(bodies, sizeof bodies,
             "%s  top: {position: [0.02, 0, 0.25], shapes: [{box: {size: [0.2, 0.2, 0.1]}, "
             "material: m}]}\n",
             s_box);
    run("[0, 1, -9.81]", bodies, "");
    CHECK(is_same(&s_states[150][1], &s_states[200][1]));
    CHECK(is_same(&s_states[150][2], &s_states[200][2]));
}

// The ball is thrown up so that it comes down on the box after 10 s.
static void it_wakes_when_something_touches_it(void) {
    static char bodies[1000];
    snprintf(bodies, sizeof bodies,
             "%s  ball: {position: [0.15, 0, 1], velocity: [0, 0, 49], "
             "shapes: [{sphere: {radius: 0.05}, material: m}]}\n",
             s_box);
    run("[0, 0, -9.81]", bodies, "");
    CHECK(is_same(&s_states[60][1], &s_states[95][1]));
    CHECK(!is_same(&s_states[60][1], &s_states[120][1]));
    CHECK(s_drift < 1e-6);
}

// 20 N/s against 0.6 x 32 kg x g = 188 N.
static void what_a_force_acts_on_does_not_rest(void) {
    run("[0, 0, -9.81]", s_box,
        "forces:\n  - {type: applied, name: pull, between: [ground, box], fx: 20*TIME}\n");
    CHECK(ab_norm(s_states[90][1].velocity) < 1e-4); // it tilts as the pull grows
    CHECK(s_states[150][1].velocity.x > 1.0);
}

// Nothing keeps a ball from rolling, however slow it is.
static void a_ball_does_not_rest(void) {
    run("[0, 0, -9.81]",
        "  ball: {position: [0, 0, 0.1], velocity: [1e-9, 0, 0], angular_velocity: [0, 1e-8, 0],\n"
        "         shapes: [{sphere: {radius: 0.1}, material: m}]}\n",
        "");
    CHECK_NEAR(s_states[200][1].position.x - s_states[100][1].position.x, 1e-8, 1e-3, 1e-8);
}

AB_TESTS(AB_TEST(a_box_on_a_slope_does_not_move_by_a_bit), AB_TEST(a_stack_rests_as_one),
         AB_TEST(it_wakes_when_something_touches_it), AB_TEST(what_a_force_acts_on_does_not_rest),
         AB_TEST(a_ball_does_not_rest))
