// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stick_joints_test.c - the joints of bodies that stick are opened and factorised once in an
// evaluation, however many points stick.

#include <stdio.h>

#include "base/check.h"
#include "base/model_fixture.h"
#include "core/simulation_state.h"
#include "mechanics/joint/joint_solver.h"

// Discs in a row on a ramp of 0.2 rad in the plane, held by friction and by rods between them, the
// last one hung on the world. A force comes and goes.
static const char s_row[] =
    "abut: 1\ngravity: [1.95, -9.61, 0]\n"
    "materials: {m: {density: 1000}}\n"
    "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.8}]\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{outline: {form: block, width: 4, height: 1, thickness: "
    "0.1}, position: [0, -0.5, 0], material: m}]}\n"
    "  a: {position: [0, 0.1, 0], mobility: planar, shapes: [{outline: {form: block, width: 0.2, "
    "height: 0.2, thickness: 0.1}, material: m}]}\n"
    "  b: {position: [0.4, 0.1, 0], mobility: planar, shapes: [{outline: {form: block, width: 0.2, "
    "height: 0.2, thickness: 0.1}, material: m}]}\n"
    "  c: {position: [0.8, 0.1, 0], mobility: planar, shapes: [{outline: {form: block, width: 0.2, "
    "height: 0.2, thickness: 0.1}, material: m}]}\n"
    "joints:\n"
    "  - {type: distance, between: [a, b], position: [0, 0, 0], position_b: [0, 0, 0]}\n"
    "  - {type: distance, between: [b, c], position: [0, 0, 0], position_b: [0, 0, 0]}\n"
    "forces: [{type: applied, between: [world, c], fx: \"3 * sin(20 * t)\"}]\n"
    "contacts: [{between: [all, all], normal: {law: hunt_crossley, stiffness: 1e6, damping: 0.3}, "
    "friction: {law: coulomb}}]\n"
    "simulation: {method: events, end_time: 0.3}\n";

static void joints_are_factorised_once(void) {
    static abError error;
    abModel *model = NULL;
    abSimulation *running = NULL;
    CHECK(open_fixture(s_row, (abLog){0}, &model, &running, &error) == AB_OK);
    CHECK(ab_simulation_run(running, NULL, &error) == AB_OK);
    const abStatistics *statistics = ab_simulation_statistics(running);
    double evaluations = (double)statistics->evaluations;
    double factored = (double)running->dynamics.mechanics.joints->tree.factored;
    printf("%.0f evaluations, %.0f factorisations, %.0f steps, %zu tangential states\n",
           evaluations, factored, (double)statistics->steps,
           running->dynamics.tangential_states.count);
    CHECK(running->dynamics.tangential_states.count >= 3);
    CHECK(factored < 1.5 * evaluations); // projections at the ends of steps factorise, too
    CHECK(ab_simulation_body(running, (abBodyId){4}).position.x < 0.801);
    close_fixture(model, running);
}

AB_TESTS(AB_TEST(joints_are_factorised_once))
