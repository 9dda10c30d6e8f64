// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// yaml_filters_test.c - which shapes may touch: groups, rules, exclusions, joints. What wrong names
// are told: tests/robust.

#include "abut/read.h"
#include "base/check.h"
#include "model/compile/may_touch.h"
#include "model/core/model.h"

// Bodies a to d are free, in a row; ground and wall are fixed. Body b has two shapes.
#define BODIES                                                                                     \
    "abut: 1\n"                                                                                    \
    "materials:\n"                                                                                 \
    "  steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}\n"                      \
    "  wood: {youngs_modulus: 1.0e10, poissons_ratio: 0.3, density: 600}\n"                        \
    "pairs:\n"                                                                                     \
    "  - {materials: [steel, steel], restitution: 0.8}\n"                                          \
    "  - {materials: [wood, wood], restitution: 0.5}\n"                                            \
    "bodies:\n"                                                                                    \
    "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"                        \
    "  wall: {mobility: fixed, position: [9, 0, 0], shapes: [{box: {size: [1, 1, 1]}, "            \
    "material: steel}]}\n"                                                                         \
    "  a: {position: [0, 0, 2], group: left, shapes: [{sphere: {radius: 0.1}, "                    \
    "material: steel}]}\n"                                                                         \
    "  b: {position: [1, 0, 2], group: left, shapes: [{name: skin, sphere: {radius: 0.1}, "        \
    "material: steel}, {name: pad, sphere: {radius: 0.05}, material: wood, group: soft}]}\n"       \
    "  c: {position: [2, 0, 2], group: right, shapes: [{sphere: {radius: 0.1}, "                   \
    "material: steel}]}\n"                                                                         \
    "  d: {position: [3, 0, 2], shapes: [{sphere: {radius: 0.1}, material: wood}]}\n"

enum { GROUND, WALL, A, B_SKIN, B_PAD, C, D, SHAPES };

static abModel *read(const char *more) {
    char text[4000];
    abModel *model = NULL;
    abError error;
    ab_error_clear(&error);
    snprintf(text, sizeof text, BODIES "%s", more);
    if (ab_model_read_text(text, strlen(text), NULL, NULL, 0, ab_heap(), (abLog){0}, &model,
                           &error) != AB_OK) {
        char said[700];
        ab_error_format(&error, 0, said, sizeof said);
        ab_check_failed(__FILE__, __LINE__, said);
    }
    return model;
}

// Exactly these pairs may not touch, beside ground and wall, and the shapes of b.
static void check_kept_apart(const char *more, const int pairs[][2], int count) {
    abModel *model = read(more);
    if (model == NULL) {
        return;
    }
    CHECK(model->shape_count == SHAPES);
    for (int i = 0; i < SHAPES; i++) {
        for (int j = i + 1; j < SHAPES; j++) {
            bool is_apart = (i == GROUND && j == WALL) || (i == B_SKIN && j == B_PAD);
            for (int k = 0; k < count; k++) {
                is_apart = is_apart || (pairs[k][0] == i && pairs[k][1] == j);
            }
            if (ab_model_may_touch(model, i, j) == is_apart ||
                ab_model_may_touch(model, j, i) == is_apart) {
                printf("shapes %d and %d: ", i, j);
                ab_check_failed(__FILE__, __LINE__, is_apart ? "may touch" : "are kept apart");
            }
        }
    }
    ab_model_destroy(model);
}

static void without_filters_only_the_immobile_are_apart(void) {
    check_kept_apart("", NULL, 0);
}

static void a_group_comes_from_the_body_unless_the_shape_has_one(void) {
    const int pairs[][2] = {{A, B_SKIN}, {B_PAD, C}};
    check_kept_apart("exclude: [['group:left', 'group:left'], ['group:soft', 'group:right']]\n",
                     pairs, 2);
}

static void an_exclusion_wins_over_the_most_specific_rule(void) {
    const int pairs[][2] = {{A, C}, {B_SKIN, C}, {A, D}, {B_PAD, D}};
    check_kept_apart("contacts:\n  - {between: ['*', '*']}\n  - {between: [a.sphere, c.sphere]}\n"
                     "exclude: [[c, 'group:left'], [a, d], [b.pad, 'material:wood']]\n",
                     pairs, 4);
}

static void a_rule_may_switch_off_and_another_on(void) {
    const int pairs[][2] = {{A, C}, {B_SKIN, C}};
    check_kept_apart("contacts:\n  - {between: ['*', '*']}\n"
                     "  - {between: ['group:left', 'group:right'], enabled: false}\n",
                     pairs, 2);
    check_kept_apart("contacts:\n  - {between: ['*', '*']}\n"
                     "  - {between: ['group:left', 'group:right'], enabled: false}\n"
                     "  - {between: [a, c]}\n",
                     pairs + 1, 1);
}

// ---- joints ----

static void joined_bodies_are_apart_unless_told_to_collide(void) {
    const int pairs[][2] = {{B_SKIN, C}, {B_PAD, C}};
    check_kept_apart("joints: [{type: revolute, between: [b, c]}]\n", pairs, 2);
    check_kept_apart("joints: [{type: revolute, between: [b, c], collide: true}]\n", NULL, 0);
    // neighbours of neighbours may touch
    const int chain[][2] = {{A, D}, {C, D}};
    check_kept_apart("joints: [{type: revolute, between: [a, d]}, "
                     "{type: spherical, between: [d, c]}]\n",
                     chain, 2);
}

static void what_fixed_joints_hold_together_is_apart(void) {
    const int pairs[][2] = {{A, C}, {A, D}, {C, D}};
    check_kept_apart("joints: [{type: fixed, between: [a, d]}, {type: fixed, between: [c, d]}]\n",
                     pairs, 3);
    const int held[][2] = {{GROUND, A}, {GROUND, D}, {A, D}};
    check_kept_apart("joints: [{type: fixed, between: [a, d]}, {type: fixed, between: [ground, a]}]"
                     "\n",
                     held, 3);
}

AB_TESTS(AB_TEST(without_filters_only_the_immobile_are_apart),
         AB_TEST(a_group_comes_from_the_body_unless_the_shape_has_one),
         AB_TEST(an_exclusion_wins_over_the_most_specific_rule),
         AB_TEST(a_rule_may_switch_off_and_another_on),
         AB_TEST(joined_bodies_are_apart_unless_told_to_collide),
         AB_TEST(what_fixed_joints_hold_together_is_apart))
