// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_tumbling_test.c - bodies that tumble freely: the angular momentum of a body on which nothing
// acts stays where it points, so by how much it turns is by how much the body is turned wrongly.

#include <math.h>
#include <stdio.h>

#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

static const abVec3 s_inertia = {0.2, 0.17, 0.05}; // [kg m^2]

typedef struct Told {
    abVec3 momentum; // of the first frame                                        [kg m^2/s]
    double off;      // angular momentum, of its size
    double energy, rise, fall;
    int frames, steps;
} Told;

static Told s_told;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    const abBodyState *b = &frame->bodies[0];
    abMat3 R = ab_quat_to_matrix(b->orientation);
    abVec3 w = ab_mul_t(R, b->angular_velocity);
    abVec3 L = ab_mul(R, ab_vec3(s_inertia.x * w.x, s_inertia.y * w.y, s_inertia.z * w.z));
    double energy = ab_energy_balance(&frame->energy);
    if (s_told.frames++ == 0) {
        s_told.momentum = L;
        s_told.energy = energy;
    }
    s_told.off = fmax(s_told.off, ab_norm(ab_sub(L, s_told.momentum)) / ab_norm(s_told.momentum));
    s_told.rise = fmax(s_told.rise, energy / s_told.energy - 1.0);
    s_told.fall = fmax(s_told.fall, 1.0 - energy / s_told.energy);
    return AB_OK;
}

// Spins with about `speed` [rad/s] for `turns` of its radians.
static Told tumble(double speed, double turns, const char *simulation) {
    static abError error;
    abStatistics statistics = {0};
    char text[600];
    snprintf(text, sizeof text,
             "abut: 1\nmaterials: {m: {}}\nbodies:\n"
             "  b: {mass: 1, inertia: [%.17g, %.17g, %.17g], angular_velocity: [%g, %g, %g],\n"
             "      shapes: [{sphere: {radius: 1}, material: m}]}\n"
             "simulation: {method: stepping, end_time: %.17g, %s}\n",
             s_inertia.x, s_inertia.y, s_inertia.z, 0.1 * speed, speed, 0.2 * speed, turns / speed,
             simulation);
    abObserver observer = {.frame = take_frame};
    s_told = (Told){0};
    CHECK(run_and_say(text, &observer, &statistics, &error) == AB_OK);
    s_told.steps = (int)statistics.steps;
    return s_told;
}

// Each step may turn the body wrongly by the tolerance; the whole follows with its power 2/3, and
// the number of steps with the power 1/3. At any speed the same.
static void adaptive_steps_turn_as_the_tolerance_asks(void) {
    for (double speed = 1.0; speed < 1e3; speed *= 30.0) {
        int steps = 200;
        for (int digits = 3; digits <= 8; digits++) {
            char simulation[200];
            snprintf(simulation, sizeof simulation,
                     "step: %g, step_control: adaptive, tolerance: 1e-%d, output_interval: %g",
                     1.0 / speed, digits, 0.37 / speed);
            Told told = tumble(speed, 30.0, simulation);
            CHECK(told.off < ab_pow(10.0, -2.0 / 3.0 * digits));
            CHECK(told.rise < 1e-12 && told.fall < 1e-12);
            CHECK(told.steps <= steps);
            steps = (int)(2.3 * told.steps);
        }
    }
}

// However far a body turns in a step, frames inside it hold no more than its ends do; up to half a
// radian, no less either.
static void frames_inside_steps_hold_the_energy_of_their_ends(void) {
    for (double turn = 0.1; turn < 10.0; turn *= 1.5) {
        Told told = tumble(turn, 40.0 * turn, "step: 1, output_interval: 0.0625");
        CHECK(told.frames == 641 && told.steps == 40);
        CHECK(told.rise < 1e-13);
        CHECK(turn > 0.51 || told.fall < 1e-8);
    }
}

AB_TESTS(AB_TEST(adaptive_steps_turn_as_the_tolerance_asks),
         AB_TEST(frames_inside_steps_hold_the_energy_of_their_ends))
