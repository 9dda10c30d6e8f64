// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_calm_test.c - towers of steel plates under laws whose depth at rest is of the size of what a
// solution may err by: they come to rest and sleep, though a coarse solution of one step lets go of the
// corners that the next one presses. Solved as coarsely at rest as in motion none slept. Where a step
// granted a law depths that nothing had paid for, 17 plates were solved for 24 s, or were cut without end.

#include <math.h>
#include <stdio.h>

#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

enum { MOST = 17, ROOM = 4000 };

static double s_fastest; // in the last frame [m/s]

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    s_fastest = 0.0;
    for (int b = 1; b < frame->body_count; b++) {
        s_fastest = fmax(s_fastest, ab_norm(frame->bodies[b].velocity));
    }
    return AB_OK;
}

static void stand(int plates, const char *law, const char *control, double most) {
    char text[ROOM];
    abStatistics statistics;
    abError error;
    double top = 0.0;
    int used =
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, -9.81]\n"
                 "materials: {m: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: "
                 "7850}}\n"
                 "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.34}]\n"
                 "simulation: {method: stepping, end_time: 2, output_interval: 0.1, "
                 "tolerance: 1.0e-5, step: 0.00128, step_control: %s}\n"
                 "contacts: [{between: [all, all], friction: {law: coulomb}, normal: {%s}}]\n"
                 "bodies:\n"
                 "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n",
                 control, law);
    for (int i = 0; i < plates; i++) {
        double height = 0.012 + 0.001 * (i * 7 % 5);
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "  b%d: {position: [%.6f, %.6f, %.6f], shapes: [{box: {size: [0.04, 0.04, "
                         "%g]}, material: m}]}\n",
                         i, 0.0005 * (i * 3 % 7 - 3) / 3.0, 0.0005 * (i * 5 % 7 - 3) / 3.0,
                         top + 0.5 * height, height);
        top += height;
    }
    must_be_ok(run_fixture(text, &(abObserver){.frame = take_frame}, &statistics, &error), &error);
    printf("%d plates, %s, %s: %g evaluations, %g steps\n", plates, law, control,
           (double)statistics.evaluations, (double)statistics.steps);
    CHECK(s_fastest == 0.0);
    CHECK((double)statistics.evaluations <= most); // of some 1600 steps
}

static void plates_come_to_rest(void) {
    static const char *const laws[] = {"law: poisson, penalty: 8.6e10",
                                       "law: hunt_crossley, stiffness: 8.6e10", "law: rigid"};
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        stand(3, laws[i], "fixed", 200);
        stand(8, laws[i], "fixed", 200);
        stand(8, laws[i], "adaptive", 200);
        stand(MOST, laws[i], "fixed", 400);
        stand(MOST, laws[i], "adaptive", 200);
    }
}

static void so_they_do_without_losses(void) {
    stand(1, "law: elastic", "fixed", 600);
    stand(3, "law: elastic", "adaptive", 600);
    stand(8, "law: elastic", "fixed", 200);
    stand(8, "law: elastic", "adaptive", 200);
    stand(MOST, "law: elastic", "fixed", 400);
    stand(MOST, "law: elastic", "adaptive", 200);
}

AB_TESTS(AB_TEST(plates_come_to_rest), AB_TEST(so_they_do_without_losses))
