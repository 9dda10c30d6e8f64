// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense_book_test.c - what contacts store goes over from events to implicit steps and back: what
// their laws store stays, and what states of friction store is lost by sliding, as the book says.
// What has states rubs in these steps, too.

#include <stdlib.h>
#include <string.h>

#include "abut/read.h"
#include "base/check.h"
#include "core/energy_book.h"
#include "core/run_fixture.h"
#include "mechanics/state/place.h"
#include "method/events/dense_steps.h"
#include "method/events/events.h"
#include "method/steps/steps.h"

static abError s_error;

#define BLOCK                                                                                      \
    "  block: {position: [0, 0, 0.0501], angular_velocity: [0.3, 0.1, 0], "                        \
    "shapes: [{box: {size: [0.2, 0.1, 0.1]}, material: m}]}\n"

static const char s_block[] = BLOCK;
static const char s_block_and_plate[] =
    BLOCK "  plate: {position: [0, 1, 0.0175], velocity: [1, 0, 0], "
          "shapes: [{box: {size: [0.2, 0.2, 0.02]}, material: m}]}\n";

// Rims cut rims there.
static const char s_discs[] =
    "  low: {position: [0, 0, 0.0501], shapes: [{cylinder: {radius: 0.1, length: 0.1}, "
    "material: m}]}\n"
    "  high: {position: [0.03, 0.01, 0.1503], angular_velocity: [0.3, 0.1, 0], "
    "shapes: [{cylinder: {radius: 0.1, length: 0.1}, material: m}]}\n";

// Blocks that stand on a table, pulled along so that friction holds them, or a little too hard.
static abSimulation *make(abModel **model, const char *blocks, const char *friction, double pull) {
    static char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [%g, 0, -9.81]\n"
             "materials: {m: {youngs_modulus: 1e7, poissons_ratio: 0.3, density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.5}]\nbodies:\n"
             "  table: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n%s"
             "contacts: [{between: [all, all], normal: {law: hunt_crossley, stiffness: 1e6}, "
             "friction: {law: %s}}]\n"
             "simulation: {method: events, end_time: 1, output_interval: 0.1, tolerance: 1e-9}\n",
             pull, blocks, friction);
    ab_error_clear(&s_error);
    abSimulation *s = NULL;
    if (ab_model_read_text(text, strlen(text), NULL, NULL, 0, ab_heap(), (abLog){0}, model,
                           &s_error) != AB_OK ||
        ab_simulation_create(*model, NULL, ab_heap(), (abLog){0}, &s, &s_error) != AB_OK) {
        printf("%s\n", s_error.problems[0].text);
        exit(1);
    }
    return s;
}

static double balance(abSimulation *s) {
    return ab_run_balance(s, s->t, s->y);
}

