// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "base/check.h"
#include "law/core/restitution.h"
#include "law/normal/impact_trial.h"
#include "math/core/elementary.h"

static void set(const abNormalLaw *law, unsigned char *params, const char *key, double value) {
    memcpy(params + ab_table_find(law->table, key)->offset, &value, sizeof value);
}

static abTrial trial_of(abNormalLawKind kind, double k, double n, double restitution, double mass) {
    const abNormalLaw *law = ab_normal_law(kind);
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    ab_table_defaults(law->table, params);
    set(law, params, "stiffness", k);
    set(law, params, "exponent", n);
    abPairProperties pair = {.radius = INFINITY, .restitution = restitution};
    return ab_trial(law, params, pair, mass);
}

// a = x(e)/v of the trial in its present contact
static double damping_of(const abTrial *trial) {
    abNormalForce f = ab_trial_force(trial, 1e-6, 0.0);
    return f.damping / f.force;
}

static void prescribed_damping_gives_the_known_restitution(void) {
    static const struct {
        double n, k, mass, a, speed, speed_out, depth_max;
    } cases[] = {
        {1.5, 46333738610.525, 32.88200310757317, 0.075, 4.42944691807002, 3.6236738370194606,
         0.0007282164005002002},
        {1.5, 1e9, 1.0, 0.3, 1.0, 0.8328697922656016, 0.00025569319089204515},
        {1.0, 1e6, 1.0, 0.5, 2.0, 1.1872485200800802, 0.0015667873357671862},
        {2.2, 1e11, 1.0, 0.2, 1.0, 0.8821899862473064, 0.0004069507717744083},
    };
    for (int i = 0; i < 4; i++) {
        const abNormalLaw *law = ab_normal_law(ab_normal_law_find("hunt_crossley"));
        _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
        ab_table_defaults(law->table, params);
        set(law, params, "stiffness", cases[i].k);
        set(law, params, "exponent", cases[i].n);
        set(law, params, "damping", cases[i].a);
        abTrial trial = ab_trial(law, params, (abPairProperties){.radius = 0.1}, cases[i].mass);
        abTrialResult r = ab_trial_impact(&trial, cases[i].speed, 20000);
        // error of the integration, see impact_trial.h
        CHECK_NEAR(r.speed_out, cases[i].speed_out, 1e-10, cases[i].speed);
        CHECK_NEAR(r.depth_max, cases[i].depth_max, 1e-9, cases[i].depth_max);
    }
}

static void prescribed_restitution_comes_back(void) {
    // aluminium oxide, radius 2.5 mm, 3.9 m/s: case 3 of Chung & Ooi 2011
    double mass = 4.0 / 3.0 * AB_PI * 0.0025 * 0.0025 * 0.0025 * 4000.0;
    double exponents[] = {1.0, 1.5, 2.0, 2.7};
    for (int i = 0; i < 4; i++) {
        for (double e = 0.1; e < 1.05; e += 0.1) {
            abTrial trial =
                trial_of(ab_normal_law_find("hunt_crossley"), 2e10, exponents[i], e, mass);
            abTrialResult r = ab_trial_impact(&trial, 3.9, 20000);
            // integration only; strong damping (e = 0.1) has the fastest start
            CHECK_NEAR(r.speed_out / 3.9, e, 1e-8, 1.0);
        }
    }
}

static void restitution_zero_is_met_to_the_cap(void) {
    abTrial trial = trial_of(ab_normal_law_find("hunt_crossley"), 2e10, 1.5, 0.0, 1e-3);
    // a = 1000 s/m: the speed out stays below 1/a
    CHECK(ab_trial_impact(&trial, 3.9, 20000).speed_out <= 1e-3);
    CHECK(damping_of(&trial) <= 1000.0 * (1.0 + 1e-15));
}

static void the_cap_holds_for_slow_impacts_and_rest(void) {
    abNormalLawKind kinds[] = {ab_normal_law_find("hunt_crossley"),
                               ab_normal_law_find("lankarani_nikravesh"),
                               ab_normal_law_find("flores")};
    for (int i = 0; i < 3; i++) {
        abTrial trial = trial_of(kinds[i], 1e9, 1.5, 0.5, 1.0);
        double speeds[] = {0.0, 1e-300, 1e-6};
        for (int j = 0; j < 3; j++) {
            ab_normal_begin(trial.law, trial.constants, speeds[j], trial.memory);
            CHECK_NEAR(damping_of(&trial), 1000.0, 1e-15, 1000.0);
        }
        abTrial elastic = trial_of(kinds[i], 1e9, 1.5, 1.0, 1.0);
        ab_normal_begin(elastic.law, elastic.constants, 0.0, elastic.memory);
        CHECK(damping_of(&elastic) == 0.0);
    }
}

static void the_short_forms_have_their_published_values(void) {
    // K = 1e8, n = 1.5, e = 0.8, depth 1e-4, rate +-0.5, impact speed 1
    abTrial ln = trial_of(ab_normal_law_find("lankarani_nikravesh"), 1e8, 1.5, 0.8, 1.0);
    abTrial flores = trial_of(ab_normal_law_find("flores"), 1e8, 1.5, 0.8, 1.0);
    ab_normal_begin(ln.law, ln.constants, 1.0, ln.memory);
    ab_normal_begin(flores.law, flores.constants, 1.0, flores.memory);
    CHECK_NEAR(ab_trial_force(&ln, 1e-4, 0.5).force, 113.5, 1e-14, 113.5);
    CHECK_NEAR(ab_trial_force(&ln, 1e-4, -0.5).force, 86.5, 1e-14, 86.5);
    CHECK_NEAR(ab_trial_force(&flores, 1e-4, 0.5).force, 120.0, 1e-14, 120.0);
    CHECK_NEAR(ab_trial_force(&flores, 1e-4, -0.5).force, 80.0, 1e-14, 80.0);
}

// The restitution that damping a v gives, from the inverse, which falls with it: to 2^-60.
static double restitution_of(double av) {
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 60; i++) {
        double e = 0.5 * (low + high);
        *(ab_restitution_to_damping(e) > av ? &low : &high) = e;
    }
    return low;
}

static void the_short_forms_return_what_their_damping_says(void) {
    for (double e = 0.2; e < 0.95; e += 0.1) {
        abTrial ln = trial_of(ab_normal_law_find("lankarani_nikravesh"), 1e9, 1.5, e, 1.0);
        abTrial flores = trial_of(ab_normal_law_find("flores"), 1e9, 1.5, e, 1.0);
        double back_ln = ab_trial_impact(&ln, 2.0, 5000).speed_out / 2.0;
        double back_flores = ab_trial_impact(&flores, 2.0, 5000).speed_out / 2.0;
        // integration: (1/5000)^2.5 = 6e-10 times the stiffness of strong damping
        CHECK_NEAR(back_ln, restitution_of(0.75 * (1.0 - e * e)), 1e-7, 1.0);
        CHECK_NEAR(back_flores, restitution_of(1.6 * (1.0 - e) / e), 1e-7, 1.0);
        CHECK(back_ln > e && back_flores < e);
    }
}

AB_TESTS(AB_TEST(prescribed_damping_gives_the_known_restitution),
         AB_TEST(prescribed_restitution_comes_back), AB_TEST(restitution_zero_is_met_to_the_cap),
         AB_TEST(the_cap_holds_for_slow_impacts_and_rest),
         AB_TEST(the_short_forms_have_their_published_values),
         AB_TEST(the_short_forms_return_what_their_damping_says))
