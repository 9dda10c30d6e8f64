// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "base/model_fixture.h"

static const char s_text[] =
    "abut: 1\n"
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
    "pairs: [{materials: [steel, steel], restitution: 0.8, sliding_friction: 0.3}]\n"
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
    "  ball: {position: [0, 0, 1], velocity: [1, 0, 0], mass: 2, inertia: [0.1, 0.1, 0.1],\n"
    "         shapes: [{sphere: {radius: 0.1}, material: steel}]}\n"
    "simulation: {end_time: 0.4, output_interval: 0.01, tolerance: 1.0e-9}\n";

static abError s_error;

static abModel *read_model(const abOverride *overrides, int count) {
    abModel *model = NULL;
    ab_error_clear(&s_error);
    CHECK(ab_model_read_text(s_text, sizeof s_text - 1, "test.yaml", overrides, count, ab_heap(),
                             (abLog){0}, &model, &s_error) == AB_OK);
    return model;
}

static abResult stop_at(void *context, abSimulation *simulation, double time, abError *error) {
    (void)simulation;
    (void)error;
    return time >= *(const double *)context ? AB_STOPPED : AB_OK;
}

static void run_until(abSimulation *simulation, double time) {
    abObserver observer = {.context = &time, .step = stop_at};
    abResult result = ab_simulation_run(simulation, &observer, &s_error);
    CHECK(result == AB_OK || result == AB_STOPPED);
}

static double balance(abSimulation *simulation) {
    abEnergyBook book = ab_simulation_energy(simulation);
    return ab_energy_balance(&book);
}

static void an_impulse_changes_velocities_and_is_work(void) {
    abModel *model = read_model(NULL, 0);
    abSimulation *s = simulate_fixture(model, &s_error);
    abBodyId ball = ab_model_find_body(model, "ball");
    run_until(s, 0.1);
    abBodyState before = ab_simulation_body(s, ball);
    double balance_before = balance(s);
    CHECK(ab_simulation_push(s, ball, (abVec3){0, 0.1, 0}, (abVec3){3, 0, 1}, &s_error) == AB_OK);
    abBodyState after = ab_simulation_body(s, ball);
    // dv = J / m, dw = r x J / I
    CHECK_NEAR(after.velocity.x - before.velocity.x, 1.5, 1e-14, 1.0);
    CHECK_NEAR(after.velocity.z - before.velocity.z, 0.5, 1e-14, 1.0);
    CHECK_NEAR(after.angular_velocity.x, 0.1 * 1.0 / 0.1, 1e-14, 1.0);
    CHECK_NEAR(after.angular_velocity.z, -0.1 * 3.0 / 0.1, 1e-14, 3.0);
    CHECK_NEAR(balance(s), balance_before, 1e-13, 20.0);
    CHECK(ab_simulation_push(s, ab_model_find_body(model, "ground"), (abVec3){0, 0, 0},
                             (abVec3){1, 0, 0}, &s_error) == AB_USAGE);
    close_fixture(model, s);
}

// Without gravity at the target: m x'' = -k x - c x' from rest at x = -1.
static void a_pull_is_a_damped_spring(void) {
    const abOverride overrides[] = {{"gravity", "[0, 0, 0]"},
                                    {"bodies.ball.velocity", "[0, 0, 0]"}};
    abModel *model = read_model(overrides, 2);
    abSimulation *s = simulate_fixture(model, &s_error);
    abBodyId ball = ab_model_find_body(model, "ball");
    const double m = 2.0, k = 200.0, c = 10.0, T = 0.3;
    abPull pull = {.body = ball, .to = {1, 0, 1}, .stiffness = k, .damping = c};
    CHECK(ab_simulation_pull(s, &pull, &s_error) == AB_OK);
    run_until(s, T);
    double t = ab_simulation_time(s), b = 0.5 * c / m, w = sqrt(k / m - b * b);
    double x = 1.0 - exp(-b * t) * (cos(w * t) + b / w * sin(w * t));
    CHECK_NEAR(ab_simulation_body(s, ball).position.x, x, 1e-8, 1.0); // tolerance 1e-9
    CHECK(ab_simulation_pull(s, NULL, &s_error) == AB_OK);
    double v = ab_simulation_body(s, ball).velocity.x;
    run_until(s, 0.4);
    CHECK_NEAR(ab_simulation_body(s, ball).velocity.x, v, 1e-12, 1.0);
    pull.stiffness = NAN;
    CHECK(ab_simulation_pull(s, &pull, &s_error) == AB_USAGE);
    close_fixture(model, s);
}

