// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hertz_test.c - impacts against the closed forms of Hertz's law.
//
// Numbers: case 1 and 2 of Y. C. Chung, J. Y. Ooi, Granular Matter 13 (2011) 643-656, and the
// closed form F_max = k d_max^1.5, d_max = (5 m v^2/(4k))^(2/5), t = 2.94328 d_max/v of
// [Johnson1985] ch. 11.

#include "base/check.h"
#include "law/normal/impact_trial.h"
#include "math/core/elementary.h"

static const struct Case {
    double modulus[2], ratio[2], radius, mass, speed;
    double k, depth_max, force_max, duration;
} s_cases[] = {
    // two glass balls, 20 m/s closing
    {{4.8e10, 4.8e10},
     {0.2, 0.2},
     0.005,
     4.0 / 3.0 * AB_PI * 1e-6 * 2800.0 / 2.0,
     20.0,
     2357022603.955158,
     0.00027411270208928186,
     10696.888983989631,
     4.0339455688378715e-05},
    // two limestone balls
    {{2.0e10, 2.0e10},
     {0.25, 0.25},
     0.005,
     4.0 / 3.0 * AB_PI * 1e-6 * 2500.0 / 2.0,
     20.0,
     1005662977.6875342,
     0.00036830402555319635,
     7108.2412799024905,
     5.4201004934880756e-05},
    // aluminium alloy on a rigid plane
    {{INFINITY, 7e10},
     {NAN, 0.3},
     0.1,
     4.0 / 3.0 * AB_PI * 1e-3 * 2699.0,
     0.2,
     32433617027.367992,
     4.9717175241740354e-05,
     11369.858311285168,
     0.0007316566406186853},
    // magnesium alloy on a rigid plane
    {{INFINITY, 4e10},
     {NAN, 0.35},
     0.1,
     4.0 / 3.0 * AB_PI * 1e-3 * 1800.0,
     0.2,
     19219921201.40325,
     5.212328831827644e-05,
     7232.681025970248,
     0.0007670659051629245},
    // steel on steel
    {{2e11, 2e11},
     {0.3, 0.3},
     0.1,
     4.0 / 3.0 * AB_PI * 1e-3 * 7850.0,
     1.0,
     46333738610.5257,
     0.00023943540749852792,
     171664.26767820088,
     0.0007047242931390909},
};

static abTrial trial_of(const struct Case *c, double damping) {
    const abNormalLaw *law = ab_normal_law(ab_normal_law_find("hertz"));
    abPairProperties pair = {.radius = c->radius};
    for (int i = 0; i < 2; i++) {
        pair.surface[i].youngs_modulus = c->modulus[i];
        pair.surface[i].poissons_ratio = c->ratio[i];
    }
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    ab_table_defaults(law->table, params);
    const abKey *key = ab_table_find(law->table, "damping");
    memcpy(params + key->offset, &damping, sizeof damping);
    return ab_trial(law, params, pair, c->mass);
}

static void impacts_meet_the_closed_form(void) {
    for (size_t i = 0; i < sizeof s_cases / sizeof s_cases[0]; i++) {
        const struct Case *c = &s_cases[i];
        abTrial trial = trial_of(c, 0.0);
        abTrialResult r = ab_trial_impact(&trial, c->speed, 20000);
        CHECK_NEAR(ab_trial_force(&trial, 1.0, 0.0).force, c->k, 1e-14, c->k);
        // (1/N)^2.5 = 2e-11; the largest force is taken at steps, half a step beside
        // the peak at worst: 1.5/2 (1.6/N)^2 = 5e-9
        CHECK_NEAR(r.depth_max, c->depth_max, 1e-10, c->depth_max);
        CHECK_NEAR(r.force_max, c->force_max, 6e-9, c->force_max);
        CHECK_NEAR(r.duration, c->duration, 1e-10, c->duration);
        CHECK_NEAR(r.speed_out, c->speed, 1e-10, c->speed);
    }
}

static void damped_drop_meets_the_reference(void) {
    // steel ball dropped 1 m, c = 0.05 s/m, gravity acting: reference integration at 3e-14
    abTrial trial = trial_of(&s_cases[4], 0.05);
    trial.gravity = 9.81;
    abTrialResult first = ab_trial_impact(&trial, 4.4294469180700204, 20000);
    CHECK_NEAR(first.depth_max, 0.0007284205568481091, 1e-10, first.depth_max);
    CHECK_NEAR(first.duration, 0.000535990073997255, 1e-10, first.duration);
    CHECK_NEAR(first.speed_out, 3.622947797031014, 1e-10, first.speed_out);
    abTrialResult second = ab_trial_impact(&trial, first.speed_out, 20000);
    CHECK_NEAR(second.speed_out, 3.06535836436415, 2e-10, second.speed_out);
}

static void at_low_speed_restitution_is_one_less_c_v(void) {
    abTrial trial = trial_of(&s_cases[4], 0.1);
    double v = 0.01;
    // next term 4/9 (1.5 c v)^2 = 1e-6
    CHECK_NEAR(ab_trial_impact(&trial, v, 2000).speed_out / v, 1.0 - 0.1 * v, 1.1e-6, 1.0);
}

AB_TESTS(AB_TEST(impacts_meet_the_closed_form), AB_TEST(damped_drop_meets_the_reference),
         AB_TEST(at_low_speed_restitution_is_one_less_c_v))
