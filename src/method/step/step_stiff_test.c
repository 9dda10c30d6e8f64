// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_stiff_test.c - laws far stiffer than a step sees, in random scenes: an impact gives the
// restitution of its law at whatever instant of a step it begins, also through a joint, and what
// contacts have lost never falls, though many touch, roll and are pushed by others.

#include <math.h>
#include <stdio.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "base/model_fixture.h"

enum { ROOM = 4000, DOORS = 60, RINGS = 12 };

static const double s_pi = 3.14159265358979;

typedef struct Run {
    bool is_done;
    double spin;              // of the last body                                      [rad/s]
    double top, fall, turned; // of the losses of normal laws; what is turned over         [J]
    double energy, rise;      // at the start; above it at most                            [J]
} Run;

static Run s_run;
static abError s_error;
static unsigned s_seed;

static double random_number(double low, double high) {
    s_seed = s_seed * 1664525u + 1013904223u;
    return low + (high - low) * (s_seed >> 8) / 16777216.0;
}

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    const abEnergyBook *book = &frame->energy;
    double energy = book->kinetic + book->gravity + book->contacts;
    s_run.energy = frame->index == 0 ? energy : s_run.energy;
    s_run.rise = fmax(s_run.rise, energy - s_run.energy);
    s_run.top = fmax(s_run.top, book->contact_damping);
    s_run.fall = fmax(s_run.fall, s_run.top - book->contact_damping);
    s_run.turned = fmax(s_run.turned, fmax(book->kinetic, s_run.energy - energy));
    s_run.spin = frame->bodies[frame->body_count - 1].angular_velocity.z;
    return AB_OK;
}

static void run(const char *text) {
    abModel *model;
    abSimulation *simulated;
    s_run = (Run){0};
    open_sound(text, (abLog){0}, &model, &simulated, &s_error);
    abObserver observer = {NULL, take_frame, NULL, NULL};
    s_run.is_done = ab_simulation_run(simulated, &observer, &s_error) == AB_OK;
    close_fixture(model, simulated);
}

// A door swings onto a ball that stops it. By the stiffness w h is between 6 and 600, where an impact
// without loss is as deep as the door comes in step / (w h).
static void a_door_parts_with_the_restitution_of_its_law(void) {
    char text[ROOM];
    s_seed = 3;
    for (int i = 0; i < DOORS; i++) {
        double e = random_number(0.05, 0.98), spin = random_number(1.0, 5.0);
        double gap = random_number(0.02, 0.3), step = pow(10.0, random_number(-4.0, -3.0));
        double reach = random_number(0.3, 0.95), speed = reach * spin;
        double depth = speed * step / pow(10.0, random_number(0.8, 2.8));
        double mass = 785.0 / (3.0 * reach * reach), gives = depth * depth * sqrt(depth);
        double stiffness = fmin(1.25 * mass * speed * speed / gives, 1e18); // energy there
        double x = reach * cos(gap) - 0.15 * sin(gap), y = reach * sin(gap) + 0.15 * cos(gap);
        double end = 1.3 * gap / spin;
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, 0]\nmaterials: {m: {density: 7850}}\n"
                 "pairs: [{materials: [m, m], restitution: %.9g, sliding_friction: 0}]\n"
                 "bodies:\n"
                 "  stop: {mobility: fixed, position: [%.9g, %.9g, 0], shapes: [{sphere: {radius: "
                 "0.1}, material: m}]}\n"
                 "  door: {position: [0.5, 0, 0], velocity: [0, %.9g, 0], angular_velocity: [0, 0, "
                 "%.9g], shapes: [{box: {size: [1, 0.1, 1]}, material: m}]}\n"
                 "joints: [{name: hinge, type: revolute, between: [world, door], position: [0, 0, "
                 "0], axis: [0, 0, 1]}]\n"
                 "contacts: [{between: [all, all], normal: {law: hunt_crossley, stiffness: %.9g}, "
                 "friction: {law: none}}]\n"
                 "simulation: {method: stepping, step: %.9g, end_time: %.9g, output_interval: "
                 "%.9g, tolerance: 1e-8}\n",
                 e, x, y, 0.5 * spin, spin, stiffness, step, end, 0.1 * end);
        run(text);
        CHECK(s_run.is_done);
        // the normal turns by w h within the step of the impact, and joints are closed to its square
        CHECK_NEAR(s_run.spin, -e * spin, 0.02, spin);
        CHECK(s_run.fall <= 1e-6 * s_run.turned);
    }
}

// Balls about a shaft in a ring, which fall, roll and press on each other.
static void losses_of_balls_in_a_ring_never_fall(void) {
    char text[ROOM];
    s_seed = 5;
    for (int i = 0; i < RINGS; i++) {
        int balls = 3 + i % 4;
        double size = pow(10.0, random_number(-2.0, 0.0)), e = i % 3 == 0 ? 0.0 : 0.3 * (i % 3);
        double stiffness = pow(10.0, random_number(11.0, 13.0)) * sqrt(size);
        double step = random_number(1.0, 4.0) * 1e-3 * sqrt(size);
        int used = snprintf(
            text, sizeof text,
            "abut: 1\ngravity: [0, -9.81, 0]\nmaterials: {m: {density: 7850}}\n"
            "pairs: [{materials: [m, m], restitution: %g, sliding_friction: %.9g, "
            "rolling_resistance: 0.02}]\n"
            "contacts: [{between: [all, all], normal: {law: hunt_crossley, stiffness: %.9g}, "
            "friction: {law: coulomb}}]\n"
            "simulation: {method: stepping, step: %.9g, end_time: %.9g, output_interval: %.9g, "
            "tolerance: 1e-8}\nbodies:\n"
            "  ring: {mobility: fixed, shapes: [{outline: {form: ring, radius: %.9g, wall: "
            "%.9g, thickness: %.9g}, material: m}]}\n"
            "  shaft: {mobility: planar, shapes: [{outline: {form: ball, radius: %.9g, thickness: "
            "%.9g}, material: m}]}\n",
            e, random_number(0.05, 0.4), stiffness, step, 300.0 * step, step, 0.98 * size,
            0.2 * size, 0.4 * size, 0.27 * size, 0.4 * size);
        for (int k = 0; k < balls; k++) {
            double angle = 0.3 + 2.0 * s_pi * k / balls;
            used += snprintf(text + used, sizeof text - (size_t)used,
                             "  ball%d: {mobility: planar, position: [%.9g, %.9g, 0], shapes: "
                             "[{outline: {form: ball, radius: %.9g, thickness: %.9g}, material: "
                             "m}]}\n",
                             k, 0.53 * size * cos(angle), 0.53 * size * sin(angle), 0.25 * size,
                             0.4 * size);
        }
        run(text);
        CHECK(s_run.is_done);
        // what brings bodies apart after an impact lifts them by h v/2, which the impact has lost
        CHECK(s_run.fall <= 2e-3 * s_run.turned);
        CHECK(s_run.rise <= 1e-3 * s_run.turned);
    }
}

AB_TESTS(AB_TEST(a_door_parts_with_the_restitution_of_its_law),
         AB_TEST(losses_of_balls_in_a_ring_never_fall))
