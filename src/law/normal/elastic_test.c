// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// elastic_test.c - both variants against the coefficients and the bouncing sphere of the source.

#include "base/check.h"
#include "law/normal/impact_trial.h"

static const abSurface s_ball = {
    .youngs_modulus = 2e11, .poissons_ratio = 0.3, .contact_radius = 0.1, .is_sphere = true};
static const abSurface s_box = {
    .youngs_modulus = 2e11, .poissons_ratio = 0.3, .contact_radius = 0.05, .is_flat = true};
static const abSurface s_rod = {
    .youngs_modulus = 2e11, .poissons_ratio = 0.3, .contact_radius = 0.02};

static abPairProperties pair_of(abSurface a, abSurface b, double restitution) {
    return (abPairProperties){.surface = {a, b},
                              .radius = 0.1,
                              .restitution = restitution,
                              .sliding_regularization = 0.01,
                              .rolling_regularization = 0.01};
}

enum { PUBLISHED, CONTACT_RADIUS };

typedef struct Params {
    _Alignas(16) unsigned char bytes[AB_LAW_PARAMS_SIZE];
} Params;

static Params params_of(int variant) {
    const abTable *table = ab_normal_law(ab_normal_law_find("elastic"))->table;
    Params p = {{0}};
    ab_table_defaults(table, p.bytes);
    memcpy(p.bytes + ab_table_find(table, "variant")->offset, &variant, sizeof variant);
    return p;
}

static abTrial trial_of(int variant, abPairProperties *pair, double mass) {
    Params p = params_of(variant);
    abTrial trial = {.law = ab_normal_law(ab_normal_law_find("elastic")), .mass = mass};
    trial.law->prepare(p.bytes, pair, trial.constants);
    return trial;
}

// D after an impact at `speed`
static double damping_at(int variant, double restitution, double speed) {
    abPairProperties pair = pair_of(s_box, s_ball, restitution);
    abTrial trial = trial_of(variant, &pair, 1.0);
    ab_normal_begin(trial.law, trial.constants, speed, trial.memory);
    abNormalForce f = ab_trial_force(&trial, 1e-6, 0.0);
    return f.damping / f.force;
}

static void stiffness_of_steel_on_steel_is_as_published(void) {
    abPairProperties pair = pair_of(s_box, s_ball, 0.7);
    abTrial trial = trial_of(PUBLISHED, &pair, 1.0);
    double k = 109890109890.1099 * 0.4216370213557839; // c_res c_geo
    CHECK_NEAR(ab_trial_force(&trial, 1.0, 0.0).force, k, 1e-15, k);
    CHECK(pair.rolling_radius == 0.1);
}

static void two_spheres_count_in_series(void) {
    abSurface small = s_ball;
    small.contact_radius = 0.05;
    abPairProperties pair = pair_of(s_ball, small, 0.7);
    for (int variant = PUBLISHED; variant <= CONTACT_RADIUS; variant++) {
        trial_of(variant, &pair, 1.0);
        CHECK_NEAR(pair.rolling_radius, 0.1 / 3.0, 1e-15, 0.1);
    }
}

static void without_a_sphere_the_published_law_is_a_spring(void) {
    abPairProperties pair = pair_of(s_box, s_rod, 0.7);
    abTrial trial = trial_of(PUBLISHED, &pair, 1.0);
    CHECK(pair.rolling_radius == 1.0);
    double k = 109890109890.1099;
    CHECK_NEAR(ab_trial_force(&trial, 1e-6, 0.0).force, k * 1e-6, 1e-15, k * 1e-6);
    CHECK_NEAR(ab_trial_force(&trial, 2e-6, 0.0).stiffness, k, 1e-15, k);
}

static void contact_radius_takes_the_curved_shape(void) {
    abPairProperties one_flat = pair_of(s_box, s_rod, 0.7), both_flat = pair_of(s_box, s_box, 0.7);
    abPairProperties none_flat = pair_of(s_rod, s_ball, 0.7);
    trial_of(CONTACT_RADIUS, &one_flat, 1.0);
    trial_of(CONTACT_RADIUS, &both_flat, 1.0);
    abTrial trial = trial_of(CONTACT_RADIUS, &none_flat, 1.0);
    CHECK(one_flat.rolling_radius == 0.02);
    CHECK(both_flat.rolling_radius == 0.025);
    CHECK_NEAR(none_flat.rolling_radius, 0.002 / 0.12, 1e-15, 0.02);
    double k = 109890109890.1099 * 4.0 / 3.0 * sqrt(0.002 / 0.12);
    CHECK_NEAR(ab_trial_force(&trial, 1.0, 0.0).force, k, 1e-15, k);
}

static void damping_follows_the_published_formulas(void) {
    double v = 2.0, plain = 8.0 * 0.3 / (5.0 * 0.7 * v);
    CHECK_NEAR(damping_at(CONTACT_RADIUS, 0.7, v), plain, 1e-15, plain);
    CHECK_NEAR(damping_at(PUBLISHED, 0.7, v), plain, 1e-15, plain); // exp(-921) is nothing
    // at v_small: e' = 0.7 + (0.001 - 0.7)/100, reg = v_small
    double e = 0.7 - 0.00699, expected = 8.0 * (1.0 - e) / (5.0 * e * 0.01);
    CHECK_NEAR(damping_at(PUBLISHED, 0.7, 0.01), expected, 1e-14, expected);
    // elastic: no damping, but the published law lets slow impacts lose energy too
    CHECK(damping_at(CONTACT_RADIUS, 1.0, 2.0) == 0.0);
    CHECK(damping_at(PUBLISHED, 1.0, 2.0) == 0.0);
    CHECK(damping_at(PUBLISHED, 1.0, 0.001) > 0.0);
}

