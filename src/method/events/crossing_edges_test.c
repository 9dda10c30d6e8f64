// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// crossing_edges_test.c - meshes that meet edge on edge under friction with a history.

#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

static abError s_error;

// Two tetrahedra that spin and meet with their edges, one as it is, one as its hull or as it is.
static abStatistics meet(const char *friction, const char *collide) {
    static const char tetrahedron[] = "points: [[1,1,1],[1,-1,-1],[-1,1,-1],[-1,-1,1]], "
                                      "faces: [[0,1,2],[0,3,1],[0,2,3],[1,3,2]], scale: 0.05";
    static char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\n"
             "gravity: [0, 0, -9.81]\n"
             "materials: {m: {density: 700, youngs_modulus: 1.0e10, poissons_ratio: 0.3}}\n"
             "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.3}]\n"
             "bodies:\n"
             "  a: {orientation: [0.9938079899999066, 0.09938079899999067, 0.04969039949999533, "
             "0], angular_velocity: [-3, 2, 1],"
             " shapes: [{mesh: {%s, collide: surface}, material: m}]}\n"
             "  b: {position: [0.01, 0.004, 0.11], orientation: [0.9699030145475754, "
             "0.1199880017997001, -0.06999300104982505, 0.1999800029995001],"
             " velocity: [0.1, 0.3, -1], angular_velocity: [2, 1, 0.5],"
             " shapes: [{mesh: {%s, collide: %s}, material: m}]}\n"
             "contacts: [{between: [a, b], normal: {law: poisson}, friction: {law: %s}}]\n"
             "simulation: {method: events, end_time: 0.0125, tolerance: 1.0e-6, max_steps: 1000}\n",
             tetrahedron, tetrahedron, collide, friction);
    abStatistics statistics = {0};
    CHECK(run_fixture(text, NULL, &statistics, &s_error) == AB_OK);
    return statistics;
}

// A cube falls on another, both as they are, turned by 40 degrees about the vertical and tilted by one
// about a horizontal axis: of such faces the outlines cross all around, and the lowest crossing meets first.
static abStatistics meet_flat(double axis) {
    static const char cube[] =
        "points: [[-1,-1,-1],[1,-1,-1],[1,1,-1],[-1,1,-1],[-1,-1,1],[1,-1,1],[1,1,1],[-1,1,1]], "
        "faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6],"
        "[3,0,4],[3,4,7]], scale: 0.05, collide: surface";
    static char text[2400];
    abVec3 about = {ab_cos(axis), ab_sin(axis), 0.0};
    abQuat q = ab_quat_mul(ab_quat_from_axis_angle(about, 0.02),
                           ab_quat_from_axis_angle((abVec3){0.0, 0.0, 1.0}, 0.7));
    snprintf(text, sizeof text,
             "abut: 1\n"
             "materials: {m: {density: 700, youngs_modulus: 1.0e10, poissons_ratio: 0.3}}\n"
             "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0.3}]\n"
             "bodies:\n"
             "  a: {angular_velocity: [-1, 0.5, 1], shapes: [{mesh: {%s}, material: m}]}\n"
             "  b: {position: [0.003, 0.002, 0.1025], orientation: [%.17g, %.17g, %.17g, %.17g],"
             " velocity: [0.1, 0.05, -1], angular_velocity: [0.7, 1, 0.5],"
             " shapes: [{mesh: {%s}, material: m}]}\n"
             "contacts: [{between: [a, b], normal: {law: poisson}, friction: {law: coulomb}}]\n"
             "simulation: {method: events, end_time: 0.01, tolerance: 1.0e-8, max_steps: 2000}\n",
             cube, q.w, q.x, q.y, q.z, cube);
    abStatistics statistics = {0};
    CHECK(run_fixture(text, NULL, &statistics, &s_error) == AB_OK);
    return statistics;
}

static void tell(const char *what, const abStatistics *found) {
    printf("  %s: %d steps, book within %.1e\n", what, (int)found->steps,
           found->energy_drift / found->energy_scale);
}

// What sticks turns with the normal of the edges. That of the pair is of either of two faces as near,
// and was rounding: no step followed what it did to the friction, at 1e-8 they were of 1e-11 s.
static void edges_that_cross_are_passed_by_events(void) {
    static const char *const laws[] = {"mindlin", "bristle", "coulomb"};
    static const double books[] = {1e-8, 1e-8, 1e-7};
    for (int i = 0; i < 6; i++) {
        abStatistics found = meet(laws[i / 2], i % 2 == 0 ? "hull" : "surface");
        tell(laws[i / 2], &found);
        CHECK(found.worst_depth > 0.0 && found.dense_steps == 0);
        CHECK(found.energy_drift < books[i / 2] * found.energy_scale);
    }
}

// Nor do the points of exact friction lie at a height by the normal of the pair: between two faces as
// near they jumped along the normal, by a part of the depth, and the torque of friction with them.
static void outlines_that_cross_are_passed_by_events(void) {
    static const double axes[] = {0.4, 1.2, 2.0, 3.5};
    for (int i = 0; i < 4; i++) {
        abStatistics found = meet_flat(axes[i]);
        tell("coulomb, nearly flat", &found);
        CHECK(found.worst_depth > 0.0 && found.dense_steps == 0);
        CHECK(found.energy_drift < 1e-7 * found.energy_scale);
    }
}

AB_TESTS(AB_TEST(edges_that_cross_are_passed_by_events),
         AB_TEST(outlines_that_cross_are_passed_by_events))
