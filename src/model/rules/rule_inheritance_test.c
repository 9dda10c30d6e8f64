// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rule_inheritance_test.c - rules that say a part, beside the same rules written out.

#include "model/rules/rule_inheritance.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "abut/read.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "model/compile/may_touch.h"
#include "model/kinds/key_values.h"
#include "model/kinds/tables.h"

// Three balls over a ground; the contact rules come from the caller.
static const char s_head[] =
    "abut: 1\n"
    "gravity: [0, 0, -10]\n"
    "materials: {m: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 1000}}\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
    "  one: {position: [0, 0, 0.12], velocity: [1, 0, 0], group: g,\n"
    "        shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
    "  two: {position: [2, 0, 0.12], velocity: [1, 0, 0], group: g,\n"
    "        shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
    "  three: {position: [4, 0, 0.12], velocity: [1, 0, 0],\n"
    "          shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
    "simulation: {end_time: 0.3, tolerance: 1.0e-6}\n";
enum { GROUND, ONE, TWO, THREE };

static const char s_general[] =
    "  - {between: [all, all], manifold: single, restitution: 0.4, sliding_friction: 0.3,\n"
    "     normal: {law: hunt_crossley, stiffness: 2.0e5, exponent: 1.5},\n"
    "     friction: {law: bristle, stiffness: 3.0e4, damping_ratio: 0.8}}\n";

static abError s_error;

static abResult read_model(abModel **model, const char *rules) {
    char text[3000];
    snprintf(text, sizeof text, "%scontacts:\n%s%s", s_head, s_general, rules);
    return read_fixture(text, model, &s_error);
}

static abModel *sound(const char *rules) {
    abModel *model = NULL;
    must_be_ok(read_model(&model, rules), &s_error);
    return model;
}

static const abContactRuleDef *rule_of(const abModel *model, int a, int b) {
    return ab_model_interaction(model, a, b)->rule;
}

static double of_normal(const abContactRuleDef *rule, const char *key) {
    return ab_key_number(ab_choice_find("normal law")->table(rule->normal_law), rule->normal.data,
                         key);
}

static double of_friction(const abContactRuleDef *rule, const char *key) {
    return ab_key_number(ab_choice_find("friction law")->table(rule->friction_law),
                         rule->friction.data, key);
}

static void what_is_not_said_comes_from_the_more_general_rule(void) {
    abModel *model = sound("  - {between: [ground, one], inherit: true, restitution: 0.9}\n"
                           "  - {between: [ground, two], restitution: 0.9, sliding_friction: 0}\n");
    const abContactRuleDef *part = rule_of(model, GROUND, ONE),
                           *whole = rule_of(model, GROUND, TWO);
    CHECK(part->restitution == 0.9 && part->sliding_friction == 0.3);
    CHECK(part->manifold == AB_MANIFOLD_SINGLE);
    CHECK(part->normal_law == ab_kind_find("normal law", "hunt_crossley"));
    CHECK(of_normal(part, "stiffness") == 2e5 && of_friction(part, "stiffness") == 3e4);
    CHECK(ab_model_interaction(model, GROUND, ONE)->coefficients.sliding_friction == 0.3);
    // without the key nothing is taken
    CHECK(whole->manifold == AB_MANIFOLD_FULL);
    CHECK(whole->normal_law == ab_kind_find("normal law", "elastic"));
    ab_model_destroy(model);
}

static void keys_of_a_law_are_taken_where_it_is_of_the_same_kind(void) {
    abModel *model = sound("  - {between: [ground, one], inherit: true,\n"
                           "     normal: {law: hunt_crossley, exponent: 1}, friction: coulomb}\n"
                           "  - {between: [ground, two], inherit: true, normal: {law: elastic}}\n");
    const abContactRuleDef *same = rule_of(model, GROUND, ONE),
                           *other = rule_of(model, GROUND, TWO);
    CHECK(of_normal(same, "stiffness") == 2e5 && of_normal(same, "exponent") == 1.0);
    CHECK(same->friction_law == ab_kind_find("friction law", "coulomb"));
    CHECK(other->normal_law == ab_kind_find("normal law", "elastic"));
    CHECK(of_normal(other, "reduction") == 1.0); // its default
    CHECK(of_friction(other, "damping_ratio") == 0.8 && other->restitution == 0.4);
    ab_model_destroy(model);
}