static void damping_has_its_ceiling(void) {
    // division of f.damping by f.force rounds once each
    CHECK_NEAR(damping_at(PUBLISHED, 0.7, 0.0), 1000.0, 1e-15, 1000.0);
    CHECK_NEAR(damping_at(PUBLISHED, 0.0, 1.0), 1000.0, 1e-15, 1000.0);
    CHECK_NEAR(damping_at(PUBLISHED, 0.0, 10.0), 159.84, 1e-14, 160.0); // e' = 0.001
    CHECK_NEAR(damping_at(CONTACT_RADIUS, 0.7, 0.0), 2000.0, 1e-15, 2000.0);
    CHECK_NEAR(damping_at(CONTACT_RADIUS, 0.7, 0.01), 2000.0, 1e-15, 2000.0);
    CHECK_NEAR(damping_at(CONTACT_RADIUS, 0.0, 10.0), 2000.0, 1e-15, 2000.0);
    CHECK_NEAR(damping_at(CONTACT_RADIUS, 1.0, 0.0), 2000.0, 1e-15, 2000.0);
}

// A 1 g steel ball dropped 1 m, bouncing until the impact after `bounces`: its time and damping.
static void bounce(int variant, int bounces, double *time, double *damping) {
    abPairProperties pair = pair_of(s_box, s_ball, 0.7);
    abTrial trial = trial_of(variant, &pair, 1e-3);
    trial.gravity = 9.81;
    double speed = sqrt(2.0 * 9.81);
    *time = speed / 9.81;
    for (int i = 0; i < bounces; i++) {
        abTrialResult r = ab_trial_impact(&trial, speed, 2000);
        *time += r.duration + 2.0 * r.speed_out / 9.81;
        speed = r.speed_out;
    }
    ab_normal_begin(trial.law, trial.constants, speed, trial.memory);
    abNormalForce f = ab_trial_force(&trial, 1e-6, 0.0);
    *damping = f.damping / f.force;
}

static void a_ball_bounces_as_in_the_source(void) {
    // the source's log: onset at 2.39241428 s with D = 47.5; with the law before, at 2.38509032 s
    // with D = 22.0. It integrates to 1e-8 relative and touches 1e-6 s late; an independent run of
    // the same equations gives 2.39241328, 47.45 and 2.38508911, 22.01, which is taken here to the
    // digits it has (the contact begins there at a gap of 1e-13 m).
    double time, damping;
    bounce(CONTACT_RADIUS, 15, &time, &damping);
    CHECK_NEAR(time, 2.39241328, 2e-8, 1.0);
    CHECK_NEAR(damping, 47.45, 6e-3, 1.0);
    bounce(PUBLISHED, 13, &time, &damping);
    CHECK_NEAR(time, 2.38508911, 2e-8, 1.0);
    CHECK_NEAR(damping, 22.01, 6e-3, 1.0);
}

static abResult check_of(int variant, abPairProperties pair, abError *error) {
    Params p = params_of(variant);
    ab_error_clear(error);
    return ab_normal_law(ab_normal_law_find("elastic"))
        ->check(p.bytes, &pair, (abPlace){"m", 1, 1}, error);
}

static void impossible_pairs_are_refused(void) {
    static abError error;
    abSurface plane = s_box, rubber = s_ball, point = s_ball;
    plane.contact_radius = INFINITY;
    rubber.youngs_modulus = NAN;
    point.contact_radius = 0.0;
    CHECK(check_of(PUBLISHED, pair_of(plane, s_ball, 0.7), &error) == AB_OK);
    CHECK(check_of(CONTACT_RADIUS, pair_of(plane, s_rod, 0.7), &error) == AB_OK);
    CHECK(check_of(CONTACT_RADIUS, pair_of(plane, s_box, 0.7), &error) == AB_OK);
    CHECK(check_of(CONTACT_RADIUS, pair_of(plane, plane, 0.7), &error) == AB_BAD_MODEL);
    CHECK(strstr(error.problems[0].text, "contact radii") != NULL);
    CHECK(check_of(PUBLISHED, pair_of(plane, point, 0.7), &error) == AB_BAD_MODEL);
    CHECK(check_of(PUBLISHED, pair_of(plane, rubber, 0.7), &error) == AB_BAD_MODEL);
    CHECK(strstr(error.problems[0].text, "second side's material has no youngs_modulus") != NULL);
    abPairProperties sharp = pair_of(plane, s_ball, 0.7);
    sharp.sliding_regularization = 0.0;
    CHECK(check_of(PUBLISHED, sharp, &error) == AB_BAD_MODEL);
}

AB_TESTS(AB_TEST(stiffness_of_steel_on_steel_is_as_published), AB_TEST(two_spheres_count_in_series),
         AB_TEST(without_a_sphere_the_published_law_is_a_spring),
         AB_TEST(contact_radius_takes_the_curved_shape),
         AB_TEST(damping_follows_the_published_formulas), AB_TEST(damping_has_its_ceiling),
         AB_TEST(a_ball_bounces_as_in_the_source), AB_TEST(impossible_pairs_are_refused))
