// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// same_ball_test.c - a ball is a ball by any of its names: a sphere, an ellipsoid of equal semi-axes,
// a capsule without length move alike on what they meet, by rigid contact and by a force law.

#include <stdio.h>

#include "abut/read.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

static abError s_error;

static const char *const s_balls[] = {"sphere: {radius: 0.04}",
                                      "ellipsoid: {semi_axes: [0.04, 0.04, 0.04]}",
                                      "capsule: {radius: 0.04, length: 0}"};
static const char *const s_grounds[] = {
    "[{plane: {}, material: s, rotation: [0, 0.2, 0]}]",
    "[{sphere: {radius: 1}, material: s, position: [0.02, 0.01, -1]}]",
    "[{box: {size: [4, 4, 1]}, material: s, position: [0, 0, -0.5]}]",
    ("[{box: {size: [8, 4, 1]}, material: s, position: [0, 0.36, -0.62], rotation: [0.7, 0, 0]},"
     " {box: {size: [8, 4, 1]}, material: s, position: [0, -0.36, -0.62], rotation: [-0.7, 0, "
     "0]}]"),
};
static const char *const s_laws[] = {"normal: {law: rigid}, friction: {law: coulomb}",
                                     "normal: {law: hertz}"};

static abVec3 end_of(const char *ball, const char *ground, const char *law) {
    char text[1500];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\n"
             "materials: {s: {density: 7850, youngs_modulus: 1.0e8, poissons_ratio: 0.3}}\n"
             "pairs: [{materials: [s, s], restitution: 0.3, sliding_friction: 0.4}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: %s}\n"
             "  ball: {position: [0, 0, 0.2], velocity: [0.3, 0, 0], shapes: [{%s, material: s}]}\n"
             "contacts: [{between: ['*', '*'], %s}]\n"
             "simulation: {end_time: 0.6, tolerance: 1e-10}\n",
             ground, ball, law);
    abModel *model;
    abSimulation *simulation;
    open_sound(text, (abLog){0}, &model, &simulation, &s_error);
    CHECK(ab_simulation_run(simulation, NULL, &s_error) == AB_OK);
    abVec3 p = ab_simulation_body(simulation, (abBodyId){2}).position;
    close_fixture(model, simulation);
    return p;
}

static void balls_of_any_name_move_alike(void) {
    for (int g = 0; g < 4; g++) {
        for (int law = 0; law < 2; law++) {
            abVec3 ball = end_of(s_balls[0], s_grounds[g], s_laws[law]);
            CHECK(ball.z > -0.3); // not through
            for (int i = 1; i < 3; i++) {
                abVec3 other = end_of(s_balls[i], s_grounds[g], s_laws[law]);
                CHECK_NEAR(ab_norm(ab_sub(other, ball)), 0.0, 1e-7, 1.0);
            }
        }
    }
}

AB_TESTS(AB_TEST(balls_of_any_name_move_alike))
