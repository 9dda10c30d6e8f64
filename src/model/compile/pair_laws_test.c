// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pair_laws_test.c - what laws are told of the shapes of a pair: no sphere by the accident of equal
// axes, no area where overlaps have none.

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;

static abModel *read(const char *shape, const char *law, abResult *result) {
    static char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -10]\n"
             "materials: {m: {youngs_modulus: 1e9, poissons_ratio: 0.3, density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0.3}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [%s]}\n"
             "  body: {position: [0, 0, 0.099], velocity: [0, 0, -0.1], mass: 1, "
             "inertia: [0.1, 0.1, 0.1], shapes: [%s]}\n"
             "contacts: [{between: [all, all], normal: %s}]\n"
             "simulation: {end_time: 0.01, tolerance: 1e-9}\n",
             strstr(shape, "curve") != NULL     ? shape
             : strstr(shape, "outline") != NULL ? shape
                                                : "{plane: {}, material: m}",
             shape, law);
    abModel *model;
    *result = read_fixture(text, &model, &s_error);
    return model;
}

static double height_after(const char *shape, const char *law) {
    abResult result;
    abModel *model = read(shape, law, &result);
    abSimulation *s = NULL;
    CHECK(result == AB_OK);
    CHECK(ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &s, &s_error) == AB_OK);
    CHECK(ab_simulation_advance(s, 0.01, &s_error) == AB_OK);
    double height = ab_simulation_body(s, (abBodyId){2}).position.z;
    close_fixture(model, s);
    return height;
}

// 1e-10 m of an axis changes next to nothing in the motion.
static void ellipsoids_that_are_nearly_balls_move_alike(void) {
    static const char *const laws[] = {"{law: elastic}", "{law: elastic, variant: contact_radius}"};
    for (int i = 0; i < 2; i++) {
        double even =
            height_after("{ellipsoid: {semi_axes: [0.1, 0.1, 0.1]}, material: m}", laws[i]);
        double uneven = height_after(
            "{ellipsoid: {semi_axes: [0.1, 0.1000000001, 0.1]}, material: m}", laws[i]);
        CHECK_NEAR(uneven, even, 1e-8, 1.0);
    }
}

static void laws_of_areas_are_refused_on_plane_curves(void) {
    static const char *const shapes[] = {
        "{curve: {kind: lines, thickness: 0.1, points: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, "
        "0]]}, material: m}"};
    static const char *const laws[] = {"{law: volume, stiffness: 1e6}",
                                       ("{law: foundation, thickness: 0.1, youngs_modulus: 1e6, "
                                        "poissons_ratio: 0.3}"),
                                       "{law: impact, stiffness: 1e6}"};
    for (int i = 0; i < 3; i++) {
        abResult result;
        abModel *model = read(shapes[0], laws[i], &result);
        CHECK(result == (i < 2 ? AB_BAD_MODEL : AB_OK));
        bool says = s_error.count == 1 && strstr(s_error.problems[0].text, "over the area") != NULL;
        CHECK(says == (i < 2));
        if (says != (i < 2)) {
            printf("  %s: %s\n", laws[i], s_error.count > 0 ? s_error.problems[0].text : "");
        }
        ab_model_destroy(model);
    }
}

AB_TESTS(AB_TEST(ellipsoids_that_are_nearly_balls_move_alike),
         AB_TEST(laws_of_areas_are_refused_on_plane_curves))
