// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense_rest_test.c - boxes, and cubes that are meshes, dropped on each other off their centres,
// with friction: where stick and slip at many corners change without end, runs go on, to rest, and
// gain no energy.

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

enum { BODIES = 4 };

static abBodyState s_last[BODIES];
static double s_mechanical; // at the last frame
static double s_gained;     // the most it grew from frame to frame
static const abStatistics *s_statistics;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    for (int b = 0; b < frame->body_count && b < BODIES; b++) {
        s_last[b] = frame->bodies[b];
    }
    double now = frame->energy.kinetic + frame->energy.gravity;
    s_gained = frame->index > 0 ? fmax(s_gained, now - s_mechanical) : 0.0;
    s_mechanical = now;
    return AB_OK;
}

static void run(const char *pair, const char *bodies) {
    static abStatistics statistics;
    static char text[3000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {wood: {density: 700}}\n"
             "pairs: [{materials: [wood, wood], %s}]\n"
             "bodies:\n  table: {mobility: fixed, shapes: [{plane: {}, material: wood}]}\n%s"
             "contacts: [{between: [all, all], normal: rigid, friction: coulomb}]\n"
             "simulation: {end_time: 2, output_interval: 0.01}\n",
             pair, bodies);
    abError error;
    must_be_ok(run_fixture(text, &(abObserver){.frame = take_frame}, &statistics, &error), &error);
    s_statistics = &statistics;
}

#define BOX "shapes: [{box: {size: [0.2, 0.2, 0.2]}, material: wood}]}\n"

static void check_rest(int boxes) {
    for (int b = 1; b <= boxes; b++) {
        CHECK_NEAR(s_last[b].position.z, 0.2 * b - 0.1, 1e-9, 0.2);
        CHECK_NEAR(ab_norm(s_last[b].velocity), 0.0, 1e-9, 1.0);
        CHECK_NEAR(ab_norm(s_last[b].angular_velocity), 0.0, 1e-9, 1.0);
    }
}

static void check_energy(void) {
    CHECK(s_gained <= 1e-6 * s_statistics->energy_scale);
    CHECK(s_statistics->energy_drift <= 1e-3 * s_statistics->energy_scale);
}

static void two_boxes_come_to_rest(void) {
    run("restitution: 0.2, sliding_friction: 0.5",
        "  a: {position: [0.01, 0, 0.1], " BOX
        "  b: {position: [0.01, -0.025, 0.301], rotation: [0, 0, -0.17], " BOX);
    check_rest(2);
    check_energy();
}

static void three_boxes_come_to_rest(void) {
    run("restitution: 0, sliding_friction: 0.5",
        "  a: {position: [0, 0, 0.1], " BOX
        "  b: {position: [-0.028, 0, 0.301], rotation: [0, 0, 0.1], " BOX
        "  c: {position: [0, 0, 0.521], " BOX);
    check_rest(3);
    check_energy();
}

// A box that slides is stopped where v^2 / (2 mu g) says, whether or not events accumulate.
static void what_slides_stops_where_it_should(void) {
    run("restitution: 0, sliding_friction: 0.5",
        "  a: {position: [0, 0, 0.1], " BOX
        "  b: {position: [0.01, 0.012, 0.302], rotation: [0, 0, 0.2], " BOX
        "  c: {position: [3, 0, 0.1], velocity: [1, 0, 0], " BOX);
    CHECK_NEAR(s_last[3].position.x, 3.0 + 1.0 / (2.0 * 0.5 * 9.81), 1e-5, 1.0);
    CHECK_NEAR(ab_norm(s_last[3].velocity), 0.0, 1e-9, 1.0);
    check_energy();
}

#define CUBE(collide)                                                                              \
    "shapes: [{mesh: {points: [[-1,-1,-1], [1,-1,-1], [1,1,-1], [-1,1,-1], [-1,-1,1], [1,-1,1], "  \
    "[1,1,1], [-1,1,1]], faces: [[0,2,1], [0,3,2], [4,5,6], [4,6,7], [0,1,5], [0,5,4], [1,2,6], "  \
    "[1,6,5], [2,3,7], [2,7,6], [3,0,4], [3,4,7]], scale: 0.1, collide: " collide                  \
    "}, material: wood}]}\n"
#define LEANING "rotation: [0.2, 0.1, 0.1], "
#define UPPER "  b: {position: [-0.02, 0.01, 0.36], "

// On all corners of its face, and not to and fro about those that rounding lets overlap, which
// took steps of 1e-5 s: hundreds of thousands.
static void a_mesh_as_it_is_lies_on_its_face(void) {
    run("restitution: 0, sliding_friction: 0.2",
        "  a: {position: [0, 0, 0.13], " LEANING CUBE("surface") UPPER LEANING CUBE("hull"));
    check_rest(2);
    check_energy();
    CHECK(s_statistics->dense_steps < 3000);
}

AB_TESTS(AB_TEST(two_boxes_come_to_rest), AB_TEST(three_boxes_come_to_rest),
         AB_TEST(what_slides_stops_where_it_should), AB_TEST(a_mesh_as_it_is_lies_on_its_face))
