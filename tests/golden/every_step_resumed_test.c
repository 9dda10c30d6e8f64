// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// every_step_resumed_test.c - a checkpoint holds all that the next step depends on (every_step.h).

#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "every_step.h"

static void each_step_goes_on(const char *text, int least) {
    abModel *model = NULL;
    EveryStep found;
    abError error;
    ab_error_clear(&error);
    CHECK(ab_model_read_text(text, strlen(text), "test.yaml", NULL, 0, ab_heap(), (abLog){0},
                             &model, &error) == AB_OK);
    CHECK(every_step_resumed(model, &found, &error) == AB_OK);
    CHECK(found.steps >= least);
    CHECK(found.others == 0);
    CHECK(!found.is_changed_by_save);
    ab_model_destroy(model);
}

#define WOOD                                                                                       \
    "abut: 1\ngravity: [0, 0, -9.81]\n"                                                            \
    "materials: {m: {youngs_modulus: 1e10, poissons_ratio: 0.3, density: 700}}\n"                  \
    "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.1}]\n"                      \
    "bodies:\n"                                                                                    \
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"

// Bushings and ropes are rows of a step only where they are stiff enough in it, and ropes while they
// are taut. A row that comes back begins without an impulse: what it had long ago was in no checkpoint.
static void rows_of_force_elements_come_and_go(void) {
    each_step_goes_on(
        WOOD
        "  a: {position: [0, 0.0014, 0.0172], velocity: [-0.11, -0.04, -0.04], shapes: [{sphere: "
        "{radius: 0.003}, material: m}]}\n"
        "  b: {position: [0.013, 0.0001, 0.0156], velocity: [-0.03, 0.02, 0.04], shapes: "
        "[{ellipsoid: {semi_axes: [0.0024, 0.0025, 0.0019]}, material: m}]}\n"
        "  c: {position: [0.026, 0.0011, 0.0182], velocity: [-0.12, -0.15, 0.08], shapes: "
        "[{sphere: {radius: 0.002}, material: m}]}\n"
        "forces:\n"
        "  - {type: bushing, between: [a, b], stiffness: [2.75, 2.75, 2.75], damping: [0.015, "
        "0.015, 0.015], torsional_stiffness: [6.9e-5, 6.9e-5, 6.9e-5], torsional_damping: [3.8e-7, "
        "3.8e-7, 3.8e-7]}\n"
        "  - {type: rope, between: [b, c], length: 0.016, stiffness: 3.6, damping: 0.0015}\n"
        "contacts: [{between: [all, all], normal: {law: hunt_crossley, stiffness: 2.9e7}, "
        "friction: none}]\n"
        "simulation: {method: stepping, end_time: 0.4, step: 0.0004}\n",
        1000);
}

#define BALL(name, x, z, v)                                                                        \
    "  " name ": {position: [" x ", 0, " z "], velocity: [" v                                      \
    ", 0, 0], shapes: [{sphere: {radius: 0.05}, material: m}]}\n"

// Whether located events get on is told by the work they take, in evaluations and distances. The first
// slope of a resumed step, which an unbroken run has from the step before, is no work of it.
static void work_is_that_of_an_unbroken_run(void) {
    each_step_goes_on(
        WOOD "  ball: {position: [0, 0, 0.04995], velocity: [1, 0.3, 0], shapes: [{sphere: "
             "{radius: 0.05}, material: m}]}\n"
             "contacts: [{between: [all, all], normal: {law: hunt_crossley, stiffness: "
             "1e7, damping: 0.3}, friction: coulomb}]\n"
             "simulation: {end_time: 0.3, integrator: explicit}\n",
        100);
}

// Nor are looks at what is near at an event.
static void looks_at_events_are_no_work(void) {
    each_step_goes_on(WOOD BALL("a", "0", "0.06", "0.5") BALL("b", "0.11", "0.075", "-0.5")
                          BALL("c", "0.2101", "0.06", "-1") BALL("d", "0.105", "0.18", "0.1")
                              BALL("e", "0.22", "0.17",
                                   "-0.3") "contacts: [{between: [all, all], normal: {law: "
                                           "hunt_crossley, stiffness: 1e7}, friction: none}]\n"
                                           "simulation: {end_time: 0.3, integrator: explicit}\n",
                      500);
}

AB_TESTS(AB_TEST(looks_at_events_are_no_work), AB_TEST(rows_of_force_elements_come_and_go),
         AB_TEST(work_is_that_of_an_unbroken_run))
