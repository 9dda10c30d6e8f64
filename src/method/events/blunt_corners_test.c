// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// blunt_corners_test.c - polygons that land nearly flat, so that a second corner comes while the first
// presses: the energy book stays closed.

#include <stdio.h>

#include "base/check.h"
#include "core/run_fixture.h"

// What the book is open by after the run, of the energy turned over.
static double open_by(const char *bodies, const char *law) {
    static abError error;
    char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, -9.81, 0]\n"
             "materials: {hard: {density: 1200, youngs_modulus: 2.0e9, poissons_ratio: 0.35}}\n"
             "pairs: [{materials: [hard, hard], restitution: 0.5, sliding_friction: 0}]\n"
             "bodies:\n%s"
             "contacts:\n  - {between: [all, all], normal: {law: %s}, friction: {law: none}}\n"
             "simulation: {end_time: 0.3, tolerance: 1.0e-8}\n",
             bodies, law);
    abStatistics statistics = {0};
    CHECK(run_fixture(text, NULL, &statistics, &error) == AB_OK);
    CHECK(statistics.energy_scale > 0.0);
    return statistics.energy_drift / statistics.energy_scale;
}

static const char *const s_laws[] = {
    "elastic", "hunt_crossley",
    "impact, stiffness: 1.0e8, exponent: 1.2, damping: 100, full_damping_depth: 1.0e-5"};

static void a_polygon_lands_nearly_flat(void) {
    static const double leans[] = {0.0003, 0.001, 0.003, 0.01};
    for (int sides = 5; sides <= 12; sides++) {
        for (int k = 0; k < 12; k++) {
            char bodies[600];
            snprintf(bodies, sizeof bodies,
                     "  ground: {mobility: fixed, position: [0, -0.1, 0], shapes: [{outline: "
                     "{form: wall, width: 5, height: 0.2, face: top}, material: hard}]}\n"
                     "  body: {mobility: planar, position: [0, 0.12, 0], rotation: [0, 0, %.9g], "
                     "velocity: [-0.7, -0.9, 0], shapes: [{outline: {form: polygon, radius: 0.1, "
                     "sides: %d}, material: hard}]}\n",
                     leans[k % 4], sides);
            CHECK(open_by(bodies, s_laws[k % 3]) < 1e-6);
        }
    }
}

// Corners of different angles.
static void an_uneven_polygon_lands(void) {
    for (int seed = 81; seed < 87; seed++) {
        char bodies[600];
        snprintf(bodies, sizeof bodies,
                 "  ground: {mobility: fixed, position: [0, -0.1, 0], shapes: [{outline: "
                 "{form: wall, width: 5, height: 0.2, face: top}, material: hard}]}\n"
                 "  body: {mobility: planar, position: [0, 0.12, 0], velocity: [0.8, -0.9, 0], "
                 "shapes: [{outline: {form: random_polygon, radius: 0.1, sides: 7, seed: %d}, "
                 "material: hard}]}\n",
                 seed);
        CHECK(open_by(bodies, "elastic") < 1e-6);
    }
}

static void a_plate_tumbles_on_a_plane(void) {
    static const char bodies[] =
        "  ground: {mobility: fixed, shapes: [{plane: {normal: [0, 1, 0]}, material: hard}]}\n"
        "  body: {position: [0, 0.4, 0], rotation: [0.7, 0.4, 0.2], angular_velocity: [1, 2, 1], "
        "shapes: [{outline: {form: polygon, radius: 0.2, sides: 5, thickness: 0.067}, "
        "material: hard}]}\n";
    CHECK(open_by(bodies, "hunt_crossley") < 1e-6);
}

AB_TESTS(AB_TEST(a_polygon_lands_nearly_flat), AB_TEST(an_uneven_polygon_lands),
         AB_TEST(a_plate_tumbles_on_a_plane))
