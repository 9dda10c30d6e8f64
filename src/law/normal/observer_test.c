// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// observer_test.c - a contact that is seen and not felt, against a free fall.

#include <math.h>

#include "base/check.h"
#include "base/model_fixture.h"

static abError s_error;
static int s_warnings;

static void count_warning(void *context, abLogLevel level, const char *text) {
    (void)context;
    if (level == AB_LOG_WARNING) {
        s_warnings++;
        printf("%s\n", text);
    }
}

typedef struct Seen {
    int touches, releases;
    double begin, end, speed, depth;
} Seen;

static abResult see_event(void *context, const abEvent *event, abError *error) {
    (void)error;
    Seen *seen = context;
    if (event->kind == AB_EVENT_TOUCH) {
        seen->touches++;
        seen->begin = event->time;
        seen->speed = event->speed;
    } else if (event->kind == AB_EVENT_RELEASE) {
        seen->releases++;
        seen->end = event->time;
        seen->depth = event->depth;
    }
    return AB_OK;
}

// A ball of radius 0.1 m falls from z through a gate that is 0.2 m thick, its middle at 0.
#define GATE(z, simulation)                                                                        \
    "abut: 1\ngravity: [0, 0, -10]\nmaterials: {air: {density: 1000}}\n"                           \
    "pairs: [{materials: [air, air], restitution: 0}]\nbodies:\n"                                  \
    "  ball: {position: [0, 0, " z "], shapes: [{sphere: {radius: 0.1}, material: air}]}\n"        \
    "  gate: {mobility: fixed, shapes: [{box: {size: [1, 1, 0.2]}, material: air}]}\n"             \
    "contacts: [{between: [ball, gate], normal: {law: observer}, friction: {law: "                 \
    "regularized}}]\nsimulation: {end_time: 1, " simulation "}\n"

static Seen fall(const char *text, double height, double error_allowed) {
    abModel *model;
    abSimulation *s;
    Seen seen = {0};
    s_warnings = 0;
    const abObserver observer = {.context = &seen, .event = see_event};
    must_be_ok(open_fixture(text, (abLog){.write = count_warning}, &model, &s, &s_error), &s_error);
    must_be_ok(ab_simulation_run(s, &observer, &s_error), &s_error);
    CHECK_NEAR(ab_simulation_body(s, (abBodyId){1}).position.z, height - 5.0, error_allowed, 5.0);
    CHECK(s_warnings == 0);
    CHECK(ab_simulation_statistics(s)->worst_depth == 0.0);
    close_fixture(model, s);
    return seen;
}

// It meets the gate after 0.8 m and leaves it after 1.2 m. The tolerance of the run is 1e-10.
static void a_ball_falls_through_a_gate(void) {
    Seen seen = fall(GATE("1", "tolerance: 1e-10"), 1.0, 1e-10);
    CHECK(seen.touches == 1 && seen.releases == 1);
    CHECK_NEAR(seen.begin, 0.4, 1e-10, 0.4);
    CHECK_NEAR(seen.speed, 4.0, 1e-10, 4.0);
    CHECK_NEAR(seen.end, sqrt(0.24), 1e-10, 0.5);
    // the nearest surface is that of the top until the middle, and of the bottom from there
    CHECK(seen.depth > 0.19 && seen.depth <= 0.2);
}

// As events at the ends of steps, or between them where they are placed; the fall is exact.
static void it_is_seen_by_steps_of_one_length(void) {
    Seen seen = fall(GATE("1", "method: stepping, step: 1e-3"), 1.0, 1e-12);
    CHECK(seen.touches == 1 && seen.releases == 1);
    CHECK_NEAR(seen.begin, 0.4, 1e-3, 1.0);
    CHECK_NEAR(seen.end, sqrt(0.24), 1e-3, 1.0);
}

// A ball that begins in the gate leaves it; no sentence asks to move it.
static void what_overlaps_at_the_start_is_no_mistake(void) {
    Seen seen = fall(GATE("0", "tolerance: 1e-10"), 0.0, 1e-10);
    CHECK(seen.touches == 1 && seen.releases == 1);
    CHECK_NEAR(seen.begin, 0.0, 1e-10, 1.0);
    CHECK_NEAR(seen.end, sqrt(0.04), 1e-10, 0.2);
}

AB_TESTS(AB_TEST(a_ball_falls_through_a_gate), AB_TEST(it_is_seen_by_steps_of_one_length),
         AB_TEST(what_overlaps_at_the_start_is_no_mistake))
