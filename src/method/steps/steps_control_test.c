// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// steps_control_test.c - where each long step makes energy, most steps are short ones.

#include "base/check.h"
#include "method/steps/steps.h"

// Steps of length 1 of which every one is cut that is longer than `bearable`, until as many are taken;
// how many were tried in vain.
static int tries_in_vain(double bearable, int steps) {
    static abSimulation simulation;
    static abStepping own;
    simulation = (abSimulation){.stepping = &own};
    own = (abStepping){.longest = 1.0};
    int vain = 0;
    for (int i = 0; i < steps; i++) {
        abStepTaken taken = {.h = ab_step_control_limit(&own, 1.0), .pair = -1};
        if (taken.h > bearable) {
            taken.h = bearable;
            taken.cut = AB_STEP_CUT_BY_ENERGY;
            vain++;
        }
        ab_step_control_follow(&simulation, &taken);
    }
    return vain;
}

// Tries come after 2, 4, 8 ... 64 steps, and then every 65.
static void tries_in_vain_become_rare(void) {
    CHECK(tries_in_vain(0.5, 1000) <= 22);
    CHECK(tries_in_vain(1.0, 1000) == 0);
}

// What is cut once in a long time is tried again at once.
static void one_cut_is_no_reason(void) {
    static abSimulation simulation;
    static abStepping own;
    simulation = (abSimulation){.stepping = &own};
    own = (abStepping){.longest = 1.0};
    for (int i = 0; i < 300; i++) {
        bool is_cut = i % 30 == 0;
        abStepTaken taken = {.h = is_cut ? 0.5 : 1.0,
                             .pair = -1,
                             .cut = is_cut ? AB_STEP_CUT_BY_ENERGY : (abStepCut)0};
        ab_step_control_follow(&simulation, &taken);
        CHECK(ab_step_control_limit(&own, 1.0) == 1.0);
    }
}

AB_TESTS(AB_TEST(tries_in_vain_become_rare), AB_TEST(one_cut_is_no_reason))
