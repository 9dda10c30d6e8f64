// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "model/compile/may_touch.h"
#include "model/rules/selectors.h"

#include <string.h>

#include "abut/read.h"
#include "base/check.h"
#include "base/model_fixture.h"

// Four balls and a ground; the contact rules come from the caller.
static const char s_head[] =
    "abut: 1\n"
    "materials: {a: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 1000},\n"
    "            b: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 1000}}\n"
    "pairs:\n"
    "  - {materials: [a, a], restitution: 0.5, sliding_friction: 0}\n"
    "  - {materials: [a, b], restitution: 0.5, sliding_friction: 0}\n"
    "  - {materials: [b, b], restitution: 0.5, sliding_friction: 0}\n"
    "bodies:\n"
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: a}]}\n"
    "  one: {position: [0, 0, 2], group: g, shapes: [{sphere: {radius: 0.1}, material: a}]}\n"
    "  two: {position: [1, 0, 2], group: g, shapes: [{sphere: {radius: 0.1}, material: b}]}\n"
    "  three: {position: [2, 0, 2], group: h, shapes: [{sphere: {radius: 0.1}, material: b}]}\n"
    "  four: {position: [3, 0, 2], group: h, shapes: [{sphere: {radius: 0.1}, material: b}]}\n"
    "simulation: {end_time: 0.1}\n";
enum { GROUND, ONE, TWO, THREE, FOUR };

static abError s_error;

static abModel *read_model(const char *rules) {
    char text[3000];
    abModel *model = NULL;
    snprintf(text, sizeof text, "%s%s", s_head, rules);
    CHECK((read_fixture(text, &model, &s_error) == AB_OK) == (model != NULL));
    return model;
}

// Of which rule, by its line from 0 in the text of the caller, two shapes are; -1: none.
static int rule_of(const abModel *model, int a, int b) {
    const abInteraction *interaction = ab_model_interaction(model, a, b);
    return interaction != NULL ? (int)(interaction->rule - model->rules) : -1;
}

static void closer_rules_count_and_later_ones_on_a_tie(void) {
    abModel *model =
        read_model("contacts:\n"
                   "  - {between: [ground, one], normal: {law: elastic}}\n"            // 0
                   "  - {between: [all, all], normal: {law: elastic}}\n"               // 1
                   "  - {between: [one, all], normal: {law: elastic}}\n"               // 2
                   "  - {between: [group:g, group:g], normal: {law: elastic}}\n"       // 3
                   "  - {between: [material:b, material:b], normal: {law: elastic}}\n" // 4
                   "  - {between: [rigid, rigid], normal: {law: elastic}}\n"           // 5
                   "  - {between: ['*', two], normal: {law: elastic}}\n"               // 6
                   "  - {between: [four.sphere, '*'], enabled: false}\n");             // 7
    if (model == NULL) {
        return;
    }
    CHECK(rule_of(model, GROUND, ONE) == 0);   // two bodies
    CHECK(rule_of(model, ONE, THREE) == 2);    // a body goes before groups and kinds
    CHECK(rule_of(model, ONE, TWO) == 6);      // both name a body: the later
    CHECK(rule_of(model, GROUND, THREE) == 5); // kinds go before all
    CHECK(rule_of(model, TWO, THREE) == 6);
    CHECK(rule_of(model, THREE, FOUR) == -1); // a shape of a body, and the rule is off
    CHECK(rule_of(model, GROUND, FOUR) == -1);
    ab_model_destroy(model);
}

static void self_names_pairs_of_one_group(void) {
    abModel *model = read_model("contacts:\n"
                                "  - {between: ['*', '*'], normal: {law: elastic}}\n"
                                "  - {between: [all, self], enabled: false}\n"
                                "  - {between: [group:h, self], normal: {law: hunt_crossley}}\n");
    if (model != NULL) {
        CHECK(rule_of(model, ONE, TWO) == -1);
        CHECK(rule_of(model, THREE, FOUR) == 2);
        CHECK(rule_of(model, ONE, THREE) == 0);
        CHECK(rule_of(model, GROUND, ONE) == 0);
    }
    ab_model_destroy(model);
    model = read_model("exclude: [['*', self]]\n");
    if (model != NULL) {
        CHECK(!ab_model_may_touch(model, ONE, TWO) && !ab_model_may_touch(model, THREE, FOUR));
        CHECK(ab_model_may_touch(model, ONE, THREE) && ab_model_may_touch(model, GROUND, ONE));
    }
    ab_model_destroy(model);
}

