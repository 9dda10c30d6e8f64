// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// law_curves_test.c - samples of laws against their formulas.

#include "model/check/law_curves.h"

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "math/core/elementary.h"
#include "model/check/suggestion.h"

static abError s_error;
static abModel *s_model; // that of the last sample
static abLawCurves s_curves;
static abContactEstimate s_pairs[AB_CONTACT_ESTIMATES_MAX];

// Of a ball of 1 kg that meets a plane at 2 m/s.
static void sample(const char *normal, const char *friction) {
    char text[1500];
    int left_out;
    snprintf(
        text, sizeof text,
        "abut: 1\n"
        "materials: {m: {youngs_modulus: 2.0e9, poissons_ratio: 0.3}}\n"
        "pairs: [{materials: [m, m], restitution: 0.7, sliding_friction: 0.3}]\n"
        "bodies:\n"
        "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n"
        "  ball: {position: [0, 0, 0.2], velocity: [0, 0, -2], mass: 1,\n"
        "         inertia: [0.01, 0.01, 0.01], shapes: [{sphere: {radius: 0.1}, material: m}]}\n"
        "contacts: [{between: [ground, ball], normal: %s, friction: %s}]\n"
        "simulation: {end_time: 1}\n",
        normal, friction);
    ab_model_destroy(s_model);
    s_model = sound_model(text, &s_error);
    CHECK(ab_model_estimate_contacts(s_model, NAN, s_pairs, &left_out) == 1);
    ab_law_curves(&s_pairs[0], &s_curves);
}

// K d^n at rest; c d' besides, from the depth on where the damper of impact is full.
static void force_is_that_of_the_law(void) {
    sample(
        "{law: impact, stiffness: 1.0e6, exponent: 1.5, damping: 40, full_damping_depth: 1.0e-4}",
        "none");
    CHECK(s_curves.has_force && s_curves.speed == 2.0);
    int last = AB_LAW_SAMPLES - 1;
    CHECK(s_curves.depth[0] == 0.0 && s_curves.still[0] == 0.0);
    for (int i = 1; i <= last; i++) {
        double d = s_curves.depth[i], elastic = 1e6 * d * sqrt(d);
        CHECK_NEAR(d, s_curves.depth[last] * i / last, 1e-15, s_curves.depth[last]);
        CHECK_NEAR(s_curves.still[i], elastic, 1e-13, elastic);
        if (d > 1e-4) {
            CHECK_NEAR(s_curves.damping[i], 40.0, 1e-13, 40.0);
            CHECK_NEAR(s_curves.approaching[i], elastic + 80.0, 1e-13, elastic);
            CHECK_NEAR(s_curves.leaving[i], fmax(0.0, elastic - 80.0), 1e-13, elastic + 80.0);
        }
    }
    // without damping 1/2 m v^2 = 2/5 K d^(5/2) is the deepest; the damper takes some of it
    double elastic_depth = ab_pow(5.0 / 1e6, 0.4);
    CHECK(s_curves.depth[last] > elastic_depth && s_curves.depth[last] < 1.2 * elastic_depth);
}

// By hunt_crossley at any speed; without damping it is one.
static void restitution_is_that_of_the_pair(void) {
    sample("{law: hunt_crossley}", "none");
    for (int i = 0; i < AB_LAW_SAMPLES; i++) {
        CHECK_NEAR(s_curves.closing[i], 4.0 * (i + 1) / AB_LAW_SAMPLES, 1e-15, 4.0);
        CHECK_NEAR(s_curves.restitution[i], 0.7, 1e-3, 1.0);
    }
    sample("{law: impact, stiffness: 1.0e6, exponent: 1.5, damping: 0, full_damping_depth: 1.0e-4}",
           "none");
    for (int i = 0; i < AB_LAW_SAMPLES; i++) {
        CHECK_NEAR(s_curves.restitution[i], 1.0, 1e-3, 1.0);
    }
}

// Coulomb's friction has one value, the others rise from zero and stay; the range shows both.
static void friction_rises_and_stays(void) {
    sample("{law: rigid}", "{law: static_dynamic, static_speed: 0.02, dynamic_speed: 0.1}");
    CHECK(!s_curves.has_force && s_curves.has_friction);
    int last = AB_LAW_SAMPLES - 1;
    CHECK(s_curves.share[0] == 0.0 && s_curves.slip[last] > 0.02);
    CHECK_NEAR(s_curves.share[last], 0.3, 1e-2, 0.3);
    for (int i = 0; i < last; i++) {
        CHECK(s_curves.slip[i + 1] > s_curves.slip[i]);
        CHECK(s_curves.share[i] == ab_friction_share(&s_pairs[0], s_curves.slip[i]));
    }
    sample("{law: hunt_crossley}", "none");
    CHECK(!s_curves.has_friction);
    ab_model_destroy(s_model);
    s_model = NULL;
}

AB_TESTS(AB_TEST(force_is_that_of_the_law), AB_TEST(restitution_is_that_of_the_pair),
         AB_TEST(friction_rises_and_stays))
