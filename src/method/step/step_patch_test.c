// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_patch_test.c - a disc that rocks on its rim: on a narrow bench the outline of its face has
// corners, and between two of them the rim carries it as well.

#include <math.h>
#include <stdio.h>

#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

// Of the disc, and half the width of the bench.                                            [m]
static const double s_radius = 0.04, s_thickness = 0.02, s_half_width = 0.03;
static double s_lowest; // height of its lowest point above the bench, in all frames         [m]
static abError s_error;

// Of a rim the lowest point above the bench.
static double lowest_of(const abBodyState *body, double side) {
    abMat3 R = ab_quat_to_matrix(body->orientation);
    double lowest = INFINITY;
    for (int i = 0; i < 720; i++) {
        double angle = AB_PI / 360.0 * i;
        abVec3 at = {s_radius * ab_cos(angle), s_radius * ab_sin(angle), side};
        at = ab_add(body->position, ab_mul(R, at));
        lowest = fabs(at.y) <= s_half_width ? fmin(lowest, at.z) : lowest;
    }
    return lowest;
}

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    for (int side = -1; side <= 1; side += 2) {
        s_lowest = fmin(s_lowest, lowest_of(&frame->bodies[1], 0.5 * s_thickness * side));
    }
    return AB_OK;
}

static const abObserver s_observer = {NULL, take_frame, NULL, NULL};

static void rock(int scene, double step) {
    static char text[2000];
    double rx = 0.3 * ab_cos(1.3 * scene), ry = 0.3 * ab_sin(2.1 * scene + 0.4);
    snprintf(
        text, sizeof text,
        "abut: 1\ngravity: [0, 0, -9.81]\n"
        "materials: {m: {youngs_modulus: 2e11, poissons_ratio: 0.3, density: 7850}}\n"
        "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\nbodies:\n"
        "  bench: {mobility: fixed, shapes: [{box: {size: [2, %g, 1]}, position: [0, 0, -0.5], "
        "material: m}]}\n"
        "  disc: {position: [0, 0, 0.04], rotation: [%g, %g, 0], angular_velocity: [0, 0, 30],"
        " shapes: [{cylinder: {radius: %g, length: %g, axis: z}, material: m}]}\n"
        "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: none}}]\n"
        "simulation: {method: stepping, step: %g, step_control: fixed, end_time: 0.3, "
        "output_interval: %g}\n",
        2.0 * s_half_width, rx, ry, s_radius, s_thickness, step, step);
    s_lowest = INFINITY;
    abResult result = run_fixture(text, &s_observer, NULL, &s_error);
    if (result != AB_OK) {
        printf("%s\n", s_error.problems[0].text);
    }
    CHECK(result == AB_OK);
}

// At the corners alone, where the rim comes over the sides of the bench, it sank in by 7e-5 m and
// 1.6e-5 m.
static void a_round_edge_does_not_sink_in(void) {
    static const double steps[] = {3e-4, 7.5e-5}, allowed[] = {1e-5, 2e-6};
    for (int i = 0; i < 2; i++) {
        for (int scene = 0; scene < 12; scene++) {
            rock(scene, steps[i]);
            CHECK(s_lowest > -allowed[i]);
        }
    }
}

AB_TESTS(AB_TEST(a_round_edge_does_not_sink_in))
