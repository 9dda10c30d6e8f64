// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// release_step_test.c - a contact ends by itself, as its force fades out: steps go on as before it, at any
// tolerance.

#include <math.h>
#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

static abError s_error;

typedef struct Run {
    double time, cut; // of the last step: its end and its length                        [s]
    double smallest;  // longer one of two steps in a row                              [s]
} Run;

// The longer one of two steps in a row: an event may cut one of them to nothing.
static abResult take_step(void *context, abSimulation *s, double time, abError *error) {
    (void)s;
    (void)error;
    Run *run = context;
    double h = time - run->time;
    if (run->time > 0.01) { // not those that the run begins with
        run->smallest = fmin(run->smallest, fmax(h, run->cut));
    }
    run->time = time;
    run->cut = h;
    return AB_OK;
}

// A heavy ball lies on a soft floor while a light one bounces on it: where the light one parts, the other
// is in contact, so that the last step in free flight is no guide.
static void steps_go_on_after_a_release(void) {
    for (double tolerance = 1e-4; tolerance > 1e-12; tolerance *= 0.01) {
        char text[1200];
        abStatistics statistics = {0};
        Run run = {.smallest = INFINITY};
        const abObserver observer = {.context = &run, .step = take_step};
        snprintf(
            text, sizeof text,
            "abut: 1\ngravity: [0, 0, -9.81]\n"
            "materials: {m: {density: 1000}}\n"
            "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0}]\n"
            "bodies:\n"
            "  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
            "  heavy: {position: [1, 0, 0.0999], mass: 1, inertia: [4e-3, 4e-3, 4e-3], shapes: "
            "[{sphere: {radius: 0.1}, material: m}]}\n"
            "  light: {position: [0, 0, 0.15], mass: 0.1, inertia: [4e-4, 4e-4, 4e-4], shapes: "
            "[{sphere: {radius: 0.1}, material: m}]}\n"
            "contacts: [{between: [all, all], normal: {law: impact, stiffness: 1e5, exponent: 1.5, "
            "damping: 0, full_damping_depth: 1e-3}}]\n"
            "simulation: {end_time: 1, tolerance: %.17g, integrator: explicit}\n",
            tolerance);
        CHECK(run_fixture(text, &observer, &statistics, &s_error) == AB_OK);
        CHECK(statistics.events[AB_EVENT_RELEASE] >= 4);
        CHECK(run.smallest > 1e-4 * run.time / (double)statistics.steps);
    }
}

AB_TESTS(AB_TEST(steps_go_on_after_a_release))
