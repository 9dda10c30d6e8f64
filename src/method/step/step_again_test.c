// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_again_test.c - steps that adapt are solved a second time only for forces that depend on
// velocities otherwise than their rows say.

#include <stdio.h>

#include "base/check.h"
#include "base/model_fixture.h"
#include "core/simulation_state.h"
#include "method/steps/steps.h"

static abError s_error;

typedef struct Work {
    double tries, solutions;
} Work;

// A box slides over the ground under a force.
static Work run(const char *force) {
    static char text[1200];
    Work work = {0.0, 0.0};
    abModel *model = NULL;
    abSimulation *running = NULL;
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\n"
             "materials: {m: {density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.2}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  box: {position: [0, 0, 0.1], velocity: [2, 0, 0], shapes: [{box: {size: [0.2, 0.2, "
             "0.2]}, material: m}]}\n"
             "forces: [{%s}]\n"
             "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: coulomb}}]\n"
             "simulation: {method: stepping, end_time: 0.3, step: 0.01, step_control: adaptive}\n",
             force);
    bool is_done = open_fixture(text, (abLog){0}, &model, &running, &s_error) == AB_OK &&
                   ab_simulation_run(running, NULL, &s_error) == AB_OK;
    CHECK(is_done);
    if (!is_done) {
        printf("%s\n", "it did not run");
        return work;
    }
    const abStepping *stepping = running->stepping;
    work.tries = (double)(stepping->taken + stepping->rejected);
    work.solutions = (double)stepping->step.solutions;
    close_fixture(model, running);
    return work;
}

static void what_rows_say_is_solved_once(void) {
    static const char *const forces[2] = {
        "type: applied, between: [world, box], fx: \"40 * sin(9 * t)\"",
        "type: drag, between: [world, box], damping: 7, rotational_damping: 0.1"};
    for (int i = 0; i < 2; i++) {
        Work work = run(forces[i]);
        printf("%.0f tries, %.0f solutions\n", work.tries, work.solutions);
        CHECK(work.tries > 5.0 && work.solutions == work.tries);
    }
}

static void a_square_of_the_speed_is_solved_twice(void) {
    Work work = run("type: applied, between: [world, box], fx: \"-3 * VX(box) * abs(VX(box))\"");
    CHECK(work.tries > 5.0 && work.solutions > 1.5 * work.tries);
}

AB_TESTS(AB_TEST(what_rows_say_is_solved_once), AB_TEST(a_square_of_the_speed_is_solved_twice))