static void the_same_values_change_nothing(void) {
    abModel *model = read_model(NULL, 0), *twin = read_model(NULL, 0);
    abSimulation *s = simulate_fixture(model, &s_error), *next = simulate_fixture(twin, &s_error);
    run_until(s, 0.1);
    double time = ab_simulation_time(s);
    CHECK(ab_simulation_take_over(next, s, &s_error) == AB_OK);
    abBodyId ball = ab_model_find_body(model, "ball");
    abBodyState a = ab_simulation_body(s, ball), b = ab_simulation_body(next, ball);
    CHECK(ab_simulation_time(next) == time && memcmp(&a, &b, sizeof a) == 0);
    ab_simulation_destroy(s);
    close_fixture(twin, next);
    ab_model_destroy(model);
}

static void other_values_act_from_then_on(void) {
    const abOverride up = {"gravity", "[0, 0, 10]"};
    abModel *model = read_model(NULL, 0), *other = read_model(&up, 1);
    abSimulation *s = simulate_fixture(model, &s_error), *next = simulate_fixture(other, &s_error);
    run_until(s, 0.1);
    double t0 = ab_simulation_time(s);
    abBodyId ball = ab_model_find_body(model, "ball");
    abBodyState at = ab_simulation_body(s, ball);
    CHECK(ab_simulation_take_over(next, s, &s_error) == AB_OK);
    double start = balance(next);
    run_until(next, 0.2);
    double t = ab_simulation_time(next) - t0;
    abBodyState now = ab_simulation_body(next, ball);
    CHECK_NEAR(now.position.z, at.position.z + at.velocity.z * t + 5.0 * t * t, 1e-12, 1.0);
    CHECK_NEAR(balance(next), start, 1e-9, 20.0);
    CHECK(ab_simulation_statistics(next)->energy_drift < 1e-7); // the jump is not drift
    ab_simulation_destroy(s);
    close_fixture(other, next);
    ab_model_destroy(model);
}

// CVODE keeps a history that cannot be saved between its steps.
static void an_integrator_with_a_history_lets_go_of_it(void) {
    const abOverride adams[] = {{"simulation.integrator", "adams"},
                                {"bodies.ball.position", "[0, 0, 10]"}};
    abModel *model = read_model(adams, 2), *twin = read_model(adams, 2);
    abSimulation *s = simulate_fixture(model, &s_error), *next = NULL;
    ab_error_clear(&s_error);
    if (s != NULL) { // else a build without CVODE
        next = simulate_fixture(twin, &s_error);
        run_until(s, 0.1);
        CHECK(ab_simulation_take_over(next, s, &s_error) == AB_OK);
        run_until(next, 0.4);
        double z = ab_simulation_body(next, ab_model_find_body(twin, "ball")).position.z;
        CHECK_NEAR(z, 10.0 - 0.5 * 9.81 * 0.4 * 0.4, 1e-8, 10.0);
    }
    ab_simulation_destroy(s);
    close_fixture(twin, next);
    ab_model_destroy(model);
}

static void models_with_other_parts_are_refused(void) {
    const abOverride interval = {"simulation.output_interval", "0.02"};
    const abOverride planar = {"bodies.ball.mobility", "planar"};
    const abOverride *overrides[] = {&interval, &planar};
    for (int i = 0; i < 2; i++) {
        abModel *model = read_model(NULL, 0), *other = read_model(overrides[i], 1);
        abSimulation *s = simulate_fixture(model, &s_error),
                     *next = simulate_fixture(other, &s_error);
        run_until(s, 0.1);
        CHECK(ab_simulation_take_over(next, s, &s_error) != AB_OK);
        ab_simulation_destroy(s);
        close_fixture(other, next);
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(an_impulse_changes_velocities_and_is_work), AB_TEST(a_pull_is_a_damped_spring),
         AB_TEST(the_same_values_change_nothing), AB_TEST(other_values_act_from_then_on),
         AB_TEST(an_integrator_with_a_history_lets_go_of_it),
         AB_TEST(models_with_other_parts_are_refused))