static void a_default_that_is_said_counts(void) {
    abModel *model = sound("  - {between: [ground, one], inherit: true, manifold: full,\n"
                           "     friction: {law: bristle, damping_ratio: 1}}\n");
    const abContactRuleDef *rule = rule_of(model, GROUND, ONE);
    CHECK(rule->manifold == AB_MANIFOLD_FULL);
    CHECK(of_friction(rule, "damping_ratio") == 1.0 && of_friction(rule, "stiffness") == 3e4);
    ab_model_destroy(model);
}

static void a_chain_of_rules_ends_in_the_most_general(void) {
    abModel *model = sound("  - {between: [ground, one], inherit: true, rolling_resistance: 0.01}\n"
                           "  - {between: [group:g, all], inherit: true, restitution: 0.7,\n"
                           "     normal: {law: hunt_crossley, exponent: 1}}\n"
                           "  - {between: [ground, group:g], enabled: false}\n"); // is passed over
    const abContactRuleDef *rule = rule_of(model, GROUND, ONE);
    CHECK(rule->rolling_resistance == 0.01 && rule->restitution == 0.7);
    CHECK(of_normal(rule, "exponent") == 1.0 && of_normal(rule, "stiffness") == 2e5);
    CHECK(rule->sliding_friction == 0.3 && rule->enabled);
    CHECK(ab_model_interaction(model, GROUND, TWO) == NULL);
    CHECK(rule_of(model, ONE, TWO)->restitution == 0.7);
    ab_model_destroy(model);
}

static void what_is_said_replaces_what_says_the_same(void) {
    abModel *model = sound("  - {between: [group:g, all], inherit: true, static_friction: 0.5,\n"
                           "     normal: {law: rigid, restitution: 0.2}}\n"
                           "  - {between: [ground, one], inherit: true, sliding_friction: 0.1}\n");
    const abContactRuleDef *one = rule_of(model, GROUND, ONE), *two = rule_of(model, GROUND, TWO);
    CHECK(two->static_friction == 0.5 && two->sliding_friction == 0.3);
    CHECK(isnan(one->static_friction)); // sliding friction alone is both
    CHECK(isnan(two->restitution) && of_normal(two, "restitution") == 0.2);
    CHECK(ab_model_interaction(model, GROUND, TWO)->coefficients.restitution == 0.2);
    ab_model_destroy(model);
}

