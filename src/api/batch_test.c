// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// batch_test.c - members of a batch have the bits of single runs, for any number of threads.

#include "abut/batch.h"

#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;

static abModel *read_drop(void) {
    static const char text[] =
        "abut: 1\nmaterials: {m: {youngs_modulus: 1e7, poissons_ratio: 0.3, density: 1000}}\n"
        "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.3}]\n"
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
        "  box: {position: [0, 0, 0.2], shapes: [{box: {size: [0.2, 0.2, 0.2]}, material: m}]}\n"
        "simulation: {end_time: 0.5, tolerance: 1e-6}\n";
    return sound_model(text, &s_error);
}

enum { MEMBERS = 7 };

// Each member is thrown another way.
static void throw_box(abSimulation *s, int i) {
    abBodyState at = ab_simulation_body(s, (abBodyId){2});
    at.velocity = (abVec3){0.3 * i, 0.0, -0.1 * i};
    at.angular_velocity = (abVec3){0.0, 1.0 * i, 0.5};
    CHECK(ab_simulation_set_body(s, (abBodyId){2}, &at, &s_error) == AB_OK);
}

static void run_single(const abModel *model, abBodyState out[MEMBERS]) {
    for (int i = 0; i < MEMBERS; i++) {
        abSimulation *s = simulate_fixture(model, &s_error);
        throw_box(s, i);
        CHECK(ab_simulation_run(s, NULL, &s_error) == AB_OK);
        out[i] = ab_simulation_body(s, (abBodyId){2});
        ab_simulation_destroy(s);
    }
}

static void run_batch(const abModel *model, int threads, abBodyState out[MEMBERS]) {
    abBatch *batch = NULL;
    CHECK(ab_batch_create(model, MEMBERS, threads, ab_heap(), (abLog){0}, &batch, &s_error) ==
          AB_OK);
    for (int i = 0; i < MEMBERS; i++) {
        throw_box(ab_batch_member(batch, i), i);
    }
    for (int k = 1; k <= 5; k++) {
        CHECK(ab_batch_advance(batch, 0.1 * k, &s_error) == AB_OK);
    }
    ab_batch_bodies(batch, (abBodyId){2}, out);
    CHECK(ab_batch_count(batch) == MEMBERS && ab_batch_member(batch, MEMBERS) == NULL);
    ab_batch_destroy(batch);
}

static void members_have_the_bits_of_single_runs(void) {
    static const int threads[] = {1, 2, 4, 16, 0};
    abModel *model = read_drop();
    abBodyState single[MEMBERS], together[MEMBERS];
    run_single(model, single);
    for (int t = 0; t < 5; t++) {
        run_batch(model, threads[t], together);
        CHECK(memcmp(single, together, sizeof single) == 0);
    }
    CHECK(memcmp(&single[0], &single[1], sizeof single[0]) != 0);
    ab_model_destroy(model);
}

static void a_member_that_fails_is_told_and_the_others_go_on(void) {
    abModel *model = read_drop();
    abBatch *batch = NULL;
    ab_error_clear(&s_error);
    CHECK(ab_batch_create(model, 0, 1, ab_heap(), (abLog){0}, &batch, &s_error) == AB_USAGE);
    CHECK(ab_batch_create(model, 3, 2, ab_heap(), (abLog){0}, &batch, &s_error) == AB_OK);
    ab_error_clear(&s_error);
    CHECK(ab_simulation_advance(ab_batch_member(batch, 1), 0.3, &s_error) == AB_OK);
    CHECK(ab_batch_advance(batch, 0.2, &s_error) == AB_USAGE); // it is further already
    CHECK(s_error.count == 1);
    CHECK(ab_simulation_time(ab_batch_member(batch, 0)) == 0.2);
    CHECK(ab_simulation_time(ab_batch_member(batch, 2)) == 0.2);
    ab_batch_destroy(batch);
    ab_batch_destroy(NULL);
    ab_model_destroy(model);
}

AB_TESTS(AB_TEST(members_have_the_bits_of_single_runs),
         AB_TEST(a_member_that_fails_is_told_and_the_others_go_on))