static void check_book(const char *friction, double pull) {
    abModel *model;
    abSimulation *s = make(&model, s_block, friction, pull);
    const double instants[] = {0.03, 0.07, 0.2, 0.31};
    double start = balance(s);
    for (size_t i = 0; i < sizeof instants / sizeof *instants; i++) {
        CHECK(ab_simulation_advance(s, instants[i], &s_error) == AB_OK);
        abEnergyBook book = ab_simulation_energy(s);
        CHECK(book.contacts > 1e-4); // there is something to hand over
        CHECK_NEAR(balance(s), start, 1e-6, book.contacts);
        bool has_entered;
        CHECK(ab_dense_enter(s, &has_entered, &s_error) == AB_OK && has_entered);
        CHECK(ab_dense_step(s, NULL, &s_error) == AB_OK);
        ab_stepping_list_pairs(s);
        CHECK_NEAR(balance(s), start, 1e-6, book.contacts);
    }
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

static void stores_are_handed_over(void) {
    check_book("bristle", 2.0);
    check_book("bristle", 5.5);
    check_book("mindlin", 2.0);
}

// However much the step finds that its points would store.
static void a_patch_stores_what_it_did(void) {
    abModel *model;
    abSimulation *s = make(&model, s_discs, "none", 0.0);
    for (int i = 0; i < 10; i++) {
        CHECK(ab_simulation_advance(s, 0.02 + 0.007 * i, &s_error) == AB_OK);
        if (((abEvents *)s->own)->dense.is_on) { // enters with what events have
            CHECK(ab_dense_leave(s, NULL, &s_error) == AB_OK);
        }
        double before = balance(s);
        abEnergyBook book = ab_simulation_energy(s);
        bool has_entered;
        CHECK(ab_dense_enter(s, &has_entered, &s_error) == AB_OK && has_entered);
        CHECK(ab_dense_step(s, NULL, &s_error) == AB_OK);
        ab_stepping_list_pairs(s);
        CHECK_NEAR(balance(s), before, 1e-9, book.contacts + book.kinetic);
    }
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

// A plate that comes down and slides while implicit steps go on: its contact never had any states.
static void check_sliding(const char *friction) {
    abModel *model;
    abSimulation *s = make(&model, s_block_and_plate, friction, 0.0);
    const abObserver none = {0};
    const double start = balance(s);
    bool has_entered;
    CHECK(ab_simulation_advance(s, 0.03, &s_error) == AB_OK);
    if (ab_dense_enter(s, &has_entered, &s_error) != AB_OK || !has_entered) {
        printf("no implicit step\n");
        exit(1);
    }
    abDense *dense = &((abEvents *)s->own)->dense;
    for (int i = 0; i < 50000 && s->t < 0.1; i++) {
        dense->pause = 1 << 20; // what rests or bounces evenly does not end them
        CHECK(ab_dense_step(s, &none, &s_error) == AB_OK);
    }
    ab_stepping_list_pairs(s);
    ab_mechanics_place(&s->dynamics.mechanics, s->t, s->y);
    abVec3 v = s->dynamics.mechanics.bodies[2].v;
    // by the impulses of its weight and of the speed that they have given it
    CHECK_NEAR(v.x, 1.0 - 0.5 * (9.81 * s->t + v.z), 1e-4, 1.0);
    CHECK_NEAR(balance(s), start, 1e-4, s->statistics.energy_scale);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

static void what_has_states_rubs(void) {
    check_sliding("bristle");
    check_sliding("mindlin");
    check_sliding("regularized");
}

// A tower whose bodies fall by micrometres, all but touching where the implicit steps begin. The lowest
// place of a disc runs around its rim, so the step finds its depth at its start by another place than it
// is at: it had stored what nobody put there.
static void what_does_not_touch_stores_nothing(void) {
    static const char text[] =
        "abut: 1\ngravity: [0, 0, -9.81]\n"
        "materials: {m: {youngs_modulus: 1e10, poissons_ratio: 0.3, density: 700}}\n"
        "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.3}]\nbodies:\n"
        "  ground: {mobility: fixed, shapes: [{box: {size: [40, 40, 1]}, material: m, "
        "position: [0, 0, -0.5]}]}\n"
        "  b0: {position: [0.002314719, 0.000481151, 0.027406703], "
        "shapes: [{cylinder: {radius: 0.05, length: 0.054803407}, material: m}]}\n"
        "  b1: {position: [-0.001132302, -0.002223038, 0.090898033], "
        "shapes: [{cylinder: {radius: 0.05, length: 0.072169254}, material: m}]}\n"
        "  b2: {position: [0.003525733, -0.004716554, 0.165633803], "
        "shapes: [{box: {size: [0.1, 0.1, 0.077292285]}, material: m}]}\n"
        "  b3: {position: [0.00175972, 0.004434555, 0.226467526], "
        "shapes: [{cylinder: {radius: 0.05, length: 0.044365162}, material: m}]}\n"
        "  b4: {position: [-0.001327906, 0.002856789, 0.274177883], "
        "shapes: [{cylinder: {radius: 0.05, length: 0.05104555}, material: m}]}\n"
        "  b5: {position: [0.002642794, -0.004705264, 0.346946603], "
        "shapes: [{box: {size: [0.1, 0.1, 0.09448189]}, material: m}]}\n"
        "  b6: {position: [-0.000298779, 0.004066434, 0.442556029], "
        "shapes: [{box: {size: [0.1, 0.1, 0.096726963]}, material: m}]}\n"
        "  b7: {position: [-0.0032514, 0.004862036, 0.540405751], "
        "shapes: [{box: {size: [0.1, 0.1, 0.098962482]}, material: m}]}\n"
        "contacts: [{between: [all, all], normal: {law: elastic}, friction: {law: "
        "dynamic_only}}]\n"
        "simulation: {method: events, end_time: 2, output_interval: 0.01, tolerance: 1e-5}\n";
    abStatistics statistics = {0};
    CHECK(run_fixture(text, NULL, &statistics, &s_error) == AB_OK);
    CHECK(statistics.dense_steps > 0);
    CHECK(statistics.energy_drift < 1e-5 * statistics.energy_scale);
}

AB_TESTS(AB_TEST(stores_are_handed_over), AB_TEST(a_patch_stores_what_it_did),
         AB_TEST(what_has_states_rubs), AB_TEST(what_does_not_touch_stores_nothing))
