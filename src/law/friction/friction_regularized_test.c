// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "base/check.h"
#include "law/core/law.h"
#include "math/core/vector_math.h"

static const abPairProperties s_pair = {.sliding_friction = 0.5,
                                        .rolling_resistance = 0.002,
                                        .sliding_regularization = 0.01,
                                        .rolling_regularization = 0.02,
                                        .rolling_radius = 0.1};

static abFrictionForce friction(abFrictionLawKind kind, abVec3 v_t, abVec3 w, double normal_force) {
    const abFrictionLaw *law = ab_friction_law(kind);
    double constants[AB_LAW_CONSTANTS] = {0};
    double params[16] = {0.0};
    ab_friction_prepare(law, params, &s_pair, constants);
    abSlip slip = {.v_t = v_t, .w = w, .n_AB = {0.0, 0.0, 1.0}, .normal_force = normal_force};
    abFrictionForce out;
    law->evaluate(constants, &slip, &out);
    return out;
}

static abFrictionForce sliding(double x, double y) {
    return friction(ab_friction_law_find("regularized"), ab_vec3(x, y, 0.0), ab_vec3(0.0, 0.0, 0.0),
                    10.0);
}

static void it_opposes_the_slip(void) {
    for (double speed = 1e-6; speed < 100.0; speed *= 3.0) {
        abFrictionForce f = sliding(0.6 * speed, -0.8 * speed);
        CHECK(f.force.x < 0.0 && f.force.y > 0.0 && f.force.z == 0.0);
        CHECK_NEAR(f.force.x * -0.8, f.force.y * 0.6, 1e-15, f.force.y); // along the slip
    }
}

static void fast_sliding_is_coulombs_law(void) {
    CHECK_NEAR(ab_norm(sliding(0.6, -0.8).force), 5.0, 1e-15, 5.0);
    CHECK_NEAR(ab_norm(sliding(0.01, 0.0).force), 5.0, 1e-15, 5.0); // from v_small on
    CHECK(ab_norm(sliding(0.005, 0.0).force) < 5.0);
}

static void the_slope_at_rest_is_three_mu_f_by_v_small(void) {
    // reg = v_small/3 (1 + 3 (v/v_small)^2): relative error 3e-12 at v = 1e-6 v_small
    CHECK_NEAR(sliding(1e-8, 0.0).force.x / 1e-8, -3.0 * 0.5 * 10.0 / 0.01, 4e-12, 1500.0);
    CHECK(ab_norm(sliding(0.0, 0.0).force) == 0.0);
}

static void the_torque_opposes_the_rotation(void) {
    abVec3 none = {0.0, 0.0, 0.0}, w = {3.0, -1.0, 2.0};
    abFrictionForce f = friction(ab_friction_law_find("regularized"), none, w, 10.0);
    CHECK_NEAR(ab_norm(f.torque), 0.002 * 0.1 * 10.0, 1e-15, 0.002);
    CHECK_NEAR(ab_dot(f.torque, w), -ab_norm(f.torque) * ab_norm(w), 1e-15, 0.01);
    CHECK(ab_norm(f.force) == 0.0);
}

static void both_scale_with_the_normal_force(void) {
    abVec3 v = {0.3, 0.1, 0.0}, w = {3.0, -1.0, 2.0};
    abFrictionForce f = friction(ab_friction_law_find("regularized"), v, w, 4.0);
    abFrictionForce g = friction(ab_friction_law_find("regularized"), v, w, 8.0);
    CHECK(g.force.x == 2.0 * f.force.x && g.torque.y == 2.0 * f.torque.y);
    abFrictionForce zero = friction(ab_friction_law_find("regularized"), v, w, 0.0);
    CHECK(ab_norm(zero.force) == 0.0 && ab_norm(zero.torque) == 0.0);
}

static void the_other_body_feels_the_opposite(void) {
    abVec3 v = {0.003, 0.001, 0.0}, w = {3.0, -1.0, 2.0};
    abFrictionForce f = friction(ab_friction_law_find("regularized"), v, w, 4.0);
    abFrictionForce g = friction(ab_friction_law_find("regularized"), ab_neg(v), ab_neg(w), 4.0);
    CHECK(ab_norm(ab_add(f.force, g.force)) == 0.0 && ab_norm(ab_add(f.torque, g.torque)) == 0.0);
}

static void none_is_none(void) {
    abFrictionForce f = friction(ab_friction_law_find("none"), ab_vec3(1.0, 2.0, 0.0),
                                 ab_vec3(1.0, 2.0, 3.0), 10.0);
    CHECK(ab_norm(f.force) == 0.0 && ab_norm(f.torque) == 0.0);
}

static void a_regularization_of_zero_is_refused(void) {
    static abError error;
    abPairProperties pair = s_pair;
    const abFrictionLaw *law = ab_friction_law(ab_friction_law_find("regularized"));
    ab_error_clear(&error);
    CHECK(law->check(NULL, &pair, (abPlace){"m", 1, 1}, &error) == AB_OK);
    pair.sliding_regularization = 0.0;
    pair.rolling_regularization = NAN;
    CHECK(law->check(NULL, &pair, (abPlace){"m", 1, 1}, &error) == AB_BAD_MODEL);
    CHECK(error.count == 2);
}

AB_TESTS(AB_TEST(it_opposes_the_slip), AB_TEST(fast_sliding_is_coulombs_law),
         AB_TEST(the_slope_at_rest_is_three_mu_f_by_v_small),
         AB_TEST(the_torque_opposes_the_rotation), AB_TEST(both_scale_with_the_normal_force),
         AB_TEST(the_other_body_feels_the_opposite), AB_TEST(none_is_none),
         AB_TEST(a_regularization_of_zero_is_refused))
