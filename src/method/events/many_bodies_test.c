// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// many_bodies_test.c - steps of the stiff integrators do not depend on how many bodies there are: many
// balls that do the same, apart from each other, take the steps that one takes.

#include "abut/simulation.h"
#include "base/check.h"
#include "core/run_fixture.h"

enum { ROW = 20, MANY = 100 };

static abStatistics run(const char *integrator, int balls) {
    static char text[120 * MANY + 1000];
    int n = snprintf(text, sizeof text,
                     "abut: 1\ngravity: [0, 0, -9.81]\n"
                     "materials: {m: {youngs_modulus: 1e9, poissons_ratio: 0.3, density: 1000}}\n"
                     "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.3}]\n"
                     "contacts: [{between: [all, all]}]\n"
                     "simulation: {method: events, end_time: 0.3, tolerance: 1e-6, "
                     "output_interval: 0.1, integrator: %s}\n"
                     "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n",
                     integrator);
    for (int b = 0; b < balls; b++) {
        n += snprintf(text + n, sizeof text - (size_t)n,
                      "  b%d: {position: [%g, %g, 0.0499999], shapes: [{sphere: {radius: 0.05}, "
                      "material: m}]}\n",
                      b, 0.2 * (b % ROW), 0.2 * (b / ROW));
    }
    abStatistics statistics;
    abError error;
    must_be_ok(run_fixture(text, &(abObserver){0}, &statistics, &error), &error);
    return statistics;
}

static void many_balls_take_the_steps_of_one(void) {
    static const char *const integrators[] = {"bdf", "adams", "auto"};
    for (size_t i = 0; i < sizeof integrators / sizeof integrators[0]; i++) {
        abStatistics one = run(integrators[i], 1), many = run(integrators[i], MANY);
        printf("  %s: %lld evaluations for one ball, %lld for %d\n", integrators[i],
               (long long)one.evaluations, (long long)many.evaluations, MANY);
        double more = i < 2 ? 1.01 : 1.3; // the explicit pair of `auto` begins anew at each touch
        CHECK((double)many.evaluations <= more * (double)one.evaluations);
    }
}

AB_TESTS(AB_TEST(many_balls_take_the_steps_of_one))
