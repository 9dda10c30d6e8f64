// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// ignored_depth_test.c - ignore_deeper_than on surfaces: what is deeper carries nothing, what beside
// it is not so deep carries on.

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;

// A stool of two feet, 0.4 m by 0.5 m each, one 0.01 m deep in the floor and the other 0.03 m.
static const char s_stool[] =
    "abut: 1\n"
    "materials: {m: {density: 1000}}\n"
    "bodies:\n"
    "  floor: {mobility: fixed, position: [0, 0, -0.5], shapes: [{box: {size: [2, 2, 1]}, "
    "material: m}]}\n"
    "  stool:\n"
    "    position: [0, 0, -0.01]\n"
    "    shapes:\n"
    "      - material: m\n"
    "        mesh:\n"
    "          collide: surface\n"
    "          points: [[-0.5,0,0],[-0.1,0,0],[-0.1,0.5,0],[-0.5,0.5,0],\n"
    "            [-0.5,0,0.4],[-0.1,0,0.4],[-0.1,0.5,0.4],[-0.5,0.5,0.4],\n"
    "            [0.1,0,-0.02],[0.5,0,-0.02],[0.5,0.5,-0.02],[0.1,0.5,-0.02],\n"
    "            [0.1,0,0.4],[0.5,0,0.4],[0.5,0.5,0.4],[0.1,0.5,0.4]]\n"
    "          faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],\n"
    "            [2,7,6],[3,0,4],[3,4,7],[8,10,9],[8,11,10],[12,13,14],[12,14,15],[8,9,13],\n"
    "            [8,13,12],[9,10,14],[9,14,13],[10,11,15],[10,15,14],[11,8,12],[11,12,15]]\n";

static const double s_foot_area = 0.4 * 0.5; // [m^2]

// The force at the start, and where along x it acts, of a layer with p = 1e6 N/m^3 times depth.
static abContactState pressed(const char *manifold, const char *limit) {
    char text[4000];
    abModel *model;
    abSimulation *simulation;
    abContactState contact = {0};
    snprintf(text, sizeof text,
             "%scontacts: [{between: [floor, stool], manifold: %s, friction: {law: none},\n"
             "  normal: {law: foundation, youngs_modulus: 1.0e5, poissons_ratio: 0, "
             "thickness: 0.1, pressure: linear}%s}]\n"
             "simulation: {end_time: 0.01}\n",
             s_stool, manifold, limit);
    open_sound(text, (abLog){0}, &model, &simulation, &s_error);
    must_be_ok(ab_simulation_advance(simulation, 0.0, &s_error), &s_error);
    int count = ab_simulation_contacts(simulation, &contact, 1);
    CHECK(count == 1);
    close_fixture(model, simulation);
    return contact;
}

static void a_part_that_is_too_deep_carries_nothing(void) {
    static const char *const manifolds[] = {"faces", "vertices", "contours"};
    for (size_t i = 0; i < sizeof manifolds / sizeof manifolds[0]; i++) {
        double shallow = 1e6 * 0.01 * s_foot_area, deep = 1e6 * 0.03 * s_foot_area;
        abContactState all = pressed(manifolds[i], "");
        abContactState one = pressed(manifolds[i], ", ignore_deeper_than: 0.02");
        abContactState none = pressed(manifolds[i], ", ignore_deeper_than: 0.005");
        CHECK_NEAR(all.normal_force, shallow + deep, 1e-13, shallow);
        CHECK_NEAR(one.normal_force, shallow, 1e-13, shallow);
        CHECK_NEAR(all.point.x, 0.3 * (deep - shallow) / (deep + shallow), 1e-13, 1.0);
        CHECK_NEAR(one.point.x, -0.3, 1e-13, 1.0);
        CHECK(none.normal_force == 0.0);
    }
}

AB_TESTS(AB_TEST(a_part_that_is_too_deep_carries_nothing))
