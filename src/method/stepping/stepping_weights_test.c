// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_weights_test.c - what is said of the contacts of a stack at rest carries what lies on them,
// also where restitution 0 makes the damping of the law far too strong for the step.

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "core/run_fixture.h"

enum { STACK = 4, DENSITY = 1000 };

static const double s_height[STACK] = {0.5, 0.4, 0.3, 0.8};

static double s_worst; // of what is said of a contact, by the weight that it carries

static double weight_above(int lower) {
    double weight = 0.0;
    for (int i = lower; i < STACK; i++) {
        weight += 9.81 * DENSITY * s_height[i];
    }
    return weight;
}

// Body 1 is the ground, those of the stack follow.
static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)context;
    (void)error;
    if (frame->time < 1.5) {
        return AB_OK;
    }
    double carried[STACK] = {0};
    for (int k = 0; k < frame->contact_count; k++) {
        const abContactState *contact = &frame->contacts[k];
        int lower = contact->body_a < contact->body_b ? contact->body_a : contact->body_b;
        carried[lower - 1] += fabs(contact->force.z);
    }
    for (int i = 0; i < STACK; i++) {
        s_worst = fmax(s_worst, fabs(carried[i] / weight_above(i) - 1.0));
    }
    return AB_OK;
}

static void contacts_say_what_they_carry(void) {
    static const char *const laws[] = {"hunt_crossley, stiffness: 2.3e9",
                                       "flores, stiffness: 2.3e9",
                                       "hunt_crossley, stiffness: 2.3e8"};
    static const double steps[] = {0.0016, 0.0032};
    for (size_t law = 0; law < sizeof laws / sizeof laws[0]; law++) {
        for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
            static char text[2000];
            int n = snprintf(text, sizeof text,
                             "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: %d}}\n"
                             "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0.3}]\n"
                             "contacts: [{between: [all, all], normal: {law: %s}, friction: {law: "
                             "coulomb}}]\n"
                             "simulation: {method: stepping, step: %g, end_time: 2, "
                             "output_interval: 0.0501}\n"
                             "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: "
                             "m}]}\n",
                             DENSITY, laws[law], steps[k]);
            double top = 0.0;
            for (int i = 0; i < STACK; i++) {
                n += snprintf(text + n, sizeof text - (size_t)n,
                              "  b%d: {position: [%g, 0, %.9g], shapes: [{box: {size: [1, 1, %g]}, "
                              "material: m}]}\n",
                              i, 0.02 * (i % 3 - 1), top + 0.5 * s_height[i] + 2e-5, s_height[i]);
                top += s_height[i];
            }
            abStatistics statistics;
            abError error;
            s_worst = 0.0;
            must_be_ok(run_fixture(text, &(abObserver){.frame = take_frame}, &statistics, &error),
                       &error);
            printf("  %s, %g s: off by %.1e of the weight\n", laws[law], steps[k], s_worst);
            CHECK(s_worst < 1e-3);
        }
    }
}

AB_TESTS(AB_TEST(contacts_say_what_they_carry))
