// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// unpaid_depth_test.c - soft bodies with corners that meet deeply and without losses: wherever their
// depth jumps from one feature to another they gain nothing, and the energy book closes.

#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/elementary.h"

static abError s_error;

#define CUBE                                                                                       \
    "mesh: {points: [[-1,-1,-1],[1,-1,-1],[1,1,-1],[-1,1,-1],[-1,-1,1],[1,-1,1],[1,1,1],"          \
    "[-1,1,1]], faces: [[0,2,1],[0,3,2],[4,5,6],[4,6,7],[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],"  \
    "[2,7,6],[3,0,4],[3,4,7]], scale: 0.1}"
#define TETRAHEDRON                                                                                \
    "mesh: {points: [[1,1,1],[1,-1,-1],[-1,1,-1],[-1,-1,1]], faces: [[0,1,2],[0,3,1],[0,2,3],"     \
    "[1,3,2]], scale: 0.1, collide: hull}"

typedef struct Meeting {
    const char *shape, *mobility;
    double sideways; // of the way between them                                            [m]
    double may;      // by how much the book may be off, of what is turned over
} Meeting;

// Forces of regions and of corners that hardly lean are no exact slopes of what they store, with no
// jump: the more the book may be off.

static const Meeting s_meetings[] = {
    {CUBE, "free", 0.03, 3e-3},
    {TETRAHEDRON, "free", 0.03, 1e-5},
    {"outline: {form: block, width: 0.2, height: 0.1}", "planar", 0.04, 1e-7},
    {"outline: {form: random_polygon, radius: 0.1, sides: 5, seed: 3}", "planar", 0.02, 1e-2},
};

// Two equal bodies that come at each other, turned and spinning as the number has it.
static abStatistics meet(const Meeting *of, const char *law, int number) {
    static char text[2500];
    bool is_planar = of->mobility[0] == 'p';
    double turn = 3.0 * ab_sin(2.0 + number), lean = is_planar ? 0.0 : 3.0 * ab_cos(5.0 * number);
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, 0]\n"
             "materials: {m: {youngs_modulus: 1e6, poissons_ratio: 0.4, density: 1000}}\n"
             "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0}]\nbodies:\n"
             "  a: {mobility: %s, angular_velocity: [%g, %g, 1], shapes: [{%s, material: m}]}\n"
             "  b: {mobility: %s, position: [0.4, %g, 0], rotation: [%.6f, 0, %.6f],\n"
             "      velocity: [-3, 0.2, 0], angular_velocity: [%g, %g, 3], shapes: [{%s, material: "
             "m}]}\n"
             "contacts: [{between: [a, b], normal: {law: %s}, friction: {law: none}}]\n"
             "simulation: {method: events, end_time: 0.3, tolerance: 1e-8}\n",
             of->mobility, is_planar ? 0.0 : -1.0, is_planar ? 0.0 : 0.5, of->shape, of->mobility,
             of->sideways, lean, turn, is_planar ? 0.0 : 2.0, is_planar ? 0.0 : 1.0, of->shape,
             law);
    abStatistics statistics = {0};
    CHECK(run_fixture(text, NULL, &statistics, &s_error) == AB_OK);
    return statistics;
}

static void they_keep_their_energy(void) {
    static const char *const laws[] = {"hertz", "elastic", "poisson"};
    for (size_t k = 0; k < sizeof s_meetings / sizeof *s_meetings; k++) {
        double worst = 0.0, deepest = 0.0;
        for (int number = 0; number < 24; number++) {
            abStatistics found = meet(&s_meetings[k], laws[number % 3], number);
            worst = fmax(worst, found.energy_drift / found.energy_scale);
            deepest = fmax(deepest, found.worst_depth);
        }
        printf("  %.30s: the book is off by %.1e of what is turned over, %.3f m deep\n",
               s_meetings[k].shape, worst, deepest);
        CHECK(deepest > 0.01 && worst < s_meetings[k].may);
    }
}

AB_TESTS(AB_TEST(they_keep_their_energy))
