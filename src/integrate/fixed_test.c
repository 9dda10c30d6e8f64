// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"

static abError s_error;
static abBodyState s_end[8];

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    memcpy(s_end, frame->bodies, (size_t)frame->body_count * sizeof *s_end);
    return AB_OK;
}

static abResult run(const char *text) {
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    const abObserver observer = {.frame = note_frame};
    ab_error_clear(&s_error);
    abResult result = ab_model_read_text(text, strlen(text), "fixed.yaml", NULL, 0, ab_heap(),
                                         (abLog){0}, &model, &s_error);
    if (result == AB_OK) {
        result = ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, &s_error);
    }
    if (result == AB_OK) {
        result = ab_simulation_run(simulation, &observer, &s_error);
    }
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
    return result;
}

// ---- joints that forces alone hold ----

enum { STEPS = 6 };
static const double s_step = 0.02;

// A body beside its track, by x and moving away with v, after some steps.
static abResult run_beside_track(const char *mode, const char *hold, double x, double v) {
    char text[1200];
    snprintf(
        text, sizeof text,
        "abut: 1\n"
        "bodies: {b: {mobility: planar, mass: 2, inertia: [1, 1, 1], position: [0.3, %.17g, 0],"
        " velocity: [1, %.17g, 0]}}\n"
        "joints: [{type: inplane, between: [world, b], position_b: [0, 0, 0], axis: [0, 1, 0]}]"
        "\nsimulation: {method: fixed, step: %.17g, end_time: %.17g, hold_joints: %s,"
        " stabilization: %s}\n",
        x, v, s_step, s_step * STEPS, hold, mode);
    return run(text);
}

// With k = -1 / h the gap follows x' = k x or (d/dt - k)^2 x = 0, and rk4 has instead of e^(k h)
//   R = 1 - 1 + 1/2 - 1/6 + 1/24 = 3/8   and of its slope   1 - 1 + 1/2 - 1/6 = 1/3
static void the_modes_act_on_joints_as_they_say(void) {
    static const double x = 0.1, v = 0.4, R = 0.375, slope = 1.0 / 3.0;
    const double R_n = R * R * R * R * R * R, R_less = R_n / R, time = s_step * STEPS;
    const struct {
        const char *mode;
        double gap, rate;
    } rows[] = {
        {"none", x + v * time, v},
        {"velocity", x + v * time, v},
        // the way is the integral of the rate: -(rate - v) h
        {"velocity_joints", x + s_step * (v - R_n * v), R_n * v},
        {"velocity_and_distance", x + v * time, v},
        {"velocity_and_distance_joints", R_n * x + STEPS * R_less * slope * (s_step * v + x),
         R_n * v - STEPS * R_less * slope * (v + x / s_step)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK(run_beside_track(rows[i].mode, "forces", x, v) == AB_OK);
        CHECK_NEAR(s_end[0].position.y, rows[i].gap, 1e-13, 1.0);
        CHECK_NEAR(s_end[0].velocity.y, rows[i].rate, 1e-12, 1.0);
        CHECK_NEAR(s_end[0].position.x, 0.3 + time, 1e-13, 1.0);
    }
}

static void speeds_end_after_a_step_and_gaps_stay(void) {
    CHECK(run_beside_track("none", "speeds", 0.1, 0.4) == AB_OK);
    CHECK_NEAR(s_end[0].position.y, 0.1 + 0.4 * s_step, 1e-14, 1.0);
    CHECK_NEAR(s_end[0].velocity.y, 0.0, 1e-15, 1.0);
}

static void places_close_at_the_start(void) {
    CHECK(run_beside_track("none", "places", 0.1, 0.4) == AB_BAD_MODEL); // open, without assemble
    CHECK(run_beside_track("none", "places", 0.0, 0.4) == AB_OK);
    CHECK_NEAR(s_end[0].position.y, 0.0, 1e-15, 1.0);
    CHECK_NEAR(s_end[0].velocity.y, 0.0, 1e-15, 1.0);
}

static void other_methods_refuse_it(void) {
    CHECK(run("abut: 1\nbodies: {b: {mobility: planar, mass: 1, inertia: [1, 1, 1]}}\n"
              "simulation: {end_time: 1, hold_joints: forces}\n") == AB_BAD_MODEL);
    CHECK(strstr(s_error.problems[0].text, "hold_joints cannot act") != NULL);
}

AB_TESTS(AB_TEST(the_modes_act_on_joints_as_they_say),
         AB_TEST(speeds_end_after_a_step_and_gaps_stay), AB_TEST(places_close_at_the_start),
         AB_TEST(other_methods_refuse_it))
