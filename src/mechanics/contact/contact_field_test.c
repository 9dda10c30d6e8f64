// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_field_test.c - the force on a cube pressed into a plate, under fields that say the same
// in different ways: values of points and faces, expressions, on either mesh.

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "base/model_fixture.h"

#define CUBE_FACES                                                                                 \
    "faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6],"     \
    "[3,0,4],[3,4,7]]"

// The plate reaches from -2 to 2, the cube from 0.2 to 1.2 along x: on both x is linear.
static const char s_head[] =
    "abut: 1\n"
    "gravity: [0, 0, -10]\n"
    "materials: {m: {density: 1000}}\n"
    "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\n"
    "bodies:\n"
    "  plate:\n"
    "    mobility: fixed\n"
    "    shapes: [{mesh: {collide: surface, points: [[-2,-2,-1],[2,-2,-1],[2,2,-1],[-2,2,-1],"
    "[-2,-2,0],[2,-2,0],[2,2,0],[-2,2,0]], " CUBE_FACES "}, material: m}]\n"
    "  cube:\n"
    "    position: [0.7, -0.6, 0.495]\n"
    "    shapes: [{mesh: {collide: surface, points: [[-0.5,-0.5,-0.5],[0.5,-0.5,-0.5],"
    "[0.5,0.5,-0.5],[-0.5,0.5,-0.5],[-0.5,-0.5,0.5],[0.5,-0.5,0.5],[0.5,0.5,0.5],"
    "[-0.5,0.5,0.5]], " CUBE_FACES "}, material: m}]\n"
    "simulation: {end_time: 1.0e-6, output_interval: 1.0e-6}\n";

static abError s_error;

static abResult keep_force(void *context, const abFrame *frame, abError *error) {
    (void)error;
    if (frame->index == 0 && frame->contact_count == 1) {
        *(double *)context = frame->contacts[0].normal_force;
    }
    return AB_OK;
}

// The normal force at the start, under fields and a rule.
static double force_of(const char *layer, const char *modulus, const char *rule) {
    char text[4000];
    double force = NAN;
    snprintf(text, sizeof text,
             "%sfields:\n  layer: {%s}\n  modulus: {%s}\n"
             "contacts: [{between: [cube, plate], normal: {law: foundation, youngs_modulus: 1.0e5, "
             "poissons_ratio: 0.4, thickness: 0.1}, friction: {law: none}, thickness_field: layer, "
             "youngs_modulus_field: modulus, %s}]\n",
             s_head, layer, modulus, rule);
    abObserver observer = {.context = &force, .frame = keep_force};
    must_be_ok(run_fixture(text, &observer, NULL, &s_error), &s_error);
    return force;
}

static const char *const s_rules[] = {
    "manifold: faces",
    "manifold: faces, penetrating: second",
    "manifold: faces, penetrating: both",
    "manifold: vertices",
};
enum { RULES = sizeof s_rules / sizeof s_rules[0] };

#define EVEN_LAYER "quantity: length, expression: '0.1'"
#define EVEN_MODULUS "quantity: pressure, expression: '1.0e5'"
#define TWELVE(a, b, c) "[" a "," a "," b "," b "," c "," c "," c "," c "," c "," c "," c "," c "]"

// h = 0.1 (3 + x) and E = 1e5 (3 + x), x of the world, by each kind of field on each mesh.
static void one_function_said_in_many_ways(void) {
    static const char *const layers[] = {
        "quantity: length, expression: '0.1*(3 + x)'",
        "on: cube, quantity: length, expression: '0.1*(3.7 + x)'",
        "on: plate, quantity: length, vertices: [0.1,0.5,0.5,0.1,0.1,0.5,0.5,0.1]",
        "on: cube, quantity: length, vertices: [0.32,0.42,0.42,0.32,0.32,0.42,0.42,0.32]",
    };
    static const char *const moduli[] = {
        "quantity: pressure, expression: '1.0e5*(3 + x)'",
        "on: cube, quantity: pressure, expression: '1.0e5*(3.7 + x)'",
        "on: plate, quantity: pressure, vertices: [1e5,5e5,5e5,1e5,1e5,5e5,5e5,1e5]",
        "on: cube, quantity: pressure, vertices: [3.2e5,4.2e5,4.2e5,3.2e5,3.2e5,4.2e5,4.2e5,3.2e5]",
    };
    for (int r = 0; r < RULES; r++) {
        double of_layer = force_of(layers[0], EVEN_MODULUS, s_rules[r]);
        double of_modulus = force_of(EVEN_LAYER, moduli[0], s_rules[r]);
        CHECK(of_layer > 0.0 && of_modulus > 2.0 * of_layer);
        for (int k = 1; k < 4; k++) { // rounding of the weights and places
            CHECK_NEAR(force_of(layers[k], EVEN_MODULUS, s_rules[r]), of_layer, 1e-12, of_layer);
            CHECK_NEAR(force_of(EVEN_LAYER, moduli[k], s_rules[r]), of_modulus, 1e-12, of_modulus);
        }
    }
}

// The bottom of the cube, or the top of the plate, has one value, others do not touch.
static void faces_have_their_own_value(void) {
    static const char *const layers[] = {
        "on: cube, quantity: length, faces: " TWELVE("0.25", "0.7", "0.9"),
        "on: plate, quantity: length, faces: " TWELVE("0.9", "0.25", "0.7"),
    };
    for (int r = 0; r < 3; r++) {
        double even = force_of("quantity: length, expression: '0.25'", EVEN_MODULUS, s_rules[r]);
        CHECK(even > 0.0);
        for (int k = 0; k < 2; k++) {
            CHECK_NEAR(force_of(layers[k], EVEN_MODULUS, s_rules[r]), even, 1e-12, even);
        }
    }
}

// K ln(1 - d/h) over 1 m^2. Of the plate's own faces what is nearer to the cube's sides is left
// out.
static void an_even_field_is_the_law_itself(void) {
    double modulus = 1.0e5 * 0.6 / (1.4 * 0.2), force = -modulus * log(1.0 - 0.005 / 0.1);
    for (int r = 0; r < RULES; r += 3) {
        CHECK_NEAR(force_of(EVEN_LAYER, EVEN_MODULUS, s_rules[r]), force, 1e-9, force);
    }
}

AB_TESTS(AB_TEST(one_function_said_in_many_ways), AB_TEST(faces_have_their_own_value),
         AB_TEST(an_even_field_is_the_law_itself))
