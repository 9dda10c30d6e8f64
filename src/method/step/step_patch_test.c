// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_patch_test.c - a plate with round ends that rocks on their rims: the outline of its face has
// corners, and between two of them the rim carries it
// as well.

#include <math.h>
#include <stdio.h>

#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"

// Length between the axes of the ends, radius of these, thickness; along x, across y, along z.    [m]
static const double s_length = 0.02, s_radius = 0.04, s_thickness = 0.02;

static double
    s_lowest; // height of its lowest point in all frames                               [m]
static abError s_error;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context, (void)error;
    const abBodyState *body = &frame->bodies[1];
    const abQuat *q = &body->orientation;
    double x = 2.0 * (q->x * q->z - q->w * q->y), z = 1.0 - 2.0 * (q->x * q->x + q->y * q->y);
    double down = 0.5 * s_length * fabs(x) + 0.5 * s_thickness * fabs(z) +
                  s_radius * sqrt(fmax(0.0, 1.0 - z * z));
    s_lowest = fmin(s_lowest, body->position.z - down);
    return AB_OK;
}

static const abObserver s_observer = {NULL, take_frame, NULL, NULL};

static void rock(int scene, const char *ground) {
    static char text[2000];
    double rx = 0.3 * ab_cos(1.3 * scene), ry = 0.3 * ab_sin(2.1 * scene + 0.4);
    snprintf(
        text, sizeof text,
        "abut: 1\ngravity: [0, 0, -9.81]\n"
        "materials: {m: {youngs_modulus: 2e11, poissons_ratio: 0.3, density: 7850}}\n"
        "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\nbodies:\n"
        "  ground: {mobility: fixed, shapes: [{%s, material: m}]}\n"
        "  plate: {position: [0, 0, 0.04], rotation: [%g, %g, 0], angular_velocity: [0, 0, 30],"
        " shapes: [{beam: {length: %g, width: %g, thickness: %g, axis: x}, material: m}]}\n"
        "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: none}}]\n"
        "simulation: {method: stepping, step: 3e-4, step_control: fixed, end_time: 0.3, "
        "output_interval: 3e-4}\n",
        ground, rx, ry, s_length, 2.0 * s_radius, s_thickness);
    s_lowest = INFINITY;
    abResult result = run_fixture(text, &s_observer, NULL, &s_error);
    if (result != AB_OK) {
        printf("%s\n", s_error.problems[0].text);
    }
    CHECK(result == AB_OK);
}

// In a step it turns by 0.01 rad: the edge moves by 4e-6 m across what the step takes as its way. At the
// corners alone it sank in by 3e-5 m.
static void a_round_edge_does_not_sink_in(void) {
    for (int scene = 0; scene < 12; scene++) {
        rock(scene, "plane: {}");
        CHECK(s_lowest > -5e-6);
        rock(scene, "box: {size: [2, 2, 1]}, position: [0, 0, -0.5]");
        CHECK(s_lowest > -5e-6);
    }
}

AB_TESTS(AB_TEST(a_round_edge_does_not_sink_in))
