// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense_energy_test.c - what laws store and take in implicit steps within events: without losses
// nothing is won or lost, where events go on either, and what a law took does not come back.

#include <stdlib.h>

#include "base/check.h"
#include "core/energy_book.h"
#include "core/run_fixture.h"
#include "mechanics/state/place.h"
#include "method/events/dense_steps.h"
#include "method/events/events.h"
#include "method/steps/steps.h"

static abError s_error;

static const char s_tower[] =
    "  low: {position: [0, 0, 0.06], shapes: [{box: {size: [0.2, 0.2, 0.12]}, material: m}]}\n"
    "  high: {position: [0.01, 0.005, 0.20001], shapes: [{cylinder: {radius: 0.1, length: 0.16}, "
    "material: m}]}\n";

// It lands on its rim, turns over and rattles on its ring.
static const char s_ring[] =
    "  ring: {position: [0, 0, 0.003777438], orientation: [0.271593658, 0.060898578, 0.351691788, "
    "0.893779131], "
    "shapes: [{torus: {ring_radius: 0.0026222, tube_radius: 0.00097536}, material: m}]}\n";

static abSimulation *make(abModel **model, const char *bodies, const char *laws,
                          const char *options) {
    static char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\n"
             "materials: {m: {youngs_modulus: 1e10, poissons_ratio: 0.3, density: 700}}\n"
             "pairs: [{materials: [m, m], restitution: 0.3, sliding_friction: 0.64}]\nbodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n%s"
             "contacts: [{between: [all, all], %s}]\n"
             "simulation: {method: events, end_time: 1, output_interval: 0.1, %s}\n",
             bodies, laws, options);
    abSimulation *s = NULL;
    if (open_fixture(text, (abLog){0}, model, &s, &s_error) != AB_OK) {
        printf("%s\n", s_error.problems[0].text);
        exit(1);
    }
    return s;
}

// At the end of a step, be it of either kind.
static abEnergyBook energy_of(abSimulation *s) {
    if (ab_is_dense(s)) {
        ab_stepping_list_pairs(s);
    }
    ab_mechanics_place(&s->dynamics.mechanics, s->t, s->y);
    return ab_run_energy(s, s->t, s->y);
}

static double mechanical(const abEnergyBook *book) {
    return book->kinetic + book->gravity + book->contacts;
}

// A cylinder that bounces on a box without losses, by implicit steps and events in turns. Events take
// over what the places of bodies say to be stored: where steps did not wait until that was no more
// than what they had, it gave up to 8e-3 of what is turned over.
static void events_take_over_no_more_than_there_is(void) {
    const abObserver nobody = {0};
    abModel *model;
    abSimulation *s =
        make(&model, s_tower, "normal: {law: hertz}, friction: {law: none}", "tolerance: 1e-5");
    double turned = 0.0, given = 0.0;
    int times = 0;
    for (int i = 0; i < 30; i++) {
        bool is_in;
        CHECK(ab_simulation_advance(s, s->t + 1e-3, &s_error) == AB_OK);
        CHECK(ab_is_dense(s) || ab_dense_enter(s, &is_in, &s_error) == AB_OK);
        for (int k = 0; k < 50 && ab_is_dense(s); k++) {
            abEnergyBook before = energy_of(s);
            CHECK(ab_dense_step(s, &nobody, &s_error) == AB_OK);
            abEnergyBook after = energy_of(s);
            turned = fmax(turned, after.kinetic);
            if (!ab_is_dense(s)) {
                given = fmax(given, mechanical(&after) - mechanical(&before));
                times++;
            }
        }
    }
    CHECK(times > 2 && turned > 5e-4);
    CHECK_NEAR(given, 0.0, 1e-6, turned);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

// A law without losses takes nothing, though places and weights err from step to step: 0.05 of what is
// turned over was lost where what they mislaid was not stored.
static void what_places_mislay_is_found_again(void) {
    abModel *model;
    abSimulation *s =
        make(&model, s_tower, "normal: {law: hertz}, friction: {law: coulomb}", "tolerance: 1e-5");
    double turned = 0.0, took = 0.0, falls = ab_simulation_energy(s).gravity;
    for (int i = 1; i <= 100; i++) {
        CHECK(ab_simulation_advance(s, 0.002 * i, &s_error) == AB_OK);
        abEnergyBook book = ab_simulation_energy(s);
        turned = fmax(turned, fmax(book.kinetic, falls - book.gravity));
        took = fmax(took, fabs(book.contact_damping));
    }
    CHECK(ab_simulation_statistics(s)->dense_steps > 100);
    CHECK_NEAR(took, 0.0, 0.015, turned);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

// It rests by 0.1 s, and steps are then as long as events ask for. Where errors of places gave back what
// the law had taken, it rattled by 1e-10 m without end, in 37000 steps.
static void what_a_law_took_does_not_come_back(void) {
    abModel *model;
    abSimulation *s =
        make(&model, s_ring, "normal: {law: elastic, reduction: 1e-3}, friction: {law: coulomb}",
             "tolerance: 1e-8");
    CHECK(ab_simulation_advance(s, 0.1, &s_error) == AB_OK);
    CHECK(ab_simulation_statistics(s)->dense_steps < 10000);
    CHECK(ab_simulation_energy(s).kinetic < 1e-18);
    ab_simulation_destroy(s);
    ab_model_destroy(model);
}

AB_TESTS(AB_TEST(events_take_over_no_more_than_there_is),
         AB_TEST(what_places_mislay_is_found_again), AB_TEST(what_a_law_took_does_not_come_back))
