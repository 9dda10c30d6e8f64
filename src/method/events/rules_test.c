// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rules_test.c - a rule acts the same, to the bit, whether it names two bodies or all.

#include <string.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "base/model_fixture.h"

// A cube of triangles and a ball thrown onto a plate of triangles.
static const char s_head[] =
    "abut: 1\n"
    "gravity: [0, 0, -10]\n"
    "materials: {m: {youngs_modulus: 1.0e6, poissons_ratio: 0.3, density: 1000}}\n"
    "pairs: [{materials: [m, m], restitution: 0.4, sliding_friction: 0.3}]\n"
    "fields:\n"
    "  layer: {quantity: length, expression: '0.05*(1 + x^2)'}\n"
    "  modulus: {quantity: pressure, expression: '1.0e5*(3 + y)'}\n"
    "bodies:\n"
    "  plate:\n"
    "    mobility: fixed\n"
    "    shapes:\n"
    "      - mesh: {collide: surface, points: [[-2,-2,-1],[2,-2,-1],[2,2,-1],[-2,2,-1],"
    "[-2,-2,0],[2,-2,0],[2,2,0],[-2,2,0]],\n"
    "               faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],"
    "[2,3,7],[2,7,6],[3,0,4],[3,4,7]]}\n"
    "        material: m\n"
    "  cube:\n"
    "    position: [0, 0, 0.11]\n"
    "    rotation: [0.1, 0.05, 0]\n"
    "    velocity: [0.5, 0, -1]\n"
    "    shapes:\n"
    "      - mesh: {collide: surface, points: [[-0.1,-0.1,-0.1],[0.1,-0.1,-0.1],[0.1,0.1,-0.1],"
    "[-0.1,0.1,-0.1],[-0.1,-0.1,0.1],[0.1,-0.1,0.1],[0.1,0.1,0.1],[-0.1,0.1,0.1]],\n"
    "               faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],"
    "[2,3,7],[2,7,6],[3,0,4],[3,4,7]]}\n"
    "        material: m\n"
    "simulation: {end_time: 0.03, tolerance: 1.0e-3, output_interval: 0.01}\n";

// Every behaviour, of a rule.
static const char *const s_rules[] = {
    "normal: {law: hunt_crossley, stiffness: 1.0e6}, friction: {law: regularized}",
    "normal: {law: hunt_crossley, stiffness: 1.0e6}, friction: {law: coulomb}",
    "normal: {law: hunt_crossley, stiffness: 1.0e6}, friction: {law: bristle}, manifold: single",
    "normal: {law: compliant, compliance: 1.0e-5, damping: 3}, friction: {law: none}, "
    "masters: sum",
    "normal: {law: hunt_crossley, stiffness: 1.0e6}, friction: {law: none}, "
    "ignore_deeper_than: 0.015",
    "normal: {law: foundation, poissons_ratio: 0.3, damping: 100}, friction: {law: none}, "
    "manifold: faces, penetrating: both, thickness_field: layer, youngs_modulus_field: modulus, "
    "maps: true",
    "normal: {law: foundation, youngs_modulus: 1.0e5, poissons_ratio: 0.3, thickness: 0.1, "
    "pressure: linear}, friction: {law: regularized}, manifold: vertices, penetrating: second, "
    "vertex_area: region",
    "normal: {law: foundation, youngs_modulus: 1.0e5, poissons_ratio: 0.3, thickness: 0.1, "
    "damping_by_force: 0.3}, friction: {law: none}, enabled: false",
};

static abError s_error;

static abBodyState end_of(const char *between, const char *rule) {
    char text[4000];
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    snprintf(text, sizeof text, "%scontacts: [{between: [%s], %s}]\n", s_head, between, rule);
    open_sound(text, (abLog){0}, &model, &simulation, &s_error);
    CHECK(ab_simulation_run(simulation, NULL, &s_error) == AB_OK);
    abBodyState end = ab_simulation_body(simulation, ab_model_find_body(model, "cube"));
    close_fixture(model, simulation);
    return end;
}

static void a_pair_and_all_are_the_same(void) {
    abBodyState ends[sizeof s_rules / sizeof s_rules[0]];
    enum { RULES = sizeof s_rules / sizeof s_rules[0] };
    for (int i = 0; i < RULES; i++) {
        static const char *const others[] = {"all, all", "rigid, 'material:m'"};
        ends[i] = end_of("plate, cube", s_rules[i]);
        for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
            abBodyState end = end_of(others[k], s_rules[i]);
            CHECK(memcmp(&end, &ends[i], sizeof end) == 0);
        }
        for (int k = 0; k < i; k++) { // each behaviour acts
            CHECK(memcmp(&ends[k], &ends[i], sizeof ends[i]) != 0);
        }
    }
}

AB_TESTS(AB_TEST(a_pair_and_all_are_the_same))
