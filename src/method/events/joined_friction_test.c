// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joined_friction_test.c - rigid contact with exact friction of bodies that joints hold together.

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

static abError s_error;
static abFrame s_last; // without what it points to
static abBodyState s_bodies[8];
static double s_first, s_worst; // energy of the first frame, greatest drift from it            [J]
static double s_press;          // sum of normal forces in the last frame                       [N]

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    double balance = ab_energy_balance(&frame->energy);
    s_first = s_last.time < 0.0 ? balance : s_first;
    s_worst = fmax(s_worst, fabs(balance - s_first));
    s_last = *frame;
    memcpy(s_bodies, frame->bodies, (size_t)frame->body_count * sizeof *s_bodies);
    s_press = 0.0;
    for (int i = 0; i < frame->contact_count; i++) {
        s_press += frame->contacts[i].normal_force;
    }
    return AB_OK;
}

// Bodies and joints of a scene on a floor, of blocks of 1 kg.
static abResult run(double restitution, double friction, const char *scene,
                    const char *simulation) {
    static char text[4000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, -10, 0]\nmaterials: {m: {density: 1}}\n"
             "pairs: [{materials: [m, m], restitution: %.17g, sliding_friction: %.17g}]\n"
             "contacts: [{between: [all, all], normal: {law: rigid}, friction: coulomb}]\n"
             "bodies:\n"
             "  floor: {mobility: fixed, shapes: [{outline: {form: wall, width: 40, height: 1, "
             "face: top}, position: [0, -0.5, 0], material: m}]}\n"
             "%ssimulation: {%s}\n",
             restitution, friction, scene, simulation);
    s_last = (abFrame){.time = -1.0};
    s_first = s_worst = 0.0;
    return run_and_say(text, &(abObserver){.frame = note_frame}, NULL, &s_error);
}

#define BLOCK(name, x, y, vx)                                                                      \
    "  " name ": {mobility: planar, position: [" x ", " y ", 0], velocity: [" vx                   \
    ", 0, 0], shapes: [{outline: {form: block, width: 1, height: 1}, material: m}]}\n"

// Four corners hold two blocks that are as one: all is redundant.
static void two_blocks_fall_flat_and_rest(void) {
    static const char *const kinds[] = {"revolute", "fixed"};
    for (int k = 0; k < 8; k++) {
        char scene[1000], simulation[100];
        snprintf(scene, sizeof scene,
                 BLOCK("b", "1", "0.6", "0")
                     BLOCK("c", "2", "0.6",
                           "0") "joints: [{type: %s, between: [b, c], position: [0.5, 0, 0]}]\n",
                 kinds[k % 2]);
        snprintf(simulation, sizeof simulation, "end_time: %g", 0.5 * (1 + k));
        CHECK(run(0.0, 0.3, scene, simulation) == AB_OK);
        CHECK_NEAR(s_worst, 0.0, 1e-10, 1.0);
        CHECK_NEAR(s_press, 20.0, 1e-9, 1.0);
        CHECK_NEAR(s_bodies[1].position.x, 1.0, 1e-12, 1.0);
        CHECK_NEAR(s_bodies[2].position.y, 0.5, 1e-12, 1.0);
    }
}

// They land with 1 m/s along the floor; the hit takes mu times its impulse, and friction the rest.
static void two_joined_blocks_slide_to_a_halt(void) {
    static const char *const kinds[] = {"revolute", "fixed"};
    double fall = sqrt(2.0 * 0.1 / 10.0), after = 1.0 - 0.3 * 10.0 * fall;
    double displacement = 1.0 * fall + after * after / (2.0 * 0.3 * 10.0);
    for (int k = 0; k < 2; k++) {
        char scene[1000];
        snprintf(scene, sizeof scene,
                 BLOCK("b", "1", "0.6", "1")
                     BLOCK("c", "2", "0.6",
                           "1") "joints: [{type: %s, between: [b, c], position: [0.5, 0, 0]}]\n",
                 kinds[k]);
        CHECK(run(0.0, 0.3, scene, "end_time: 1") == AB_OK);
        CHECK_NEAR(s_worst, 0.0, 1e-9, 1.0);
        CHECK_NEAR(s_bodies[1].position.x, 1.0 + displacement, 1e-8, 1.0);
        CHECK_NEAR(s_bodies[2].position.x, 2.0 + displacement, 1e-8, 1.0);
    }
}

// Two hinged blocks between balls, hit by a third block and by a ball that rolls in.
static void hinged_blocks_are_hit(void) {
    static const char scene[] =
        "  a: {mobility: planar, position: [0, 0.5, 0], shapes: [{outline: {form: ball, radius: "
        "0.5}, material: m}]}\n" BLOCK("b", "1", "0.5", "0") BLOCK(
            "c", "2", "0.5",
            "0") "  d: {mobility: planar, position: [0.7, 2, 0], velocity: [1, -2, 0], "
                 "angular_velocity: [0, 0, 3], shapes: [{outline: {form: block, width: 0.6, "
                 "height: "
                 "0.3}, material: m}]}\n"
                 "  e: {mobility: planar, position: [-2, 0.5, 0], velocity: [4, 0, 0], "
                 "angular_velocity: [0, 0, -8], shapes: [{outline: {form: ball, radius: 0.5}, "
                 "material: m}]}\n"
                 "joints: [{type: revolute, between: [b, c], position: [0.5, 0, 0]}]\n";
    static const char *const impacts[] = {"order_free", "simultaneous", "serial_grouped"};
    for (int k = 0; k < 3; k++) {
        char simulation[100];
        snprintf(simulation, sizeof simulation, "end_time: 1, impacts: %s", impacts[k]);
        CHECK(run(0.0, 0.3, scene, simulation) == AB_OK);
        CHECK_NEAR(s_worst, 0.0, 1e-6, 1.0); // of 11 J
    }
}

AB_TESTS(AB_TEST(two_blocks_fall_flat_and_rest), AB_TEST(two_joined_blocks_slide_to_a_halt),
         AB_TEST(hinged_blocks_are_hit))
