// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// held_by_joints_test.c - contacts along which joints let nothing move: no impulse can change anything
// there, so none acts. What closes is rounding, and friction by the impulse it seems to ask for would
// stop everything.

#include <stdio.h>

#include "base/check.h"
#include "core/run_fixture.h"

typedef struct Told {
    EnergyOfRun energy;
    double closing; // fastest of an impact                                             [m/s]
} Told;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    follow_energy(&((Told *)context)->energy, &frame->energy);
    return AB_OK;
}

static abResult take_event(void *context, const abEvent *event, abError *error) {
    Told *told = context;
    (void)error;
    told->closing =
        event->kind == AB_EVENT_IMPACT ? fmax(told->closing, event->speed) : told->closing;
    return AB_OK;
}

// A wheel that nods about an arm, which turns about the vertical, and comes back to the floor at just
// the height where it began: there the joints hold it, whatever presses from below.
static void a_wheel_that_grazes_the_floor_is_not_stopped(void) {
    static const char *const shapes[] = {"cylinder: {radius: 0.1, length: 0.04}",
                                         "sphere: {radius: 0.1}",
                                         "torus: {ring_radius: 0.08, tube_radius: 0.02}"};
    for (size_t k = 0; k < 3; k++) {
        for (double spin = 3.0; spin < 13.0; spin += 3.0) {
            static abError error;
            char text[1500];
            snprintf(
                text, sizeof text,
                "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {s: {density: 1000}}\n"
                "pairs: [{materials: [s, s], restitution: 0, sliding_friction: 0.5}]\n"
                "bodies:\n  floor: {mobility: fixed, shapes: [{plane: {}, material: s}]}\n"
                "  b: {position: [0.3, 0, 0.1], orientation: [0.7071067811865476, 0, "
                "0.7071067811865475, 0], velocity: [0, 0.6, 0], angular_velocity: [%g, 0, 2], "
                "shapes: [{%s, material: s}]}\n"
                "  hub: {position: [0, 0, 0.1], angular_velocity: [0, 0, 2], "
                "shapes: [{sphere: {radius: 0.02}, material: s}]}\n"
                "joints:\n"
                "  - {type: revolute, between: [floor, hub], position: [0, 0, 0.1]}\n"
                "  - {type: revolute, between: [hub, b], position: [0.3, 0, 0.1], axis: [1, 0, "
                "0]}\n"
                "contacts: [{between: ['*', '*'], normal: {law: rigid}, "
                "friction: {law: coulomb}}]\n"
                "simulation: {end_time: 1.5}\n",
                -spin, shapes[k]);
            Told told = {0};
            abStatistics statistics = {0};
            abObserver observer = {.context = &told, .frame = take_frame, .event = take_event};
            CHECK(run_and_say(text, &observer, &statistics, &error) == AB_OK);
            CHECK(told.energy.most > 0.1);
            CHECK_NEAR(told.energy.start, told.energy.start + told.energy.rise, 1e-7,
                       told.energy.most);
            CHECK(told.energy.drift < 1e-7 * told.energy.most);
            CHECK(told.closing == 0.0);
        }
    }
}

AB_TESTS(AB_TEST(a_wheel_that_grazes_the_floor_is_not_stopped))
