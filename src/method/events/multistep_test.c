// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// multistep_test.c - multistep methods go on after an impact, however small the tolerance is.

#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

static abError s_error;

// Share of the energy turned over by which the book of a steel ball that bounces is off.
static double drift(const char *integrator, double tolerance) {
    char text[1000];
    abStatistics statistics = {0};
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\n"
             "materials: {s: {youngs_modulus: 2.0e11, poissons_ratio: 0.3, density: 8000}}\n"
             "pairs: [{materials: [s, s], restitution: 0.7}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: s}]}\n"
             "  ball: {position: [0.3, 0, 1.1], shapes: [{sphere: {radius: 0.1}, material: s}]}\n"
             "simulation: {end_time: 3, integrator: %s, tolerance: %.17g}\n",
             integrator, tolerance);
    CHECK(run_fixture(text, NULL, &statistics, &s_error) == AB_OK);
    CHECK(statistics.events[AB_EVENT_TOUCH] == 15);
    return statistics.energy_drift / statistics.energy_scale;
}

static void a_ball_bounces_at_any_tolerance(void) {
    static const char *const integrators[] = {"adams", "bdf"};
    for (int i = 0; i < 2; i++) {
        double last = 1.0;
        for (double tolerance = 1e-8; tolerance > 0.9e-12; tolerance *= 1e-2) {
            double off = drift(integrators[i], tolerance);
            CHECK(off < 0.5 * last);
            last = off;
        }
        CHECK(last < 1e-10);
    }
}

AB_TESTS(AB_TEST(a_ball_bounces_at_any_tolerance))
