// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// weights_test.c - how long steps are does not depend on where the origin is, and they do not vanish
// where a slip ends with its force.

#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

static abError s_error;

// Steps of a light ball that bounces and comes to rest on a steel slab, with its centre at the
// coordinates x and y then.
static double steps_at(double x, double y) {
    char text[1200];
    abStatistics statistics = {0};
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, -9.81, 0]\n"
             "materials: {s: {youngs_modulus: 2.0e11, poissons_ratio: 0.3, density: 8000}}\n"
             "pairs: [{materials: [s, s], restitution: 0.5, sliding_friction: 0.5}]\n"
             "bodies:\n"
             "  slab: {mobility: fixed, shapes: [{box: {size: [3, 0.2, 3]}, position: [0, %.17g, "
             "0], material: s}]}\n"
             "  ball: {position: [%.17g, %.17g, 0], mass: 0.001, inertia: [4e-6, 4e-6, 4e-6], "
             "shapes: [{sphere: {radius: 0.1}, material: s}]}\n"
             "simulation: {end_time: 1, tolerance: 1e-8, output_interval: 0.01}\n",
             y - 0.2, x, y + 0.1);
    CHECK(run_fixture(text, NULL, &statistics, &s_error) == AB_OK);
    return (double)statistics.steps;
}

static void the_origin_does_not_matter(void) {
    double beside = steps_at(0.1, 0.1); // the choice of the integrator makes a difference
    CHECK(beside < 3000.0);
    CHECK(steps_at(0.0, 0.0) < 2.0 * beside);
    CHECK(steps_at(0.0, 0.1) < 2.0 * beside);
}

// A ball skids through two impacts of about 1e-4 s each, in which its point sticks, slips and parts.
// The direction of slip is asked for less as its force vanishes: as exactly as in the midst of a
// contact, steps would go down to 4e-12 s, and 2750 evaluations were needed with a first step after
// each slip that knew nothing of those before.
static void where_a_slip_ends_with_its_force_steps_go_on(void) {
    static const char text[] =
        "abut: 1\ngravity: [0, 0, -9.81]\n"
        "materials: {hard: {density: 1200, youngs_modulus: 2.0e9, poissons_ratio: 0.35}}\n"
        "pairs: [{materials: [hard, hard], restitution: 1, sliding_friction: 0.3}]\n"
        "bodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {}, material: hard}]}\n"
        "  ball: {position: [0, 0, 0.02], rotation: [0.3, 0.5, 0], velocity: [0.3, 0.01, -0.8], "
        "angular_velocity: [3, -2, 5], shapes: [{sphere: {radius: 0.003}, material: hard}]}\n"
        "contacts: [{between: [all, all], normal: {law: elastic}, friction: {law: mindlin, spring: "
        "increments}}]\n"
        "simulation: {end_time: 0.3, tolerance: 1.0e-7}\n";
    abStatistics statistics = {0};
    CHECK(run_fixture(text, NULL, &statistics, &s_error) == AB_OK);
    CHECK(statistics.events[AB_EVENT_TOUCH] == 2);
    CHECK(statistics.smallest_step > 1e-10);
    CHECK(statistics.evaluations < 2300);
    CHECK(statistics.energy_drift < 1e-7 * statistics.energy_scale); // the tolerance
}

AB_TESTS(AB_TEST(the_origin_does_not_matter), AB_TEST(where_a_slip_ends_with_its_force_steps_go_on))
