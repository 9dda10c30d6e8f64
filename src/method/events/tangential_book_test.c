// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tangential_book_test.c - the energy book stays closed where points with a tangential state come
// and go in contacts far shorter than the flights between them; and friction by its default settings
// gives no energy.

#include <stdio.h>

#include "base/check.h"
#include "base/random_fixture.h"
#include "core/run_fixture.h"

// What the book is open by after bounces on a plane, of the energy turned over.
static double open_by(const char *shape, const char *friction) {
    static abError error;
    char text[1500];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\n"
             "materials: {hard: {density: 1200, youngs_modulus: 2.0e9, poissons_ratio: 0.35}}\n"
             "pairs: [{materials: [hard, hard], restitution: 1, sliding_friction: 0.3}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: hard}]}\n"
             "  body: {position: [0, 0, 0.02], rotation: [0.3, 0.5, 0], "
             "velocity: [0.02, 0.01, -0.8], angular_velocity: [3, -2, 5], "
             "shapes: [{%s, material: hard}]}\n"
             "contacts:\n  - {between: [all, all], normal: {law: elastic}, friction: {law: %s}}\n"
             "simulation: {end_time: 0.3, tolerance: 1.0e-5}\n",
             shape, friction);
    abStatistics statistics = {0};
    CHECK(run_fixture(text, NULL, &statistics, &error) == AB_OK);
    CHECK(statistics.energy_scale > 0.0);
    return statistics.energy_drift / statistics.energy_scale;
}

static void short_contacts_leave_the_book_closed(void) {
    static const char *const shapes[] = {"capsule: {radius: 0.001, length: 0.006, axis: x}",
                                         "box: {size: [0.009, 0.0015, 0.0015]}"};
    static const char *const laws[] = {"mindlin", "mindlin, spring: stretch",
                                       "mindlin, spring: increments", "mindlin, damping_ratio: 0.3",
                                       "bristle"};
    for (int i = 0; i < 10; i++) {
        CHECK(open_by(shapes[i / 5], laws[i % 5]) < 1e-4);
    }
}

// The most by which the energy rises after one oblique impact of a spinning ball that loses nothing
// by its normal law, of what it has before.
static double gain_of_impacts(const char *friction) {
    static abError error;
    double gain = 0.0;
    uint64_t state = 7;
    for (int i = 0; i < 40; i++) {
        double along = 2.0 * next_random(&state), spin = 60.0 * next_random(&state);
        char text[1000];
        snprintf(
            text, sizeof text,
            "abut: 1\ngravity: [0, 0, 0]\n"
            "materials: {rubber: {density: 1200, youngs_modulus: 1.0e7, poissons_ratio: 0.3}}\n"
            "pairs: [{materials: [rubber, rubber], restitution: 1, sliding_friction: 0.8}]\n"
            "bodies:\n"
            "  ground: {mobility: fixed, shapes: [{plane: {}, material: rubber}]}\n"
            "  ball: {position: [0, 0, 0.051], velocity: [%g, 0, -1], "
            "angular_velocity: [0, %g, 0], shapes: [{sphere: {radius: 0.05}, material: rubber}]}\n"
            "contacts: [{between: [all, all], normal: {law: hertz}, friction: {law: %s}}]\n"
            "simulation: {end_time: 0.02, output_interval: 2.0e-4}\n",
            along, spin, friction);
        EnergyOfRun run = {0};
        abObserver observer = energy_observer(&run);
        CHECK(run_and_say(text, &observer, NULL, &error) == AB_OK);
        gain = fmax(gain, run.rise / run.start);
    }
    return gain;
}

static void mindlin_gives_no_energy_by_default(void) {
    CHECK(gain_of_impacts("mindlin") < 1e-9);
    CHECK(gain_of_impacts("mindlin, spring: increments") > 3e-4); // the impacts ask for it
}

AB_TESTS(AB_TEST(short_contacts_leave_the_book_closed), AB_TEST(mindlin_gives_no_energy_by_default))
