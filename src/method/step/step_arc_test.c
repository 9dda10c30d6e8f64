// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_arc_test.c - a frustum that wobbles down on its rim: the point where it touches runs along the
// rim, far in a step, and is still the same one. What rocks on its rims leans to either side in turn,
// and its deepest place there is another one each time.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

static const double s_base = 0.0187, s_top = 0.0039, s_length = 0.0109; // [m]
static double s_lowest; // height of its lowest point, in all frames      [m]
static abError s_error;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    const abBodyState *body = &frame->bodies[1];
    abVec3 axis = ab_column(ab_quat_to_matrix(body->orientation), 2);
    double across = sqrt(fmax(0.0, 1.0 - axis.z * axis.z));
    double base = -s_base * across, top = s_length * axis.z - s_top * across;
    s_lowest = fmin(s_lowest, body->position.z + fmin(base, top));
    return AB_OK;
}

static const abObserver s_observer = {NULL, take_frame, NULL, NULL};

static void wobble(int scene) {
    static char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\n"
             "materials: {m: {youngs_modulus: 5e6, poissons_ratio: 0.48, density: 1100}}\n"
             "pairs: [{materials: [m, m], restitution: 0.456, sliding_friction: 0}]\nbodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  frustum: {position: [0, 0, 0.00762], orientation: [0.90378, -0.08593, 0.189643, "
             "-0.373945], velocity: [-0.1, 0.3, -0.07], angular_velocity: [%g, %g, -9.997], "
             "shapes: [{cone: {radius: %g, length: %g, top_radius: %g}, material: m}]}\n"
             "contacts: [{between: [all, all], normal: {law: hunt_crossley, stiffness: 2.66e9}, "
             "friction: {law: none}}]\n"
             "simulation: {method: stepping, step: 7.82e-4, step_control: adaptive, tolerance: "
             "1e-3, end_time: 0.7, output_interval: 1e-3}\n",
             22.54 - 0.7 * scene, -3.444 + 0.5 * scene, s_base, s_length, s_top);
    s_lowest = INFINITY;
    abResult result = run_fixture(text, &s_observer, NULL, &s_error);
    if (result != AB_OK) {
        printf("%s\n", s_error.problems[0].text);
    }
    CHECK(result == AB_OK);
}

// Taken for another one in each step, it sank in by 3e-4 to 1.2e-3 m.
static void what_wobbles_on_its_rim_does_not_sink_in(void) {
    for (int scene = 0; scene < 12; scene++) {
        wobble(scene);
        CHECK(s_lowest > -1e-5);
    }
}

// ---- what rocks ----

// Loss of contacts and its worst fall in all frames [J]; the last spin [rad/s].
static double s_lost, s_fall, s_turning;

static abResult take_losses(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    s_lost = fmax(s_lost, frame->energy.contact_damping);
    s_fall = fmax(s_fall, s_lost - frame->energy.contact_damping);
    s_turning = ab_norm(frame->bodies[1].angular_velocity);
    return AB_OK;
}

static const abObserver s_losses = {NULL, take_losses, NULL, NULL};

static void rock(int scene) {
    static char text[1200];
    static const char *shapes[] = {"{beam: {length: 0.0238, width: 0.0162, thickness: 0.0124}}",
                                   "{cylinder: {radius: 0.006, length: 0.02}}"};
    double height = scene % 2 == 0 ? 0.00625 : 0.01005;
    snprintf(
        text, sizeof text,
        "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 7850}}\n"
        "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.527}]\nbodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
        "  body: {position: [0, 0, %g], rotation: [%.17g, 0, 0], angular_velocity: [%g, %g, 0], "
        "shapes: [%.*s, material: m}]}\n"
        "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: "
        "dynamic_only}}]\n"
        "simulation: {method: stepping, end_time: 0.6, output_interval: 0.00078, step: "
        "0.00078, tolerance: 1e-6}\n",
        height, scene % 2 == 0 ? 1.5707963267948966 : 0.0, 0.3 + 0.1 * scene, 0.2 * scene - 1.0,
        (int)strlen(shapes[scene % 2]) - 1, shapes[scene % 2]);
    s_lost = s_fall = 0.0;
    CHECK(run_and_say(text, &s_losses, NULL, &s_error) == AB_OK);
}

// The contacts of what comes to rest flat never give.
static void what_rocks_on_its_rims_comes_to_rest(void) {
    double worst = 0.0, turning = 0.0;
    for (int scene = 0; scene < 24; scene++) {
        rock(scene);
        worst = fmax(worst, s_fall / s_lost);
        turning = fmax(turning, s_turning);
    }
    printf("  rocking: losses fall by %.1e of them, at the end it turns by %.1e rad/s\n", worst,
           turning);
    CHECK(worst < 2e-2);   // 2.4 where the deepest places on both sides are one that runs across
    CHECK(turning < 1e-6); // 0.3
}

AB_TESTS(AB_TEST(what_wobbles_on_its_rim_does_not_sink_in),
         AB_TEST(what_rocks_on_its_rims_comes_to_rest))
