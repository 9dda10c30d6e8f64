// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// changes_test.c - values that a model sets while it runs: at their times, once, by every method,
// whoever advances it.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;

static const char *const s_methods[] = {
    "method: events, tolerance: 1e-9", "method: fixed, step: 0.01", "method: stepping, step: 0.01"};
enum { METHODS = sizeof s_methods / sizeof s_methods[0] };

// A ball in flight beside one that rests on the ground, until the contact is switched off.
static const char *text_of(const char *method, const char *changes) {
    static char text[1500];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "materials: {m: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.5}]\n"
             "gravity: [0, 0, -10]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
             "  ball: {position: [0, 0, 0.1], shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
             "  flies: {position: [1, 0, 50], shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
             "contacts:\n  - {between: [ground, ball], normal: {law: rigid}, friction: {law: "
             "none}}\n"
             "%s"
             "simulation: {%s, end_time: 0.6, output_interval: 0.1}\n",
             changes, method);
    return text;
}

static const char s_changes[] = "changes:\n  - {time: 0.5, path: gravity.2, value: 20}\n"
                                "  - {time: 0.3, path: contacts.0.enabled, value: false}\n";

// Heights of the balls at 0.6 s: 0.3 s of free fall end with -3 m/s at 0.5 s for the first, ...
static void check_end(const abSimulation *s, double gap) {
    double z = ab_simulation_body(s, (abBodyId){2}).position.z;
    double other = ab_simulation_body(s, (abBodyId){3}).position.z;
    double rest = 0.1 + gap; // where method fixed holds it
    // -10/2 0.2^2 - 2 0.1 + 20/2 0.1^2, and -10/2 0.5^2 - 5 0.1 + 20/2 0.1^2: polynomials of second
    // degree, which the methods solve but for rounding and, of events, the tolerance
    CHECK_NEAR(z, rest - 0.2 - 0.2 + 0.1, 1e-7, 1.0);
    CHECK_NEAR(other, 50.0 - 1.25 - 0.5 + 0.1, 1e-7, 1.0);
}

static void values_change_at_their_times(void) {
    for (int m = 0; m < METHODS; m++) {
        abModel *model = sound_model(text_of(s_methods[m], s_changes), &s_error);
        abSimulation *s = simulate_fixture(model, &s_error);
        must_be_ok(ab_simulation_advance(s, 0.25, &s_error), &s_error);
        double start = ab_simulation_body(s, (abBodyId){2}).position.z;
        CHECK(ab_simulation_change_count(s) == 0);
        must_be_ok(ab_simulation_advance(s, 0.6, &s_error), &s_error);
        check_end(s, start - 0.1);
        CHECK(ab_simulation_change_count(s) == 2);
        CHECK(ab_simulation_change(s, 0).time == 0.3 && ab_simulation_change(s, 1).time == 0.5);
        CHECK_TEXT(ab_simulation_change(s, 0).path, "contacts.0.enabled");
        CHECK_TEXT(ab_simulation_change(s, 1).value, "20");
        ab_simulation_destroy(s);
        ab_model_destroy(model);
    }
}

// Also inside the steps behind a change, where the run may have been made anew.
static void what_is_shown_is_of_the_time_asked_for(void) {
    for (int m = 0; m < METHODS; m++) {
        abModel *model = sound_model(text_of(s_methods[m], s_changes), &s_error);
        abSimulation *s = simulate_fixture(model, &s_error);
        for (int i = 1; i <= 7; i++) {
            double t = 0.3 + 0.027 * i;
            must_be_ok(ab_simulation_advance(s, t, &s_error), &s_error);
            // the body in flight: a polynomial of second degree, as in check_end()
            CHECK(ab_simulation_time(s) == t);
            CHECK_NEAR(ab_simulation_body(s, (abBodyId){3}).position.z, 50.0 - 5.0 * t * t, 1e-7,
                       1.0);
        }
        close_fixture(model, s);
    }
}

