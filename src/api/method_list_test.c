// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// method_list_test.c - what a method cannot do is refused with a place and a way out.

#include <string.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;

// Sets up a box on the ground under a normal law and a simulation block; what it answers.
static abResult set_up(const char *normal, const char *simulation) {
    static char text[1000];
    snprintf(text, sizeof text,
             "abut: 1\nmaterials: {hard: {density: 1000}}\n"
             "pairs: [{materials: [hard, hard], restitution: 0, sliding_friction: 0.3}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: hard}]}\n"
             "  box: {position: [0, 0, 2], shapes: [{box: {size: [1, 1, 1]}, material: hard}]}\n"
             "contacts:\n  - {between: [ground, box], normal: %s}\n"
             "simulation: %s\n",
             normal, simulation);
    abModel *model;
    abSimulation *simulated;
    abResult result = open_fixture(text, (abLog){0}, &model, &simulated, &s_error);
    close_fixture(model, simulated);
    return result;
}

static bool says(const char *words) {
    return strstr(s_error.problems[0].text, words) != NULL;
}

static void events_runs_conditions(void) {
    CHECK(set_up("{law: rigid}", "{method: events}") == AB_OK);
    CHECK(set_up("{law: compliant, compliance: 0}", "{}") == AB_OK);
    CHECK(set_up("{law: compliant, compliance: 1e-6}", "{}") == AB_OK);
}

static void a_step_of_other_methods_is_refused(void) {
    CHECK(set_up("{law: compliant, compliance: 1e-6}", "{step: 0.01}") == AB_BAD_MODEL);
    CHECK(s_error.problems[0].line == 9 && says("step = 0.01 s"));
}

// Each alone changes nothing under the method it stands with.
static void keys_of_other_methods_are_refused(void) {
    static const struct {
        const char *simulation, *words;
    } wrong[] = {
        {"{integrator: rk4}", "integrator = rk4 cannot act under method events"},
        {"{integrator: adaptive}", "method: fixed"},
        {"{method: fixed, step: 0.01, integrator: bdf}", "method: events"},
        {"{method: stepping, step: 0.01, integrator: explicit}", "integrator = explicit"},
        {"{stabilization: none}", "stabilization = none cannot act"},
        {"{contact_distance: 0.1}", "contact_distance = 0.1 m cannot act"},
        {"{contact_speed: 0.1}", "contact_speed = 0.1 m/s"},
        {"{collision_accuracy: 0.1}", "collision_accuracy = 0.1 cannot act"},
        {"{sleep: false}", "sleep = false cannot act under method events"},
        {"{allowed_overlap: 0.1}", "allowed_overlap = 0.1 m"},
        {"{step_control: adaptive}", "method: stepping"},
        {"{hold_joints: speeds}", "hold_joints = speeds cannot act"},
        {"{method: fixed, step: 0.01, max_step: 0.001}", "max_step = 0.001 s cannot act"},
        {"{method: stepping, step: 0.01, impacts: hybrid}", "method: events or fixed"},
        {"{method: stepping, step: 0.01, impact_seed: 3}", "impact_seed = 3 cannot act"},
        {"{impact_seed: 3}", "order_free, which draws nothing"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(set_up("{law: rigid}", wrong[i].simulation) == AB_BAD_MODEL);
        CHECK(s_error.count == 1 && s_error.problems[0].line == 9 && says(wrong[i].words));
    }
    static const char *const right[] = {
        "{integrator: dormand_prince_5, max_step: 0.1}",
        "{impacts: serial_grouped, impact_seed: 3}",
        "{method: fixed, step: 0.01, integrator: heun, stabilization: none, contact_speed: 0.1}",
        "{method: fixed, step: 0.01, contact_distance: 0.1, collision_accuracy: 0.1}",
        "{method: stepping, step: 0.01, sleep: false, allowed_overlap: 0.1, max_step: 0.1}",
        "{contact_distance: 0.01, sleep: true}", // as they are without being named
    };
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        CHECK(set_up("{law: rigid}", right[i]) == AB_OK);
    }
}

static void rigid_bodies_have_no_depth_to_stretch_with(void) {
    CHECK(set_up("{law: rigid}, friction: {law: bristle}", "{step: 0.01}") == AB_BAD_MODEL);
    CHECK(s_error.count == 2 && s_error.problems[0].line == 8 && says("bristle"));
}

static void stepping_wants_a_step_and_a_cone(void) {
    CHECK(set_up("{law: rigid}", "{method: stepping}") == AB_BAD_MODEL);
    CHECK(s_error.problems[0].line == 9 && says("step: 0.001"));
    CHECK(set_up("{law: rigid}", "{method: stepping, step: 0.01}") == AB_OK);
    CHECK(set_up("{law: rigid}, friction: {law: bristle}", "{method: stepping, step: 0.01}") ==
          AB_BAD_MODEL);
    CHECK(s_error.problems[0].line == 8 && says("bristle") && says("coulomb"));
}

static void unknown_methods_are_named(void) {
    CHECK(set_up("{law: compliant, compliance: 1e-6}", "{method: event}") == AB_BAD_MODEL);
    CHECK(says("events"));
}

AB_TESTS(AB_TEST(events_runs_conditions), AB_TEST(a_step_of_other_methods_is_refused),
         AB_TEST(keys_of_other_methods_are_refused),
         AB_TEST(rigid_bodies_have_no_depth_to_stretch_with),
         AB_TEST(stepping_wants_a_step_and_a_cone), AB_TEST(unknown_methods_are_named))
