// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// Ropes that do not stretch and limits of joints at the start, by all methods.

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

static abBodyState s_bodies[3]; // of the first frame
static bool s_has_frame;
static abError s_error;

static abResult note_first(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    if (!s_has_frame) {
        memcpy(s_bodies, frame->bodies, (size_t)frame->body_count * sizeof *s_bodies);
    }
    s_has_frame = true;
    return AB_OK;
}

static const char *const s_methods[] = {"method: events", "method: fixed, step: 0.01",
                                        "method: fixed, hold_joints: forces, step: 0.01",
                                        "method: stepping, step: 0.01"};
enum { METHODS = sizeof s_methods / sizeof *s_methods };

static abResult begin(const char *scene, const char *method, bool assemble) {
    char text[2000];
    snprintf(text, sizeof text, "abut: 1\n%ssimulation: {%s, end_time: 0.02, assemble: %s}\n",
             scene, method, assemble ? "true" : "false");
    s_has_frame = false;
    return run_fixture(text, &(abObserver){.frame = note_first}, NULL, &s_error);
}

static const char *rope_of(double length) {
    static char scene[600];
    snprintf(scene, sizeof scene,
             "gravity: [0, 0, -9.81]\n"
             "bodies: {weight: {mass: 1, inertia: [1, 1, 1], position: [3, 0, -4]}}\n"
             "forces: [{name: line, type: rope, between: [world, weight], length: %.17g}]\n",
             length);
    return scene;
}

static void a_rope_that_is_too_short_is_refused(void) {
    for (int m = 0; m < METHODS; m++) {
        CHECK(begin(rope_of(4.0), s_methods[m], false) == AB_BAD_MODEL);
        CHECK(s_error.count == 1 && s_error.problems[0].line == 4);
        CHECK(strstr(s_error.problems[0].text, "rope line is 4 m long") != NULL);
        CHECK(strstr(s_error.problems[0].text, "5 m apart") != NULL);
    }
}

// The least change of places is along the rope.
static void assembling_leads_the_ends_of_a_rope_together(void) {
    for (int m = 0; m < METHODS; m++) {
        CHECK(begin(rope_of(4.0), s_methods[m], true) == AB_OK);
        CHECK_NEAR(s_bodies[0].position.x, 2.4, 1e-12, 5.0);
        CHECK_NEAR(s_bodies[0].position.z, -3.2, 1e-12, 5.0);
    }
}

// Six digits of the model are no error of it; what they leave open is closed.
static void typed_figures_fit(void) {
    for (int m = 0; m < METHODS; m++) {
        CHECK(begin(rope_of(5.0 - 1e-4), s_methods[m], false) == AB_OK);
        abVec3 p = s_bodies[0].position;
        CHECK_NEAR(sqrt(p.x * p.x + p.z * p.z), 5.0 - 1e-4, 1e-12, 5.0);
    }
}

static void a_slack_rope_moves_nothing(void) {
    for (int m = 0; m < METHODS; m++) {
        CHECK(begin(rope_of(5.0), s_methods[m], true) == AB_OK);
        CHECK(s_bodies[0].position.x == 3.0 && s_bodies[0].position.z == -4.0);
    }
}

// Two arms of 2 m, the first hinged at the origin: turned to its limit, the second drawn in by a
// rope from the origin to its end. All of it at once, with the hinges closed.
static void assembling_fits_joints_limits_and_ropes(void) {
    static const char scene[] =
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  upper: {mass: 1, inertia: [0.1, 0.1, 0.01], position: [1, 0, 0]}\n"
        "  lower: {mass: 1, inertia: [0.1, 0.1, 0.01], position: [2.955336489125606, 0, "
        "-0.29552020666133955], rotation: [0, 0.3, 0]}\n"
        "joints:\n"
        "  - {type: revolute, between: [world, upper], axis: [0, 1, 0], rz_low: 0.5, rz_high: 2}\n"
        "  - {type: revolute, between: [upper, lower], position: [1, 0, 0], axis: [0, 1, 0],"
        " rz_low: -1, rz_high: 1.8}\n"
        "forces: [{type: rope, between: [world, lower], point_b: [1, 0, 0], length: 3}]\n";
    for (int m = 0; m < METHODS; m++) {
        if (strstr(s_methods[m], "hold_joints") != NULL) {
            continue; // there joints stay as they are
        }
        CHECK(begin(scene, s_methods[m], true) == AB_OK);
        abVec3 elbow = ab_scale(2.0, s_bodies[0].position);
        abVec3 tip = ab_sub(ab_scale(2.0, s_bodies[1].position), elbow);
        CHECK_NEAR(ab_norm(elbow), 2.0, 1e-12, 1.0);
        CHECK_NEAR(ab_norm(ab_sub(tip, elbow)), 2.0, 1e-12, 1.0);
        CHECK_NEAR(ab_norm(tip), 3.0, 1e-11, 1.0);
        CHECK(atan2(-elbow.z, elbow.x) >= 0.5 - 1e-11);
    }
}

// A rail 3 m away.
static void what_joints_do_not_allow_is_said(void) {
    static const char scene[] =
        "bodies:\n"
        "  slide: {mass: 1, inertia: [1, 1, 1], position: [0, 3, 0]}\n"
        "joints: [{type: prismatic, between: [world, slide], position: [0, 3, 0]}]\n"
        "forces: [{name: line, type: rope, between: [world, slide], length: 2}]\n";
    CHECK(begin(scene, s_methods[0], true) == AB_BAD_MODEL);
    CHECK(s_error.count == 1 && s_error.problems[0].line == 5);
    CHECK(strstr(s_error.problems[0].text, "rope line cannot be fitted") != NULL);
}

AB_TESTS(AB_TEST(a_rope_that_is_too_short_is_refused),
         AB_TEST(assembling_leads_the_ends_of_a_rope_together), AB_TEST(typed_figures_fit),
         AB_TEST(a_slack_rope_moves_nothing), AB_TEST(assembling_fits_joints_limits_and_ropes),
         AB_TEST(what_joints_do_not_allow_is_said))
