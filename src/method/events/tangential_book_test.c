// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tangential_book_test.c - the energy book stays closed where points with a tangential state come
// and go in contacts far shorter than the flights between them.

#include <stdio.h>

#include "base/check.h"
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
                                       "mindlin, damping_ratio: 0.3", "bristle"};
    for (int i = 0; i < 8; i++) {
        CHECK(open_by(shapes[i / 4], laws[i % 4]) < 1e-4);
    }
}

AB_TESTS(AB_TEST(short_contacts_leave_the_book_closed))
