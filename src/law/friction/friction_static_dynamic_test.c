// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// friction_static_dynamic_test.c - the friction laws of multibody programs: static_dynamic and
// dynamic_only.

#include "base/check.h"
#include "law/core/law.h"
#include "math/core/regularize.h"
#include "math/core/vector_math.h"

static const abPairProperties s_pair = {.sliding_friction = 0.2,
                                        .static_friction = NAN,
                                        .rolling_resistance = 0.002,
                                        .sliding_regularization = 0.02,
                                        .rolling_regularization = 0.02,
                                        .rolling_radius = 0.1};

typedef struct Prepared {
    const abFrictionLaw *law;
    double constants[AB_LAW_CONSTANTS];
} Prepared;

static void set(const abFrictionLaw *law, unsigned char *params, const char *key, double value) {
    memcpy(params + ab_table_find(law->table, key)->offset, &value, sizeof value);
}

static Prepared both_speeds(double mu_s, double mu_d, double v_s, double v_d) {
    Prepared p = {.law = ab_friction_law(ab_friction_law_find("static_dynamic"))};
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    ab_table_defaults(p.law->table, params);
    set(p.law, params, "static_friction", mu_s);
    set(p.law, params, "dynamic_friction", mu_d);
    set(p.law, params, "static_speed", v_s);
    set(p.law, params, "dynamic_speed", v_d);
    p.law->prepare(params, &s_pair, p.constants);
    return p;
}

static Prepared one_speed(double mu_d, double v_d) {
    Prepared p = {.law = ab_friction_law(ab_friction_law_find("dynamic_only"))};
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    ab_table_defaults(p.law->table, params);
    set(p.law, params, "dynamic_friction", mu_d);
    set(p.law, params, "dynamic_speed", v_d);
    p.law->prepare(params, &s_pair, p.constants);
    return p;
}

static abFrictionForce force_at(const Prepared *p, abVec3 v_t, abVec3 w) {
    abSlip slip = {.v_t = v_t, .w = w, .n_AB = {0.0, 0.0, 1.0}, .normal_force = 10.0};
    abFrictionForce out;
    p->law->evaluate(p->constants, &slip, &out);
    return out;
}

static double coefficient(const Prepared *p, double v) {
    return force_at(p, ab_vec3(v, 0.0, 0.0), ab_vec3(0.0, 0.0, 0.0)).force.x / 10.0;
}

static void the_published_steps_come_out(void) {
    Prepared p = both_speeds(0.3, 0.1, 0.1, 1.0), q = one_speed(0.1, 1.0);
    for (double v = -2.0; v <= 2.0; v += 0.01) {
        double speed = fabs(v), sign = v > 0.0 ? -1.0 : 1.0;
        double expected = speed <= 0.1 ? ab_step(v, -0.1, 0.3, 0.1, -0.3)
                                       : sign * ab_step(speed, 0.1, 0.3, 1.0, 0.1);
        // the published form of the first branch loses digits near zero, not more than 1e-16
        CHECK_NEAR(coefficient(&p, v), expected, 2e-16, 1.0);
        CHECK_NEAR(coefficient(&q, v), ab_step(v, -1.0, 0.1, 1.0, -0.1), 2e-16, 1.0);
    }
}

static void digits_are_kept_at_rest(void) {
    Prepared p = both_speeds(0.3, 0.1, 0.1, 1.0), q = one_speed(0.1, 1.0);
    // slope 3/2 mu_s/v_s
    CHECK_NEAR(coefficient(&p, 1e-20), -1.5 * 0.3 / 0.1 * 1e-20, 1e-15, 1e-19);
    CHECK_NEAR(coefficient(&q, 1e-20), -1.5 * 0.1 / 1.0 * 1e-20, 1e-15, 1e-20);
    CHECK(coefficient(&p, 0.0) == 0.0 && coefficient(&q, 0.0) == 0.0);
}

