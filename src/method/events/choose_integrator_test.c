// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// choose_integrator_test.c - trials of the stiff integrator that are cut short are not begun again at
// once.

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "core/simulation_state.h"
#include "method/events/choose_integrator.h"
#include "method/events/events.h"

// A ball of steel that slides on steel: its contact is stiff for as long as it runs.
static const char s_ball[] =
    "abut: 1\n"
    "gravity: [0, 0, -9.81]\n"
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
    "pairs: [{materials: [steel, steel], restitution: 0.5}]\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
    "  ball: {position: [0, 0, 0.01], velocity: [0.1, 0, 0], shapes: [{sphere: {radius: 0.01},"
    " material: steel}]}\n"
    "contacts: [{between: [all, all], normal: hunt_crossley, friction: none}]\n"
    "simulation: {method: events, end_time: 1, output_interval: 1, tolerance: 1.0e-5}\n";

typedef struct Cuts {
    bool is_on;
    int count;
} Cuts;

// As a change of contact would, in the first steps of a trial.
static abResult cut_trial(void *context, abSimulation *s, double time, abError *error) {
    (void)time;
    Cuts *cuts = context;
    const abIntegration *integration = &((const abEvents *)s->own)->integration;
    if (integration->use != AB_USE_STIFF || integration->shared_steps > 3) {
        return AB_OK;
    }
    cuts->count++;
    return cuts->is_on ? ab_run_restart(s, 0.0, error) : AB_OK;
}

static void run(Cuts *cuts) {
    static abError error;
    const abObserver observer = {.context = cuts, .step = cut_trial};
    CHECK(run_fixture(s_ball, &observer, NULL, &error) == AB_OK);
}

// Where each begins at once after the last, there are more than a thousand.
static void trials_that_are_cut_short_become_rare(void) {
    Cuts none = {.is_on = false}, always = {.is_on = true};
    run(&none);
    run(&always);
    CHECK(none.count > 0 && always.count > 0);
    CHECK(always.count < 30);
}

AB_TESTS(AB_TEST(trials_that_are_cut_short_become_rare))