static void words_that_name_nothing_are_explained(void) {
    static const char *const cases[][2] = {
        {"contacts: [{between: [flexible, rigid]}]\n", "no body is flexible"},
        {"contacts: [{between: [self, self]}]\n", "say on one side whose"},
        {"contacts: [{between: [ridgid, ground]}]\n", "did you mean rigid?"},
        {"contacts: [{between: [tree, ground]}]\n", "did you mean three?"},
        {"exclude: [[group:x, ground]]\n", "group:NAME"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        abModel *model = read_model(cases[i][0]);
        CHECK(model == NULL && s_error.count > 0);
        CHECK(strstr(s_error.problems[0].text, cases[i][1]) != NULL);
        CHECK(s_error.problems[0].line > 0);
        ab_model_destroy(model);
    }
}

static void a_body_goes_before_a_word(void) {
    abModel *model = read_model("contacts:\n"
                                "  - {between: [all, all], normal: {law: elastic}}\n"
                                "  - {between: [rigid, all], enabled: false}\n");
    if (model != NULL) {
        CHECK(rule_of(model, ONE, TWO) == -1); // every body is rigid
    }
    ab_model_destroy(model);
    static const char text[] =
        "abut: 1\n"
        "materials: {a: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 1000}}\n"
        "pairs: [{materials: [a, a], restitution: 0.5, sliding_friction: 0}]\n"
        "bodies:\n"
        "  rigid: {position: [0, 0, 2], shapes: [{sphere: {radius: 0.1}, material: a}]}\n"
        "  one: {position: [1, 0, 2], shapes: [{sphere: {radius: 0.1}, material: a}]}\n"
        "  two: {position: [2, 0, 2], shapes: [{sphere: {radius: 0.1}, material: a}]}\n"
        "contacts: [{between: ['*', '*']}, {between: [rigid, all], enabled: false}]\n";
    model = sound_model(text, &s_error);
    CHECK(rule_of(model, 0, 1) == -1 && rule_of(model, 1, 2) == 0);
    ab_model_destroy(model);
}

static void coefficients_of_a_rule_go_before_those_of_materials(void) {
    abModel *model = read_model(
        "contacts:\n"
        "  - {between: [all, all], normal: {law: elastic}}\n"
        "  - {between: [ground, one], restitution: 0.1, sliding_friction: 0.7}\n"
        "  - {between: [ground, two], rolling_resistance: 0.02, static_friction: 0.9}\n");
    if (model != NULL) {
        const abMaterialPairDef *one = &ab_model_interaction(model, GROUND, ONE)->coefficients;
        const abMaterialPairDef *two = &ab_model_interaction(model, GROUND, TWO)->coefficients;
        const abMaterialPairDef *all = &ab_model_interaction(model, GROUND, THREE)->coefficients;
        CHECK(one->restitution == 0.1 && one->sliding_friction == 0.7);
        CHECK(isnan(one->static_friction) && one->rolling_resistance == 0.0);
        CHECK(two->restitution == 0.5 && two->static_friction == 0.9);
        CHECK(two->rolling_resistance == 0.02 && two->sliding_friction == 0.0);
        CHECK(all->restitution == 0.5 && all->sliding_friction == 0.0);
    }
    ab_model_destroy(model);
}

AB_TESTS(AB_TEST(coefficients_of_a_rule_go_before_those_of_materials),
         AB_TEST(closer_rules_count_and_later_ones_on_a_tie),
         AB_TEST(self_names_pairs_of_one_group), AB_TEST(words_that_name_nothing_are_explained),
         AB_TEST(a_body_goes_before_a_word))