static void any_parts_give_the_same_bits(void) {
    for (int m = 0; m < METHODS; m++) {
        abModel *model = sound_model(text_of(s_methods[m], s_changes), &s_error);
        abSimulation *whole = simulate_fixture(model, &s_error);
        abSimulation *parts = simulate_fixture(model, &s_error);
        abSimulation *steps = simulate_fixture(model, &s_error);
        must_be_ok(ab_simulation_run(whole, NULL, &s_error), &s_error);
        for (int i = 1; i <= 7; i++) {
            must_be_ok(ab_simulation_advance(parts, i < 7 ? 0.1 * i + 0.003 : 1.0, &s_error),
                       &s_error);
        }
        for (int i = 0; i < 10000 && ab_simulation_time(steps) < 0.6; i++) {
            must_be_ok(ab_simulation_step(steps, &s_error), &s_error);
        }
        for (int b = 2; b <= 3; b++) {
            abBodyState a = ab_simulation_body(whole, (abBodyId){b});
            abBodyState c = ab_simulation_body(parts, (abBodyId){b});
            abBodyState d = ab_simulation_body(steps, (abBodyId){b});
            CHECK(memcmp(&a, &c, sizeof a) == 0 && memcmp(&a, &d, sizeof a) == 0);
        }
        ab_simulation_destroy(whole);
        ab_simulation_destroy(parts);
        ab_simulation_destroy(steps);
        ab_model_destroy(model);
    }
}

// Saved between the changes: the model goes on with the value that a record would give it.
static void a_run_that_goes_on_has_done_what_is_behind_it(void) {
    const abOverride done = {"contacts.0.enabled", "false"};
    abModel *model = sound_model(text_of(s_methods[2], s_changes), &s_error), *other;
    abSimulation *s = simulate_fixture(model, &s_error), *resumed;
    must_be_ok(ab_simulation_advance(s, 0.4, &s_error), &s_error);
    size_t size = ab_simulation_save(s, NULL, 0);
    void *state = malloc(size);
    CHECK(size > 0 && state != NULL && ab_simulation_save(s, state, size) == size);
    const char *text = text_of(s_methods[2], s_changes);
    must_be_ok(ab_model_read_text(text, strlen(text), NULL, &done, 1, ab_heap(), (abLog){0}, &other,
                                  &s_error),
               &s_error);
    resumed = simulate_fixture(other, &s_error);
    must_be_ok(ab_simulation_restore(resumed, state, size, &s_error), &s_error);
    must_be_ok(ab_simulation_advance(s, 0.6, &s_error), &s_error);
    must_be_ok(ab_simulation_advance(resumed, 0.6, &s_error), &s_error);
    CHECK(ab_simulation_change_count(resumed) == 1);
    abBodyState a = ab_simulation_body(s, (abBodyId){2});
    abBodyState b = ab_simulation_body(resumed, (abBodyId){2});
    CHECK(memcmp(&a, &b, sizeof a) == 0);
    free(state);
    ab_simulation_destroy(s);
    ab_simulation_destroy(resumed);
    ab_model_destroy(model);
    ab_model_destroy(other);
}

static void what_cannot_be_set_is_told_at_its_place(void) {
    static const struct {
        const char *changes, *says;
    } wrong[] = {
        {"changes: [{time: 0.1, path: contacts.0.enabledd, value: false}]\n",
         "(did you mean contacts.0.enabled?)"},
        {"changes: [{time: 0.1, path: contacts.0.enabled, value: 7}]\n", "enabled"},
        {"changes: [{time: -1, path: gravity.2, value: 7}]\n", "is before the start, 0 s"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        abModel *model = sound_model(text_of(s_methods[0], wrong[i].changes), &s_error);
        abSimulation *s;
        ab_error_clear(&s_error);
        CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &s_error) ==
                  AB_BAD_MODEL &&
              s == NULL);
        CHECK(s_error.count == 1 && strstr(s_error.problems[0].text, wrong[i].says) != NULL);
        CHECK(s_error.problems[0].line > 0);
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(values_change_at_their_times), AB_TEST(what_is_shown_is_of_the_time_asked_for),
         AB_TEST(any_parts_give_the_same_bits),
         AB_TEST(a_run_that_goes_on_has_done_what_is_behind_it),
         AB_TEST(what_cannot_be_set_is_told_at_its_place))