static void equal_speeds_jump_without_dividing_by_zero(void) {
    Prepared p = both_speeds(0.3, 0.1, 0.5, 0.5);
    CHECK_NEAR(coefficient(&p, 0.5), -0.3, 1e-15, 1.0);
    CHECK_NEAR(coefficient(&p, 0.5 + 1e-12), -0.1, 1e-15, 1.0);
}

static void the_force_is_along_the_slip_and_the_torque_against_the_turn(void) {
    Prepared laws[] = {both_speeds(0.3, 0.1, 0.1, 1.0), one_speed(0.1, 1.0)};
    for (int i = 0; i < 2; i++) {
        for (double v = 1e-9; v < 10.0; v *= 7.0) {
            abVec3 w = {0.0, 3.0, 4.0};
            abFrictionForce f = force_at(&laws[i], ab_vec3(0.6 * v, -0.8 * v, 0.0), w);
            double size = fabs(coefficient(&laws[i], v)) * 10.0;
            CHECK_NEAR(f.force.x, -0.6 * size, 1e-14, size);
            CHECK_NEAR(f.force.y, 0.8 * size, 1e-14, size);
            CHECK_NEAR(ab_norm(f.torque), 0.002 * 0.1 * 10.0, 1e-14, 0.002);
            CHECK(ab_dot(f.torque, w) < 0.0);
        }
    }
}

static void the_pair_fills_what_is_not_given(void) {
    Prepared p = both_speeds(NAN, NAN, NAN, NAN), q = one_speed(NAN, NAN);
    CHECK_NEAR(coefficient(&p, 0.02), -0.2, 1e-15, 1.0);
    CHECK_NEAR(coefficient(&p, 0.03), -0.2, 1e-15, 1.0);
    CHECK(fabs(coefficient(&p, 0.01)) < 0.2);
    CHECK_NEAR(coefficient(&q, 0.02), -0.2, 1e-15, 1.0);
}

static void borders_are_at_both_speeds(void) {
    Prepared p = both_speeds(0.3, 0.1, 0.1, 1.0);
    double values[AB_LAW_SWITCHING_FUNCTIONS];
    abSlip slip = {.v_t = {0.1, 0.0, 0.0}};
    p.law->switching_functions(p.constants, &slip, values);
    CHECK(values[0] == 0.0 && values[1] < 0.0);
    slip.v_t.x = 1.0;
    p.law->switching_functions(p.constants, &slip, values);
    CHECK(values[0] > 0.0 && values[1] == 0.0);
}

static void speeds_in_the_wrong_order_are_refused(void) {
    static abError error;
    ab_error_clear(&error);
    const abFrictionLaw *law = ab_friction_law(ab_friction_law_find("static_dynamic"));
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    ab_table_defaults(law->table, params);
    CHECK(law->check(params, &s_pair, (abPlace){"m", 1, 1}, &error) == AB_OK);
    set(law, params, "static_speed", 0.5);
    set(law, params, "dynamic_speed", 0.4);
    CHECK(law->check(params, &s_pair, (abPlace){"m", 1, 1}, &error) == AB_BAD_MODEL);
    CHECK(strstr(error.problems[0].text, "dynamic_speed = 0.4 m/s is below") != NULL);
    abPairProperties none = s_pair;
    none.sliding_regularization = 0.0;
    const abFrictionLaw *only = ab_friction_law(ab_friction_law_find("dynamic_only"));
    ab_table_defaults(only->table, params);
    CHECK(only->check(params, &none, (abPlace){"m", 1, 1}, &error) == AB_BAD_MODEL);
}

AB_TESTS(AB_TEST(the_published_steps_come_out), AB_TEST(digits_are_kept_at_rest),
         AB_TEST(equal_speeds_jump_without_dividing_by_zero),
         AB_TEST(the_force_is_along_the_slip_and_the_torque_against_the_turn),
         AB_TEST(the_pair_fills_what_is_not_given), AB_TEST(borders_are_at_both_speeds),
         AB_TEST(speeds_in_the_wrong_order_are_refused))