static void what_cannot_be_taken_is_told_at_the_rule(void) {
    static const char *const cases[][2] = {
        {"  - {between: [all, all], inherit: true}\n", "none that is on names"},
        {"  - {between: [ground, group:g], restitution: 0.2, sliding_friction: 0}\n"
         "  - {between: [ground, all], inherit: true}\n", // for three alone
         NULL},
        {"  - {between: [group:g, group:g], restitution: 0.2, sliding_friction: 0}\n"
         "  - {between: [one, all], inherit: true}\n",
         "write a rule for each"},
        {"  - {between: [ground, one], inherit: true, normal: {law: compliant}}\n",
         "law compliant needs the key compliance"},
        {"  - {between: [ground, one], inherit: true, thickness_field: f}\n",
         "there is no field f"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        abModel *model = NULL;
        abResult result = read_model(&model, cases[i][0]);
        CHECK((result == AB_OK) == (cases[i][1] == NULL));
        bool told = cases[i][1] == NULL;
        for (int p = 0; p < s_error.count; p++) {
            told = told || (strstr(s_error.problems[p].text, cases[i][1]) != NULL &&
                            s_error.problems[p].line > 0);
        }
        CHECK(told);
        ab_model_destroy(model);
    }
}

// ---- values that are set as it runs ----

static abResult stop_early(void *context, abSimulation *s, double time, abError *error) {
    (void)context, (void)s, (void)error;
    return time >= 0.05 ? AB_STOPPED : AB_OK;
}

// The body's state at the end of a run in which values are set early, path after value.
static abBodyState end_of(const char *rules, const char *const set[][2], const char *body) {
    static const abObserver early = {.step = stop_early};
    abModel *model = sound(rules);
    abSimulation *s = NULL;
    must_be_ok(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &s_error), &s_error);
    CHECK(ab_simulation_run(s, &early, &s_error) == AB_STOPPED);
    for (int i = 0; set[i][0] != NULL; i++) {
        CHECK(ab_simulation_set_value(s, set[i][0], set[i][1], &s_error) == AB_OK);
    }
    CHECK(ab_simulation_run(s, NULL, &s_error) == AB_OK);
    abBodyState state = ab_simulation_body(s, ab_model_find_body(ab_simulation_model(s), body));
    close_fixture(model, s);
    return state;
}

static void a_value_of_the_general_rule_is_followed(void) {
    static const char part[] = "  - {between: [ground, one], inherit: true, restitution: 0.8,\n"
                               "     normal: {law: hunt_crossley, exponent: 1.2}}\n",
                      whole[] =
                          "  - {between: [ground, one], manifold: single, restitution: 0.8,\n"
                          "     sliding_friction: 0.3,\n"
                          "     normal: {law: hunt_crossley, stiffness: 2.0e5, exponent: 1.2},\n"
                          "     friction: {law: bristle, stiffness: 3.0e4, damping_ratio: 0.8}}\n";
    static const char *const cases[][2][5][2] = {
        {{{NULL, NULL}}, {{NULL, NULL}}},
        // in place
        {{{"contacts.0.normal.stiffness", "5.0e4"}, {NULL, NULL}},
         {{"contacts.0.normal.stiffness", "5.0e4"},
          {"contacts.1.normal.stiffness", "5.0e4"},
          {NULL, NULL}}},
        // by a model made anew
        {{{"contacts.0.friction", "{law: regularized}"},
          {"contacts.0.sliding_friction", "0.1"},
          {NULL, NULL}},
         {{"contacts.0.friction", "{law: regularized}"},
          {"contacts.1.friction", "{law: regularized}"},
          {"contacts.0.sliding_friction", "0.1"},
          {"contacts.1.sliding_friction", "0.1"},
          {NULL, NULL}}},
        // what was set of the rule itself is its own
        {{{"contacts.1.normal.stiffness", "9.0e4"},
          {"contacts.0.normal.stiffness", "5.0e4"},
          {NULL, NULL}},
         {{"contacts.1.normal.stiffness", "9.0e4"},
          {"contacts.0.normal.stiffness", "5.0e4"},
          {NULL, NULL}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        abBodyState a = end_of(part, cases[i][0], "one"), b = end_of(whole, cases[i][1], "one");
        CHECK(memcmp(&a, &b, sizeof a) == 0);
        CHECK(a.position.z > 0.05 && a.position.x > 0.1); // it ran
    }
}

AB_TESTS(AB_TEST(what_is_not_said_comes_from_the_more_general_rule),
         AB_TEST(keys_of_a_law_are_taken_where_it_is_of_the_same_kind),
         AB_TEST(a_default_that_is_said_counts), AB_TEST(a_chain_of_rules_ends_in_the_most_general),
         AB_TEST(what_is_said_replaces_what_says_the_same),
         AB_TEST(what_cannot_be_taken_is_told_at_the_rule),
         AB_TEST(a_value_of_the_general_rule_is_followed))
