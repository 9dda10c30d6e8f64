// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// driven_stop_test.c - a drive that meets the stop of another joint of its loop is named, with the
// place of the stop and what the drive gives.

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

static abError s_error;

// A crank turned through a rod swings a rocker, which has a stop; the crank is driven by `drive`.
static abResult run(const char *drive, double stop) {
    char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\n"
             "materials: {s: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
             "bodies:\n"
             "  crank: {position: [0, 0, 0.1], shapes: [{box: {size: [0.02, 0.02, 0.2]}, "
             "material: s}]}\n"
             "  rod: {position: [0.2, 0, 0.25], rotation: [0, -0.2450, 0], shapes: [{box: "
             "{size: [0.41231, 0.02, 0.02]}, material: s}]}\n"
             "  rocker: {position: [0.4, 0, 0.15], shapes: [{box: {size: [0.02, 0.02, 0.3]}, "
             "material: s}]}\n"
             "contacts: []\n"
             "joints:\n"
             "  - {name: A, type: revolute, between: [world, crank], position: [0, 0, 0], axis: "
             "[0, 1, 0]%s}\n"
             "  - {name: B, type: revolute, between: [crank, rod], position: [0, 0, 0.1], axis: "
             "[0, 1, 0]}\n"
             "  - {name: C, type: revolute, between: [rod, rocker], position: [0.206155, 0, 0], "
             "axis: [0, 1, 0]}\n"
             "  - {name: D, type: revolute, between: [rocker, world], position: [0, 0, -0.15], "
             "axis: [0, 1, 0], rz_low: -3, rz_high: %.17g, restitution: 0.2}\n"
             "simulation: {end_time: 0.5}\n",
             drive, stop);
    return run_fixture(text, NULL, NULL, &s_error);
}

static void the_drive_and_the_stop_are_named(void) {
    CHECK(run(", rz_speed: 2*pi", 0.3) == AB_NUMERICS);
    const char *text = s_error.count > 0 ? s_error.problems[0].text : "";
    CHECK(strstr(text, "the drive rz of joint A works against the stop of joint D") != NULL);
    CHECK(strstr(text, "at rz = 0.3 rad") != NULL);
    const char *gives = strstr(text, "the drive gives ");
    double effort = 0.0;
    CHECK(gives != NULL && sscanf(gives, "the drive gives %lf N m", &effort) == 1);
    CHECK(fabs(effort) > 0.1 && fabs(effort) < 100.0);
}

// Where nothing drives, or the stop is not reached, the run goes on.
static void others_go_on(void) {
    CHECK(run("", 0.3) == AB_OK);
    CHECK(run(", rz_speed: 2*pi", 3.0) == AB_OK);
}

AB_TESTS(AB_TEST(the_drive_and_the_stop_are_named), AB_TEST(others_go_on))
