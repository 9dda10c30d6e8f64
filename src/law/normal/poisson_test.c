// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "law/normal/poisson.h"
#include "law/normal/poisson_restitution.h"

#include "base/check.h"
#include "law/normal/impact_trial.h"

static abTrial trial_of(double k, double e, double transition_speed, double mass) {
    const abNormalLaw *law = ab_normal_law(ab_normal_law_find("poisson"));
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    ab_table_defaults(law->table, params);
    memcpy(params + ab_table_find(law->table, "penalty")->offset, &k, sizeof k);
    memcpy(params + ab_table_find(law->table, "transition_speed")->offset, &transition_speed,
           sizeof transition_speed);
    abPairProperties pair = {.radius = INFINITY, .restitution = e};
    return ab_trial(law, params, pair, mass);
}

static void loading_and_unloading_differ_by_the_square_of_the_restitution(void) {
    for (double e = 0.0; e <= 1.0; e += 0.125) {
        abTrial t = trial_of(1e8, e, 0.01, 1.0);
        double in = ab_trial_force(&t, 1e-4, 1.0).force, out = ab_trial_force(&t, 1e-4, -1.0).force;
        CHECK_NEAR(out / in, e * e, 1e-15, 1.0);
        CHECK_NEAR(0.5 * (in + out), 100.0, 1e-15, 100.0);
    }
}

static void a_plastic_contact_lets_go_without_force(void) {
    abTrial t = trial_of(1e6, 0.0, 1.0, 1.0);
    CHECK(ab_trial_force(&t, 1e-3, -1.0).force == 0.0);
    CHECK(ab_trial_force(&t, 1e-3, -10.0).force == 0.0);
    CHECK(ab_trial_force(&t, 1e-3, -0.999999999).force >= 0.0);
}

static void slow_rates_keep_their_digits(void) {
    abTrial t = trial_of(1e6, 0.0, 1.0, 1.0);
    double rest = ab_trial_force(&t, 1e-3, 0.0).force;
    // S = 3/2 u around zero
    CHECK_NEAR(ab_trial_force(&t, 1e-3, 1e-10).force - rest, 1.5e-10 * rest, 2e-16, rest);
    CHECK_NEAR(ab_trial_force(&t, 1e-3, 0.0).damping, 1.5 * rest, 1e-15, rest);
}

// The quadrature against an integration of the law, over slow, usual and fast impacts.
static void the_predicted_restitution_comes_back(void) {
    for (double e = 0.0; e <= 1.0; e += 0.25) {
        for (double ratio = 0.1; ratio < 50.0; ratio *= 5.0) {
            abTrial t = trial_of(1e8, e, 0.1, 1.0);
            abTrialResult r = ab_trial_impact(&t, 0.1 * ratio, 20000);
            // S'' jumps inside the run: second order there, (1/N)^2 of the small zone
            CHECK_NEAR(r.speed_out / (0.1 * ratio), ab_poisson_restitution(e, ratio), 1e-8, 1.0);
        }
    }
}

static void its_limits_are_the_restitution_and_no_loss(void) {
    for (double e = 0.1; e < 1.0; e += 0.1) {
        double a = ab_poisson_loss(e);
        // the zone around v_t weighs (v_t/v0)^2
        CHECK_NEAR(ab_poisson_restitution(e, 1e6), e, 1e-11, 1.0);
        CHECK_NEAR(ab_poisson_restitution(e, 1e-6), 1.0 - 1e-6 * a, 2e-12, 1.0);
    }
    CHECK(ab_poisson_restitution(1.0, 3.0) == 1.0);
    CHECK(ab_poisson_restitution(0.0, 100.0) < 0.01 && ab_poisson_restitution(0.0, 100.0) > 0.009);
}

static void the_faster_the_impact_the_less_comes_back(void) {
    for (double e = 0.0; e < 1.0; e += 0.2) {
        double last = 1.0;
        for (double ratio = 1e-3; ratio < 1e3; ratio *= 1.5) {
            double back = ab_poisson_restitution(e, ratio);
            CHECK(back < last && back > e);
            last = back;
        }
    }
}

static void borders_are_at_the_transition_speed_both_ways(void) {
    abTrial t = trial_of(1e6, 0.5, 0.2, 1.0);
    double values[AB_NORMAL_SWITCHING_FUNCTIONS];
    abContact contact = {.depth = 1e-3, .rate = 0.2};
    t.law->switching_functions(t.constants, t.memory, &contact, values);
    CHECK(values[0] == 0.0 && values[1] > 0.0);
    contact.rate = -0.2;
    t.law->switching_functions(t.constants, t.memory, &contact, values);
    CHECK(values[0] < 0.0 && values[1] == 0.0);
}

AB_TESTS(AB_TEST(loading_and_unloading_differ_by_the_square_of_the_restitution),
         AB_TEST(a_plastic_contact_lets_go_without_force), AB_TEST(slow_rates_keep_their_digits),
         AB_TEST(the_predicted_restitution_comes_back),
         AB_TEST(its_limits_are_the_restitution_and_no_loss),
         AB_TEST(the_faster_the_impact_the_less_comes_back),
         AB_TEST(borders_are_at_the_transition_speed_both_ways))
