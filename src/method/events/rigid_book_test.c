// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_book_test.c - flat rigid bodies that fall without friction or rebound: near their faces the
// nearest point runs around rims and jumps between edges, and what holds it there must not take
// energy that no book has.

#include <math.h>
#include <stdio.h>

#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/elementary.h"

static EnergyOfRun s_run;

static void quaternion(int scene, int body, double q[4]) {
    double sum = 0.0;
    for (int j = 0; j < 4; j++) {
        q[j] = ab_cos(1.1 * scene + 0.9 * body + 1.3 * j);
        sum += q[j] * q[j];
    }
    for (int j = 0; j < 4; j++) {
        q[j] /= sqrt(sum);
    }
}

// Four bodies of some millimetres fall at 0.3 m/s, turned and spinning at random.
static void drop(int scene, const char *friction) {
    static const char *const shapes[] = {"beam: {length: 0.0063, width: 0.0027, thickness: 0.0009}",
                                         "torus: {ring_radius: 0.0037, tube_radius: 0.0008}",
                                         "beam: {length: 0.0045, width: 0.003, thickness: 0.0012}",
                                         "cylinder: {radius: 0.003, length: 0.0015}"};
    static char text[3000];
    static abError error;
    int at = snprintf(text, sizeof text,
                      "abut: 1\nmaterials: {m: {density: 1000}}\n"
                      "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\n"
                      "bodies:\n"
                      "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n");
    for (int b = 0; b < 4; b++) {
        double q[4], w[3];
        quaternion(scene, b, q);
        for (int j = 0; j < 3; j++) {
            w[j] = 4.0 * ab_sin(1.7 * scene + 2.3 * (3 * b + j));
        }
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "  b%d: {position: [%g, %g, 0.011], orientation: [%.17g, %.17g, %.17g, "
                       "%.17g], velocity: [0, 0, -0.3], angular_velocity: [%g, %g, %g], "
                       "shapes: [{%s, material: m}]}\n",
                       b, 0.0085 * (b % 2), 0.0085 * (b / 2), q[0], q[1], q[2], q[3], w[0], w[1],
                       w[2], shapes[b]);
    }
    snprintf(text + at, sizeof text - (size_t)at,
             "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: %s}}]\n"
             "simulation: {method: events, end_time: 0.15, tolerance: 1e-5, output_interval: 1e-3}",
             friction);
    s_run = (EnergyOfRun){0};
    abObserver observer = energy_observer(&s_run);
    CHECK(run_and_say(text, &observer, NULL, &error) == AB_OK);
}

static void flat_landings_keep_the_book(void) {
    for (int scene = 0; scene < 30; scene++) {
        drop(scene, "none");
        CHECK(s_run.frames == 151);
        CHECK(s_run.drift < 1e-6 * s_run.most);
    }
}

static void with_friction_too(void) {
    for (int scene = 0; scene < 10; scene++) {
        drop(scene, "coulomb");
        CHECK(s_run.drift < 1e-5 * s_run.most);
    }
}

// A body falls and another one on it, both turned and spinning at random. The lower one comes to lie
// beneath the upper one: its point jumps to the other side while it is pressed down there.
static void drop_on(int scene, const char *lower, const char *upper) {
    const char *const shapes[] = {lower, upper};
    static char text[3000];
    static abError error;
    int at = snprintf(text, sizeof text,
                      "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
                      "pairs: [{materials: [m, m], restitution: %g, sliding_friction: 0}]\n"
                      "bodies:\n"
                      "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n",
                      0.25 * (scene % 3));
    for (int b = 0; b < 2; b++) {
        double q[4], w[3];
        quaternion(scene, b, q);
        for (int j = 0; j < 3; j++) {
            w[j] = 4.0 * ab_sin(1.7 * scene + 2.3 * (3 * b + j));
        }
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "  b%d: {position: [%g, 0, %g], orientation: [%.17g, %.17g, %.17g, %.17g], "
                       "angular_velocity: [%g, %g, %g], shapes: [{%s, material: m}]}\n",
                       b, 0.01 * b, 0.11 + 0.22 * b, q[0], q[1], q[2], q[3], w[0], w[1], w[2],
                       shapes[b]);
    }
    snprintf(text + at, sizeof text - (size_t)at,
             "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: none}}]\n"
             "simulation: {method: events, end_time: 0.5, tolerance: 1e-6, output_interval: 1e-2}");
    s_run = (EnergyOfRun){0};
    abObserver observer = energy_observer(&s_run);
    CHECK(run_and_say(text, &observer, NULL, &error) == AB_OK);
}

