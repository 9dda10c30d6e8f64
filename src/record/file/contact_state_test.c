// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_state_test.c - whether a contact sticks or slips is told, for every kind of friction: a
// block on a ground, with gravity aslant, below and above the angle of friction.

#include <math.h>
#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

typedef struct Seen {
    double time;
    int state; // abContactHold of the last frame; -1: no contact
} Seen;

static abResult note_frame(void *context, const abFrame *frame, abError *error) {
    Seen *seen = context;
    (void)error;
    seen->time = frame->time;
    seen->state = frame->contact_count > 0 ? (int)frame->contacts[0].state : -1;
    return AB_OK;
}

// `slope`: gravity along the ground by gravity into it; the coefficient of friction is 0.5.
static int state_at_end(const char *normal, const char *friction, const char *simulation,
                        double slope) {
    char text[1500];
    abError error;
    Seen seen = {.state = -2};
    snprintf(text, sizeof text,
             "abut: 1\n"
             "gravity: [%.17g, 0, -9.81]\n"
             "materials: {wood: {youngs_modulus: 1.0e7, poissons_ratio: 0.3, density: 700}}\n"
             "pairs: [{materials: [wood, wood], restitution: 0, sliding_friction: 0.5}]\n"
             "bodies:\n"
             "  ground: {mobility: fixed, shapes: [{plane: {}, material: wood}]}\n"
             "  block: {position: [0, 0, 0.0499], shapes: [{box: {size: [0.4, 0.4, 0.1]}, "
             "material: wood}]}\n"
             "contacts: [{between: ['*', '*'], normal: %s, friction: %s}]\n"
             "simulation: {end_time: 0.5, output_interval: 0.1, %s}\n",
             9.81 * slope, normal, friction, simulation);
    abObserver observer = {.context = &seen, .frame = note_frame};
    abResult result = run_fixture(text, &observer, NULL, &error);
    if (result != AB_OK) {
        ab_check_failed(friction, 0, error.count > 0 ? error.problems[0].text : "no run");
    }
    CHECK_NEAR(seen.time, 0.5, 1e-9, 1.0);
    return seen.state;
}

static void every_friction_says_whether_it_sticks(void) {
    static const struct {
        const char *normal, *friction, *simulation;
    } cases[] = {
        {"{law: elastic}", "{law: regularized}", "tolerance: 1.0e-6"},
        {"{law: elastic}", "{law: static_dynamic}", "tolerance: 1.0e-6"},
        {"{law: elastic}", "{law: bristle}", "tolerance: 1.0e-6"},
        {"{law: elastic}", "{law: coulomb}", "tolerance: 1.0e-6"},
        {"{law: rigid}", "{law: coulomb}", "tolerance: 1.0e-6"},
        {"{law: rigid}", "{law: coulomb}", "method: stepping, step: 0.005"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int low = state_at_end(cases[i].normal, cases[i].friction, cases[i].simulation, 0.2);
        int steep = state_at_end(cases[i].normal, cases[i].friction, cases[i].simulation, 1.0);
        if (low != AB_CONTACT_STICKS || steep != AB_CONTACT_SLIPS) {
            char sentence[300];
            snprintf(sentence, sizeof sentence, "%s %s %s: %d and %d", cases[i].normal,
                     cases[i].friction, cases[i].simulation, low, steep);
            ab_check_failed(__FILE__, __LINE__, sentence);
        }
    }
}

static void without_friction_there_is_no_state(void) {
    CHECK(state_at_end("{law: elastic}", "{law: none}", "tolerance: 1.0e-6", 0.2) ==
          AB_CONTACT_FREE);
    CHECK(state_at_end("{law: rigid}", "{law: none}", "tolerance: 1.0e-6", 0.2) == AB_CONTACT_FREE);
}

AB_TESTS(AB_TEST(every_friction_says_whether_it_sticks),
         AB_TEST(without_friction_there_is_no_state))
