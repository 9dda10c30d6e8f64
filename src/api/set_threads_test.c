// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// set_threads_test.c - a run by several threads has the bits of a run by one.

#include "abut/simulation.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/model_fixture.h"
#include "base/random_fixture.h"
#include "base/text.h"
#include "method/steps/steps.h"

enum { THREADS = 4, SHARED = 1000 }; // contacts that are shared by threads
#if defined __SANITIZE_THREAD__ || defined __SANITIZE_ADDRESS__
enum { BALLS = 1200 }; // each access costs up to a hundred times as much
#else
enum { BALLS = 8000 };
#endif

static abError s_error;

static void begin_text(abText *text, double step) {
    ab_text_init(text, ab_heap());
    ab_text_add(text,
                "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1000}}\n"
                "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.4}]\n"
                "contacts: [{between: ['*', '*'], normal: {law: rigid}}]\n"
                "simulation: {method: stepping, step: %g, end_time: 1, tolerance: 1e-2}\n"
                "bodies:\n  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n",
                step);
}

// `count` bodies on a square grid with `side` of them along x and y, that touch each other or nearly so.
static void add_grid(abText *text, int side, int count, const char *const *shapes, int kinds) {
    uint32_t seed = 3;
    for (int k = 0; k < count; k++) {
        double at[3] = {0.1 * (k % side), 0.1 * (k / side % side), 0.05 + 0.1 * (k / side / side)};
        for (int i = 0; i < 3; i++) {
            at[i] += random_between(&seed, -5e-4, 5e-4);
        }
        ab_text_add(text, "  b%d: {position: [%.17g, %.17g, %.17g], shapes: [{%s, material: m}]}\n",
                    k, at[0], at[1], at[2], shapes[k % kinds]);
    }
}

// The state after some steps.
static uint64_t run(const abModel *model, int threads, int steps, bool is_shared) {
    abSimulation *s = simulate_fixture(model, &s_error);
    must_be_ok(ab_simulation_set_threads(s, threads, &s_error), &s_error);
    for (int i = 0; i < steps; i++) {
        must_be_ok(ab_simulation_step(s, &s_error), &s_error);
    }
    int shared = s->stepping->step.workspace.rows.schedule.count;
    CHECK(threads > 1 && is_shared ? shared >= SHARED : shared == 0);
    int count = ab_simulation_state(s, NULL, 0);
    double *state = malloc((size_t)count * sizeof *state);
    CHECK(state != NULL);
    ab_simulation_state(s, state, count);
    uint64_t hash = ab_hash_bytes(AB_HASH_START, state, (size_t)count * sizeof *state);
    free(state);
    ab_simulation_destroy(s);
    return hash;
}

static void compare(abText *text, int steps, bool is_shared) {
    abModel *model = sound_model(ab_text_string(text), &s_error);
    uint64_t alone = run(model, 1, steps, is_shared);
    for (int threads = 2; threads <= THREADS; threads++) {
        CHECK(run(model, threads, steps, is_shared) == alone);
    }
    ab_model_destroy(model);
    ab_text_done(text);
}

static const char *const s_ball[] = {"sphere: {radius: 0.05}"};
static const char *const s_mixed[] = {"sphere: {radius: 0.05}", "box: {size: [0.1, 0.1, 0.1]}",
                                      "capsule: {radius: 0.04, length: 0.02}",
                                      "cylinder: {radius: 0.05, length: 0.1}",
                                      "ellipsoid: {semi_axes: [0.05, 0.045, 0.05]}"};

static void eight_thousand_balls_have_the_bits_of_one_thread(void) {
    abText text;
    begin_text(&text, 0.005);
    add_grid(&text, BALLS > 4000 ? 20 : 10, BALLS, s_ball, 1);
    compare(&text, 1, true);
}

static void a_mixed_pile_has_them(void) {
    abText text;
    begin_text(&text, 0.005);
    add_grid(&text, 11, 700, s_mixed, 5);
    compare(&text, 3, true);
}

// A chain and a spring beside it are an island of their own.
static void a_pile_beside_joints_and_force_elements_has_them(void) {
    abText text;
    begin_text(&text, 0.005);
    add_grid(&text, 10, 600, s_mixed, 2);
    ab_text_add(&text,
                "  arm: {position: [3, 0, 2], shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
                "  end: {position: [3.5, 0, 2], shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
                "joints:\n  - {type: revolute, between: [world, arm], position: [2.5, 0, 2], axis: "
                "[0, 1, 0]}\n"
                "forces:\n  - {type: spring, between: [arm, end], stiffness: 500, length: 0.4}\n");
    compare(&text, 3, true);
}

// Links and contacts in one island are swept by one thread.
static void a_pile_held_by_joints_has_them(void) {
    abText text;
    begin_text(&text, 0.005);
    add_grid(&text, 10, 600, s_mixed, 2);
    ab_text_add(&text, "joints:\n  - {type: spherical, between: [b0, b1]}\n");
    compare(&text, 2, false);
}

static void a_change_in_the_middle_of_a_run_keeps_the_threads(void) {
    abText text;
    uint64_t hash[2];
    begin_text(&text, 0.005);
    add_grid(&text, 10, 600, s_ball, 1);
    abModel *model = sound_model(ab_text_string(&text), &s_error);
    for (int i = 0; i < 2; i++) {
        abSimulation *s = simulate_fixture(model, &s_error);
        must_be_ok(ab_simulation_set_threads(s, 1 + 2 * i, &s_error), &s_error);
        must_be_ok(ab_simulation_step(s, &s_error), &s_error);
        must_be_ok(ab_simulation_set_value(s, "simulation.step", "0.004", &s_error), &s_error);
        must_be_ok(ab_simulation_step(s, &s_error), &s_error);
        CHECK(ab_thread_pool_size(s->dynamics.mechanics.threads) == 1 + 2 * i);
        must_be_ok(ab_simulation_set_threads(s, 2 - i, &s_error), &s_error);
        must_be_ok(ab_simulation_step(s, &s_error), &s_error);
        abBodyState state = ab_simulation_body(s, ab_model_find_body(model, "b300"));
        hash[i] = ab_hash_bytes(AB_HASH_START, &state, sizeof state);
        ab_simulation_destroy(s);
    }
    CHECK(hash[0] == hash[1]);
    ab_model_destroy(model);
    ab_text_done(&text);
}

static void numbers_of_threads_out_of_range_are_refused(void) {
    abText text;
    begin_text(&text, 0.01);
    abModel *model = sound_model(ab_text_string(&text), &s_error);
    abSimulation *s = simulate_fixture(model, &s_error);
    CHECK(ab_simulation_set_threads(s, -1, &s_error) == AB_USAGE);
    CHECK(ab_simulation_set_threads(s, 65, &s_error) == AB_USAGE);
    CHECK(ab_simulation_set_threads(s, 0, &s_error) == AB_OK);
    CHECK(ab_thread_pool_size(s->dynamics.mechanics.threads) >= 1);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
    ab_text_done(&text);
}

AB_TESTS(AB_TEST(eight_thousand_balls_have_the_bits_of_one_thread), AB_TEST(a_mixed_pile_has_them),
         AB_TEST(a_pile_beside_joints_and_force_elements_has_them),
         AB_TEST(a_pile_held_by_joints_has_them),
         AB_TEST(a_change_in_the_middle_of_a_run_keeps_the_threads),
         AB_TEST(numbers_of_threads_out_of_range_are_refused))
