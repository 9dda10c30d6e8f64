// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compliant_test.c - compliant and rigid: impacts of a linear spring in closed form, and which of
// the two is a condition.

#include <string.h>

#include "base/check.h"
#include "law/core/restitution.h"
#include "law/normal/impact_trial.h"
#include "law/normal/rigid.h"
#include "math/core/elementary.h"

typedef struct Params {
    _Alignas(16) unsigned char data[AB_LAW_PARAMS_SIZE];
} Params;

static void set(const abNormalLaw *law, Params *params, const char *name, double value) {
    memcpy(params->data + ab_table_find(law->table, name)->offset, &value, sizeof value);
}

static Params params_of(const abNormalLaw *law) {
    Params params = {{0}};
    ab_table_defaults(law->table, params.data);
    return params;
}

static abTrial trial_of(double compliance, double damping, double mass) {
    const abNormalLaw *law = ab_normal_law(ab_normal_law_find("compliant"));
    Params params = params_of(law);
    set(law, &params, "compliance", compliance);
    set(law, &params, "damping", damping);
    abPairProperties pair = {.radius = INFINITY};
    return ab_trial(law, params.data, pair, mass);
}

static void an_undamped_impact_is_half_a_swing(void) {
    double mass = 3.0, compliance = 1e-6, speed = 2.0;
    double rate = 1.0 / sqrt(mass * compliance);
    abTrial trial = trial_of(compliance, 0.0, mass);
    abTrialResult r = ab_trial_impact(&trial, speed, 20000);
    // RK4 on a linear equation: (1/N)^4 and the rounding of N steps
    CHECK_NEAR(r.depth_max, speed / rate, 1e-9, r.depth_max);
    CHECK_NEAR(r.duration, AB_PI / rate, 1e-11, r.duration);
    CHECK_NEAR(r.speed_out, speed, 1e-11, speed);
}

static void a_damped_impact_ends_where_the_force_does(void) {
    double mass = 0.5, compliance = 1e-5, rate = 1.0 / sqrt(mass * compliance);
    for (double ratio = 0.1; ratio < 0.9; ratio += 0.2) {
        abTrial trial = trial_of(compliance, 2.0 * ratio * mass * rate, mass);
        abTrialResult r = ab_trial_impact(&trial, 1.0, 20000);
        // F = 0 at the angle 2 acos(z) of the damped swing, and nothing pulls afterwards
        double angle = 2.0 * ab_acos(ratio), root = sqrt(1.0 - ratio * ratio);
        // at the first contact the damper jumps in, and the first stage of RK4, at depth 0, misses it:
        // (h/6) 2 z w = z/N of the speed
        CHECK_NEAR(r.speed_out, ab_exp(-ratio * angle / root), ratio / 20000.0, 1.0);
    }
}

static void never_pulls_and_keeps_its_energy(void) {
    abTrial trial = trial_of(1e-4, 50.0, 1.0);
    abNormalForce cut = ab_trial_force(&trial, 1e-3, -1.0);
    CHECK(cut.force == 0.0 && cut.stiffness == 0.0 && cut.damping == 0.0);
    CHECK(cut.elastic == 10.0 && cut.energy == 5e-3);
    abNormalForce pressing = ab_trial_force(&trial, 1e-3, 2.0);
    CHECK(pressing.force == 110.0 && pressing.stiffness == 1e4 && pressing.damping == 50.0);
}

static void without_compliance_it_is_a_condition(void) {
    const abNormalLaw *compliant = ab_normal_law(ab_normal_law_find("compliant"));
    const abNormalLaw *rigid = ab_normal_law(ab_normal_law_find("rigid"));
    Params params = params_of(compliant), none = params_of(rigid);
    CHECK(rigid->is_condition(none.data) && compliant->is_condition(params.data));
    set(compliant, &params, "compliance", 1e-12);
    CHECK(!compliant->is_condition(params.data));
    CHECK(ab_normal_law(ab_normal_law_find("hertz"))->is_condition == NULL);
}

static void restitution_is_that_of_the_pair_unless_given(void) {
    const abNormalLaw *rigid = ab_normal_law(ab_normal_law_find("rigid"));
    Params params = params_of(rigid);
    abPairProperties pair = {.radius = INFINITY, .restitution = 0.4};
    double constants[AB_LAW_CONSTANTS];
    rigid->prepare(params.data, &pair, constants);
    CHECK(constants[AB_RIGID_RESTITUTION] == 0.4);
    CHECK(constants[AB_RIGID_KIND] == AB_RESTITUTION_NEWTON);
    set(rigid, &params, "restitution", 0.9);
    rigid->prepare(params.data, &pair, constants);
    CHECK(constants[AB_RIGID_RESTITUTION] == 0.9);
}

static void damping_of_a_rigid_point_is_refused(void) {
    const abNormalLaw *law = ab_normal_law(ab_normal_law_find("compliant"));
    Params params = params_of(law);
    set(law, &params, "damping", 1.0);
    abPairProperties pair = {.radius = INFINITY};
    abError error = {0};
    CHECK(law->check(params.data, &pair, (abPlace){0}, &error) == AB_BAD_MODEL);
    CHECK(strstr(error.problems[0].text, "damping = 1") != NULL);
}

AB_TESTS(AB_TEST(an_undamped_impact_is_half_a_swing),
         AB_TEST(a_damped_impact_ends_where_the_force_does),
         AB_TEST(never_pulls_and_keeps_its_energy), AB_TEST(without_compliance_it_is_a_condition),
         AB_TEST(restitution_is_that_of_the_pair_unless_given),
         AB_TEST(damping_of_a_rigid_point_is_refused))
