// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sweep_graze_test.c - what stays near another for long is searched for touches in few distances: a
// ring that rolls, a block on a plate that tilts, a pin in a slot, an egg in a ring. What a search
// gives up is no event.

#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "core/simulation_state.h"

static abError s_error;
static int64_t s_before, s_most; // distances at the last step, and the most that one took
static int s_touches, s_impacts;

static abResult note_step(void *context, abSimulation *simulation, double time, abError *error) {
    (void)context, (void)time, (void)error;
    int64_t now = simulation->dynamics.mechanics.proximity_calls;
    s_most = now - s_before > s_most ? now - s_before : s_most;
    s_before = now;
    return AB_OK;
}

static abResult note_event(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    s_touches += event->kind == AB_EVENT_TOUCH;
    s_impacts += event->kind == AB_EVENT_IMPACT;
    return AB_OK;
}

static abResult run(const char *bodies, const char *contact, double tolerance, double end,
                    abStatistics *statistics) {
    char text[2000];
    snprintf(text, sizeof text,
             "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 700}}\n"
             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\n"
             "contacts: [{between: [all, all], %s}]\nbodies:\n%s"
             "simulation: {method: events, end_time: %.17g, tolerance: %.17g}\n",
             contact, bodies, end, tolerance);
    s_before = s_most = 0;
    s_touches = s_impacts = 0;
    const abObserver observer = {.step = note_step, .event = note_event};
    return run_fixture(text, &observer, statistics, &s_error);
}

static const char s_rigid[] = "normal: {law: rigid}, friction: {law: coulomb}";

// A ring thrown flat over a plane rolls, slides and hops on its tube.
static void a_ring_that_rolls(void) {
    abStatistics statistics;
    CHECK(run("  g: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
              "  a: {position: [0, 0, 0.005], orientation: [0.6, -0.64, 0.48, 0], "
              "velocity: [-1.8, 1.3, 0], angular_velocity: [-50, -20, -45], shapes: [{torus: "
              "{ring_radius: 0.0036, tube_radius: 0.0012}, material: m}]}\n",
              s_rigid, 1e-7, 0.25, &statistics) == AB_OK);
    CHECK(s_most > 0 && s_most <= 1000); // of a step, the event at its end and what follows
    CHECK(statistics.proximity_calls <= 30 * statistics.evaluations);
}

// The plate turns under the block, as a plane that has no end.
static void a_block_on_a_plate_that_tilts(void) {
    abStatistics statistics;
    CHECK(run("  plate: {mobility: prescribed, motion: {ry: 0.4*t}, shapes: [{plane: {}, "
              "material: m}]}\n"
              "  block: {position: [0.25, 0, 0.03], velocity: [0.012, 0, -0.1], "
              "angular_velocity: [0, 0.4, 0], shapes: [{box: {size: [0.2, 0.1, 0.06]}, "
              "material: m}]}\n",
              s_rigid, 1e-7, 0.3, &statistics) == AB_OK);
    CHECK(s_most > 0 && s_most <= 1000);
}

// A pin turns in a slot that it all but fills.
static void a_pin_in_a_slot(void) {
    abStatistics statistics;
    CHECK(run("  crank: {mobility: prescribed, motion: {rz: 10*t}, shapes: [{curve: {kind: lines, "
              "thickness: 0.01, points: [[0.06, 0, 1], [0.04, 0, 1]]}, material: m}]}\n"
              "  link: {mobility: planar, position: [0.05001, 0, 0], mass: 1, inertia: [1.0e-3, "
              "1.0e-3, 1.0e-3], shapes: [{curve: {kind: lines, hole: true, thickness: 0.01, "
              "points: [[0.01001, -0.07], [0.01001, 0.07, 1], [-0.01001, 0.07], [-0.01001, -0.07, "
              "1]]}, material: m}]}\n",
              "normal: {law: hunt_crossley, stiffness: 1.0e+6, exponent: 1}", 1e-7, 0.1,
              &statistics) == AB_OK);
    CHECK(s_most > 0 && s_most <= 1000);
    CHECK(statistics.steps < 2000);
}

// An egg hops and rocks in the hole of a ring, where a plane parts neither from the other.
static void an_egg_in_a_ring(void) {
    abStatistics statistics;
    CHECK(run("  g: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
              "  ring: {mobility: fixed, position: [0, 0, 0.03], shapes: [{torus: {ring_radius: "
              "0.06, tube_radius: 0.03}, material: m}]}\n"
              "  egg: {position: [0.012, 0.005, 0.11], orientation: [0.6, 0, 0.8, 0], "
              "angular_velocity: [3, -2, 1], shapes: [{ellipsoid: {semi_axes: [0.05, 0.04, 0.03]}, "
              "material: m}]}\n",
              "normal: {law: rigid}, friction: none", 1e-5, 0.2, &statistics) == AB_OK);
    CHECK(s_impacts > 0);
    CHECK(s_most > 0 && s_most <= 1000);
    CHECK(statistics.proximity_calls <= 30 * statistics.evaluations);
}

AB_TESTS(AB_TEST(a_ring_that_rolls), AB_TEST(a_block_on_a_plate_that_tilts),
         AB_TEST(a_pin_in_a_slot), AB_TEST(an_egg_in_a_ring))
