// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// overlap_points_test.c - asked for the points of two shapes that overlap: all of them, by every law
// and method, whether the pair is in contact or not.

#include <stdio.h>
#include <string.h>

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;

// A box on a slab that it overlaps by 0.1 mm.
static abSimulation *make(const char *rule, const char *method, abModel **model) {
    static char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -10]\n"
             "materials: {m: {youngs_modulus: 1e9, poissons_ratio: 0.3, density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 0.3, sliding_friction: 0.3}]\n"
             "bodies:\n"
             "  slab: {mobility: fixed, shapes: [{box: {size: [1, 1, 0.2]}, material: m}]}\n"
             "  box: {position: [0.1, 0, 0.1999], shapes: [{box: {size: [0.2, 0.3, 0.2]}, "
             "material: m}]}\n"
             "contacts: [%s]\n"
             "simulation: {method: %s, end_time: 0.1, output_interval: 0.1}\n",
             rule, method);
    abSimulation *s;
    open_sound(text, (abLog){0}, model, &s, &s_error);
    return s;
}

static void all_points_of_an_overlap_are_told(void) {
    static const struct {
        const char *rule, *method;
    } scenes[] = {
        {"{between: [all, all], normal: {law: hunt_crossley, stiffness: 1e7}}", "events"},
        {"{between: [all, all], normal: {law: rigid}, friction: coulomb}", "events"},
        {"{between: [all, all], normal: {law: rigid}, friction: coulomb}", "fixed, step: 0.01"},
        {"{between: [all, all], normal: {law: rigid}, friction: coulomb}", "stepping, step: 0.01"},
        {"{between: [all, all], normal: {law: compliant, compliance: 1e-6}, friction: coulomb}",
         "stepping, step: 0.01"},
        {"{between: [all, all], enabled: false}", "events"},
    };
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        abModel *model = NULL;
        abSimulation *s = make(scenes[i].rule, scenes[i].method, &model);
        abContactPoint there[8], back[8];
        int count = ab_simulation_contact_points(s, 0, 1, there, 8);
        CHECK(count == 4);
        CHECK(ab_simulation_contact_points(s, 1, 0, back, 8) == count);
        if (count != 4) {
            printf("  %d points by %s, %s\n", count, scenes[i].rule, scenes[i].method);
        }
        for (int k = 0; k < count; k++) {
            CHECK_NEAR(there[k].depth, 1e-4, 1e-9, 1.0);
            CHECK(there[k].normal.z == 1.0 && back[k].normal.z == -1.0);
        }
        close_fixture(model, s);
    }
}

AB_TESTS(AB_TEST(all_points_of_an_overlap_are_told))
