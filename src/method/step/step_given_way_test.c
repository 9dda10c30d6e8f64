// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_given_way_test.c - what moves as given goes on arcs; what it pushes is not left behind by the
// square of the step.

#include <math.h>
#include <stdio.h>

#include "base/check.h"
#include "core/run_fixture.h"

static abError s_error;
static double s_deepest; // in all frames                                                    [m]

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    for (int k = 0; k < frame->contact_count; k++) {
        bool is_deep_in_a_slot = frame->time > 1.56 && frame->time < 1.64;
        s_deepest = is_deep_in_a_slot ? fmax(s_deepest, frame->contacts[k].depth) : s_deepest;
    }
    return AB_OK;
}

static const abObserver s_observer = {NULL, take_frame, NULL, NULL};

// The eight walls of the slots of a wheel, in its frame.
static void write_slots(char *text, size_t size) {
    static const double places[8][2] = {{0.04407199, 0.03190975},   {0.03190975, 0.04407199},
                                        {-0.03190975, 0.04407199},  {-0.04407199, 0.03190975},
                                        {-0.04407199, -0.03190975}, {-0.03190975, -0.04407199},
                                        {0.03190975, -0.04407199},  {0.04407199, -0.03190975}};
    int used = 0;
    for (int i = 0; i < 8; i++) {
        used += snprintf(text + used, size - (size_t)used,
                         "%s{outline: {form: block, width: 0.05716004, height: 0.006, thickness: "
                         "0.02}, position: [%g, %g, 0], rotation: [0, 0, %.8g], material: m}",
                         i > 0 ? ", " : "", places[i][0], places[i][1],
                         0.7853982 + 1.5707963 * (i / 2));
    }
}

// A round pin on a crank turns a wheel of four slots in a Geneva drive; frames are inside
// of steps.
static void a_pin_stays_out_of_its_slot(void) {
    static char text[4000], slots[2500];
    write_slots(slots, sizeof slots);
    snprintf(
        text, sizeof text,
        "abut: 1\ngravity: [0, 0, 0]\n"
        "materials: {m: {density: 1200}}\n"
        "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.1418582}]\n"
        "bodies:\n"
        "  crank: {mobility: prescribed, motion: {rz: \"3.14159265 + 6.07355229 * t\"}, shapes: "
        "[{outline: {form: ball, radius: 0.005, thickness: 0.02}, position: [0.08485281, 0, 0], "
        "material: m}]}\n"
        "  wheel: {position: [0.12, 0, 0], mobility: planar, shapes: [%s]}\n"
        "joints: [{type: revolute, between: [world, wheel], position: [0.12, 0, 0], axis: [0, 0, "
        "1]}]\n"
        "forces: [{type: drag, between: [world, wheel], damping: 0, rotational_damping: "
        "0.005772266}]\n"
        "contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: coulomb}}]\n"
        "simulation: {method: stepping, end_time: 1.65, output_interval: 0.0010345157, step: "
        "0.003103547}\n",
        slots);
    s_deepest = 0.0;
    CHECK(run_fixture(text, &s_observer, NULL, &s_error) == AB_OK);
    printf("deepest: %.3g m\n", s_deepest);
    CHECK(s_deepest < 1e-6); // 3.6e-6 without its acceleration, 1e-5 where the wheel turned evenly
}

AB_TESTS(AB_TEST(a_pin_stays_out_of_its_slot))