// Each step may be off by s_balance_error of the energies.
static void what_is_pressed_flat_keeps_it(void) {
    static const char
        ball[] = "sphere: {radius: 0.08}",
        ring[] = "torus: {ring_radius: 0.06, tube_radius: 0.02}",
        mesh[] = "mesh: {points: [[1,1,1],[1,-1,-1],[-1,1,-1],[-1,-1,1]], "
                 "faces: [[0,1,2],[0,3,1],[0,2,3],[1,3,2]], scale: 0.06, collide: surface}";
    static const char *const lower[] = {ring, mesh, mesh}, *const upper[] = {ball, ball, mesh};
    for (int scene = 0; scene < 60; scene++) {
        drop_on(scene, lower[scene % 3], upper[scene % 3]);
        CHECK(s_run.frames == 51);
        CHECK(s_run.drift < 1e-4 * s_run.most);
    }
}

// Most that a loss was in a frame, most that it fell below that, and the energy turned over.   [J]
typedef struct Falls {
    double most, fall, turned;
} Falls;

static abResult follow_falls(void *falls, const abFrame *frame, abError *error) {
    (void)error;
    Falls *f = falls;
    f->most = fmax(f->most, frame->energy.contact_damping);
    f->fall = fmax(f->fall, f->most - frame->energy.contact_damping);
    f->turned = fmax(f->turned, frame->energy.kinetic + fabs(frame->energy.drive_work));
    return AB_OK;
}

// Blocks slide off a disc that turns, and tip over its rim: when they come down on it again, friction
// with that impulse drags them on, which the drive pays for. It is no loss below zero.
static void a_drive_pays_for_what_it_drags_in_an_impact(void) {
    static const struct {
        double turn, friction, velocity, size[3], yaw;
        const char *law;
    } cases[] = {
        {5.45291, 0.522744, 0.351496, {0.171389, 0.171016, 0.0824315}, 0.389031, "dynamic_only"},
        {5.84532, 0.459888, 1.10347, {0.11277, 0.0855191, 0.0578261}, 0.0295059, "regularized"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static char text[2000];
        static abError error;
        snprintf(
            text, sizeof text,
            "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 7850}}\n"
            "pairs: [{materials: [m, m], restitution: 0, sliding_friction: %g}]\n"
            "bodies:\n"
            "  disc: {position: [0, 0, -0.1], mobility: prescribed, motion: {rz: %g * t}, shapes: "
            "[{cylinder: {radius: 0.8, length: 0.2, axis: z}, material: m}]}\n"
            "  block: {position: [0.5, 0, %.17g], rotation: [0, 0, %g], velocity: [%g, %g, 0], "
            "shapes: [{box: {size: [%g, %g, %g]}, material: m}]}\n"
            "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: %s}}]\n"
            "simulation: {method: events, end_time: 0.5, tolerance: 1e-7, output_interval: "
            "1e-3}",
            cases[i].friction, cases[i].turn, 0.5 * cases[i].size[2], cases[i].yaw,
            cases[i].velocity, 0.5 * cases[i].turn, cases[i].size[0], cases[i].size[1],
            cases[i].size[2], cases[i].law);
        Falls falls = {-INFINITY, 0.0, 0.0};
        abObserver observer = {.context = &falls, .frame = follow_falls};
        CHECK(run_and_say(text, &observer, NULL, &error) == AB_OK);
        CHECK(falls.fall < 1e-4 * falls.turned);
    }
}

AB_TESTS(AB_TEST(flat_landings_keep_the_book), AB_TEST(with_friction_too),
         AB_TEST(what_is_pressed_flat_keeps_it),
         AB_TEST(a_drive_pays_for_what_it_drags_in_an_impact))
