// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_unseen_test.c - a tumbling frustum of a cone never gets into a plane with an edge that was not
// the nearest at the middle of a step, however long the steps are; what rolls over its edges does not
// overlap at the end of a step.

#include <math.h>
#include <stdio.h>

#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/vector_math.h"

// Of the frustum; the origin of the body is the centre of its base, its axis is z.
static const double s_base = 0.07, s_top = 0.035, s_length = 0.1;

static double s_lowest; // height of its lowest point in all frames                           [m]
static abError s_error;

// A disc of radius r, `along` the axis from the origin, reaches down by r sqrt(1 - z^2) from its
// centre, where z is the upward part of the axis.
static double lowest_of_disc(const abBodyState *body, double along, double r) {
    double x = body->orientation.x, y = body->orientation.y;
    double z = 1.0 - 2.0 * (x * x + y * y);
    return body->position.z + along * z - r * sqrt(fmax(0.0, 1.0 - z * z));
}

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    const abBodyState *body = &frame->bodies[1];
    s_lowest = fmin(s_lowest,
                    fmin(lowest_of_disc(body, 0.0, s_base), lowest_of_disc(body, s_length, s_top)));
    return AB_OK;
}

static const abObserver s_observer = {NULL, take_frame, NULL, NULL};

// Lets it tumble over a plane without weight or loss, thrown with 0.7 m/s at 9 rad/s.
static void throw(double height, double rate, const char *simulation) {
    static char text[2000];
    snprintf(
        text, sizeof text,
        "abut: 1\ngravity: [0, 0, 0]\n"
        "materials: {m: {youngs_modulus: 2e11, poissons_ratio: 0.3, density: 7850}}\n"
        "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0}]\nbodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
        "  top: {position: [0, 0, %g], velocity: [0, 0, -0.7], angular_velocity: [%g, 0.5, 0.1],"
        " shapes: [{cone: {radius: %g, top_radius: %g, length: %g}, material: m}]}\n"
        "contacts: [{between: [all, all], normal: {law: elastic}, friction: {law: none}}]\n"
        "simulation: {method: stepping, end_time: 0.4, %s}\n",
        height, rate, s_base, s_top, s_length, simulation);
    s_lowest = INFINITY;
    CHECK(run_fixture(text, &s_observer, NULL, &s_error) == AB_OK);
}

// Elastic impacts of steel at this speed are 0.3 mm deep at most, as short steps show.
static const double s_by_its_law = 3e-4;

static void no_edge_gets_in_unseen(void) {
    static const double rates[] = {4.0, 9.0, -15.0, 30.0}, heights[] = {0.2, 0.23, 0.26};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            throw(heights[k], rates[i], "step: 2e-2, step_control: adaptive, tolerance: 1e-6");
            double adaptive = s_lowest;
            throw(heights[k], rates[i], "step: 2e-3, output_interval: 2e-3");
            CHECK(adaptive > -s_by_its_law);
            CHECK(s_lowest > -s_by_its_law - 0.01 * s_length);
        }
    }
}

static double s_deepest; // of contacts in all frames                                       [m]

static abResult take_depth(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    for (int i = 0; i < frame->contact_count; i++) {
        s_deepest = fmax(s_deepest, frame->contacts[i].depth);
    }
    return AB_OK;
}

static const abObserver s_depth_observer = {NULL, take_depth, NULL, NULL};

// A beam that tumbles to rest by rigid contact rolls over its rounded edges: at the end of no step it
// overlaps the plane by more than 1e-6 of its size, and the summary says as much as the frames show.
static void what_turns_is_brought_apart(void) {
    static const double steps[] = {4e-3, 1e-3};
    for (int i = 0; i < 2; i++) {
        static char text[1500];
        snprintf(
            text, sizeof text,
            "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 1200}}\n"
            "pairs: [{materials: [m, m], restitution: 0.2, sliding_friction: 0.4}]\nbodies:\n"
            "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
            "  beam: {position: [0, 0, 0.3], velocity: [0.4, 0, 0], angular_velocity: [5, 3, 1],"
            " shapes: [{beam: {length: 0.3, width: 0.1, thickness: 0.08}, material: m}]}\n"
            "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: "
            "coulomb}}]\n"
            "simulation: {method: stepping, end_time: 2, step: %g, output_interval: %g}\n",
            steps[i], steps[i]);
        abStatistics statistics = {0};
        s_deepest = 0.0;
        CHECK(run_fixture(text, &s_depth_observer, &statistics, &s_error) == AB_OK);
        printf("beam: deepest %.3g m\n", s_deepest);
        CHECK(s_deepest < 2e-7);
        CHECK(statistics.worst_depth > 0.99 * s_deepest);
    }
}

AB_TESTS(AB_TEST(no_edge_gets_in_unseen), AB_TEST(what_turns_is_brought_apart))
