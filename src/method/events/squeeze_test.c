// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// squeeze_test.c - rigid bodies that are driven into each other cannot go on, and are named.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

static abError s_error;
static int s_impacts;

static abResult note_event(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    s_impacts += event->kind == AB_EVENT_IMPACT;
    return AB_OK;
}

// Two walls, of which the left one comes by `left` m/s and the right one by `right`, meet a free
// ball after half a second, the right one `late` m behind; by a law of friction and one of the
// kinds of impacts.
static abResult run(double left, double right, double late, double restitution,
                    const char *friction, const char *impacts) {
    char text[1200];
    snprintf(text, sizeof text,
             "abut: 1\nmaterials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: %.17g, sliding_friction: 0.3}]\n"
             "contacts: [{between: [all, all], normal: {law: rigid}, friction: %s}]\n"
             "bodies:\n"
             "  left: {mobility: prescribed, motion: {x: '-1 + %.17g*(t - 0.5)'}, shapes: [{box: "
             "{size: [1, 1, 1]}, material: m}]}\n"
             "  right: {mobility: prescribed, motion: {x: '1 + %.17g - %.17g*(t - 0.5)'}, shapes: "
             "[{box: "
             "{size: [1, 1, 1]}, material: m}]}\n"
             "  ball: {shapes: [{sphere: {radius: 0.5}, material: m}]}\n"
             "simulation: {end_time: 1, impacts: %s}\n",
             restitution, friction, left, late, right, impacts);
    s_impacts = 0;
    return run_fixture(text, &(abObserver){.event = note_event}, NULL, &s_error);
}

static void walls_that_close_are_named(void) {
    static const char *const impacts[] = {"order_free", "simultaneous", "hybrid",
                                          "serial_separate_last_pass"};
    for (int k = 0; k < 16; k++) {
        const char *friction = k % 2 == 0 ? "none" : "coulomb";
        CHECK(run(0.1, 0.1, 0.0, k % 4 < 2 ? 0.0 : 0.5, friction, impacts[k / 4]) == AB_NUMERICS);
        CHECK(s_error.count == 1 && s_impacts == 0);
        const char *text = s_error.problems[0].text;
        CHECK(strstr(text, "at t = 0.5 s") != NULL && strstr(text, "ball apart") != NULL);
        CHECK(strstr(text, "left and") != NULL || strstr(text, "right and") != NULL);
    }
}

// Runs that text, and keeps the warnings.
static char s_warnings[4000];

static void note_warning(void *context, abLogLevel level, const char *text) {
    (void)context;
    if (level == AB_LOG_WARNING) {
        strncat(s_warnings, text, sizeof s_warnings - strlen(s_warnings) - 1);
    }
}

// Two walls close on a box by 0.1 m/s each and are at it after half a second.
static abResult squeeze(const char *options, double *scale) {
    char text[1200];
    snprintf(text, sizeof text,
             "abut: 1\nmaterials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0.5}]\n"
             "contacts: [{between: [all, all], normal: {law: rigid}, friction: none}]\n"
             "bodies:\n"
             "  left: {mobility: prescribed, motion: {x: '-1.05 + 0.1*t'}, shapes: [{box: "
             "{size: [1, 1, 1]}, material: m}]}\n"
             "  right: {mobility: prescribed, motion: {x: '1.05 - 0.1*t'}, shapes: [{box: "
             "{size: [1, 1, 1]}, material: m}]}\n"
             "  mid: {shapes: [{box: {size: [1, 0.5, 0.5]}, material: m}]}\n"
             "simulation: {end_time: 1, %s}\n",
             options);
    s_warnings[0] = '\0';
    *scale = NAN;
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    const abLog log = {.write = note_warning};
    abResult result = open_fixture(text, log, &model, &simulation, &s_error);
    if (result == AB_OK) {
        result = ab_simulation_run(simulation, NULL, &s_error);
        *scale = ab_simulation_statistics(simulation)->energy_scale;
    }
    close_fixture(model, simulation);
    return result;
}

static void every_kind_of_impacts_names_what_is_squeezed(void) {
    static const char *const kinds[] = {"serial_grouped", "serial_separate"};
    for (int i = 0; i < 2; i++) {
        char options[100];
        double scale;
        snprintf(options, sizeof options, "impacts: %s", kinds[i]);
        CHECK(squeeze(options, &scale) == AB_NUMERICS);
        const char *text = s_error.problems[0].text;
        CHECK(strstr(text, "mid") != NULL && strstr(text, "driven or fixed") != NULL);
        CHECK(strstr(text, "left") != NULL || strstr(text, "right") != NULL);
    }
}

// As soon as the gaps are where contacts hold them, and before anything grows.
static void method_fixed_names_what_is_squeezed(void) {
    double scale;
    CHECK(squeeze("method: fixed, step: 0.01", &scale) == AB_NUMERICS);
    const char *text = s_error.problems[0].text;
    CHECK(strstr(text, "left and mid") != NULL || strstr(text, "right and mid") != NULL);
    CHECK(strstr(text, "driven or fixed") != NULL);
    CHECK(scale < 1e-6);
    // seen by a frame first, as Euler looks at the start of a step only
    CHECK(squeeze("method: fixed, integrator: euler, step: 0.01, output_interval: 0.01", &scale) ==
          AB_NUMERICS);
    text = s_error.problems[0].text;
    CHECK(strstr(text, " mid") != NULL && strstr(text, "driven or fixed") != NULL);
    CHECK(squeeze("method: fixed, step: 0.01, stabilization: none", &scale) == AB_NUMERICS);
    text = s_error.problems[0].text;
    CHECK(strstr(text, "pieces") != NULL && strstr(text, " and mid") != NULL);
}

// It goes on, and says so: 0.1 m have been driven away by the end.
static void method_stepping_warns_of_what_is_squeezed(void) {
    double scale;
    CHECK(squeeze("method: stepping, step: 0.01", &scale) == AB_OK);
    CHECK(strstr(s_warnings, "mid and left are farthest off") != NULL || // both are alike
          strstr(s_warnings, "mid and right are farthest off") != NULL);
    const char *deep = strstr(s_warnings, "m within each other at t = ");
    CHECK(deep != NULL && strstr(deep, "since t = 0.5 s") != NULL);
    double told = 0.0;
    CHECK(deep != NULL && sscanf(deep, "m within each other at t = %lf", &told) == 1);
    CHECK(told > 0.5 && told < 0.6);
}

static void walls_that_leave_room_are_not(void) {
    CHECK(run(0.1, -0.2, 0.1, 0.5, "none", "order_free") == AB_OK);
    CHECK(s_impacts == 1);
    CHECK(run(0.1, 0.1, 0.5, 0.0, "coulomb", "simultaneous") == AB_OK);
    CHECK(s_impacts == 1);
}

AB_TESTS(AB_TEST(every_kind_of_impacts_names_what_is_squeezed),
         AB_TEST(method_fixed_names_what_is_squeezed),
         AB_TEST(method_stepping_warns_of_what_is_squeezed), AB_TEST(walls_that_close_are_named),
         AB_TEST(walls_that_leave_room_are_not))
