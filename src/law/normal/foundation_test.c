// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// foundation_test.c - pressures against closed forms, and what only an elastic layer can answer.

#include "base/check.h"
#include "law/core/law.h"
#include "law/normal/foundation_pressure.h"
#include "math/core/elementary.h"

static abPressure curve(abPressureCurve kind) {
    static abVec3 points[] = {{0.0, 0.0, 0.0}, {0.1, 0.1, 0.0}, {0.3, 0.5, 0.0}, {0.5, 2.0, 0.0}};
    static const abPointList table = {4, points};
    return (abPressure){
        .curve = kind, .minimum = 0.01, .exponent = 1.7, .poisson = 0.4, .table = &table};
}

static void pressures_are_slopes_of_their_integrals(void) {
    for (int kind = 0; kind < AB_PRESSURE_CURVES; kind++) {
        abPressure p = curve((abPressureCurve)kind);
        for (double u = 1e-8; u < 1.4; u *= 1.37) {
            double s = 1e-4 * u * fmax(1.0 - u, 0.01);
            bool is_corner = fabs(u - 0.99) < s;
            for (int i = 0; i < p.table->count; i++) {
                is_corner = is_corner || fabs(u - p.table->points[i].x) < s;
            }
            abPressureAt low = ab_pressure_at(&p, u - s), at = ab_pressure_at(&p, u);
            abPressureAt high = ab_pressure_at(&p, u + s);
            // truncation (s/(1 - u))^2/3 = 3e-9 near the pole; rounding 1e-15 u/s = 1e-9
            double slope = (high.value - low.value) / (2.0 * s);
            CHECK(is_corner || fabs(slope - at.slope) < 1e-8 * at.slope);
            CHECK_NEAR((high.integral - low.integral) / (2.0 * s), at.value, 1e-8, at.value);
            double second =
                ab_pressure_second_integral(&p, u + s) - ab_pressure_second_integral(&p, u - s);
            CHECK_NEAR(second / (2.0 * s), at.integral, 1e-5, at.integral);
            CHECK(ab_pressure_without_energy(&p, u).value == at.value);
        }
    }
}

static void pressures_are_their_closed_forms(void) {
    abPressure log = curve(AB_PRESSURE_LOG), neo = curve(AB_PRESSURE_NEO_HOOKEAN);
    CHECK_NEAR(ab_pressure_at(&log, 0.5).value, 0.69314718055994531, 1e-15, 1.0);
    CHECK_NEAR(ab_pressure_at(&log, 1e-5).value, 1.0000050000333336e-5, 1e-15, 1e-5);
    // (1 - u) ln(1 - u) + u with 30 digits
    CHECK_NEAR(ab_pressure_at(&log, 0.5).integral, 0.15342640972002735, 1e-15, 1.0);
    CHECK_NEAR(ab_pressure_at(&log, 1e-3).integral, 5.0016675005003336e-7, 1e-14, 5e-7);
    // beyond 99 %: straight, with 1/r of the first slope
    CHECK_NEAR(ab_pressure_at(&log, 0.995).value, 4.6051701859880914 + 0.5, 1e-14, 5.0);
    CHECK_NEAR(ab_pressure_at(&log, 1.2).slope, 100.0, 1e-14, 100.0);
    // nu = 0.4: m = 1/6, l = 2/3, s = 1/2
    CHECK_NEAR(ab_pressure_at(&neo, 0.5).value, 0.25 + 4.0 / 3.0 * 0.69314718055994531, 1e-15, 1.0);
    CHECK_NEAR(ab_pressure_at(&neo, 1e-9).slope, 1.0, 1e-8, 1.0);
}

static abNormalForce evaluate(abPressureCurve pressure, double thickness, abContact contact) {
    const abNormalLaw *law = ab_normal_law(ab_normal_law_find("foundation"));
    struct {
        double youngs_modulus, poissons_ratio, thickness;
    } given = {1e5, 0.4, thickness};
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    double constants[AB_LAW_CONSTANTS] = {0}, memory[AB_LAW_MEMORY] = {0};
    abPairProperties pair = {.radius = 0.2};
    ab_table_defaults(law->table, params);
    memcpy(params, &given, sizeof given);
    int choice = (int)pressure;
    memcpy(params + ab_table_find(law->table, "pressure")->offset, &choice, sizeof choice);
    law->prepare(params, &pair, constants);
    abNormalForce out;
    law->evaluate(constants, memory, &contact, &out);
    return out;
}

static void a_batch_is_one_after_the_other(void) {
    const abNormalLaw *law = ab_normal_law(ab_normal_law_find("foundation"));
    struct {
        double youngs_modulus, poissons_ratio, thickness, ratio, damping, by_force, by_area;
    } given = {1e5, 0.4, 0.1, 0.01, 20.0, 0.3, 500.0};
    for (int pressure = 0; pressure < 2; pressure++) { // log, linear
        _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
        double constants[AB_LAW_CONSTANTS] = {0}, memory[AB_LAW_MEMORY] = {0};
        abPairProperties pair = {.radius = 0.2};
        ab_table_defaults(law->table, params);
        memcpy(params, &given, sizeof given);
        memcpy(params + ab_table_find(law->table, "pressure")->offset, &pressure, sizeof pressure);
        law->prepare(params, &pair, constants);
        abContactBatch batch = {.patch_area = pressure == 0 ? 0.0 : 3.0};
        for (int i = 0; i < AB_BATCH; i++) {
            batch.depth[i] = i % 5 == 0 ? 0.0 : 0.01 * i;
            batch.rate[i] = 0.7 * (i % 7) - 2.0;
            batch.area[i] = 0.1 + 0.02 * i;
        }
        law->evaluate_batch(constants, memory, &batch);
        for (int i = 0; i < AB_BATCH; i++) {
            abContact contact = {.depth = batch.depth[i],
                                 .rate = batch.rate[i],
                                 .area = batch.area[i],
                                 .patch_area = batch.patch_area};
            abNormalForce one;
            law->evaluate(constants, memory, &contact, &one);
            CHECK_NEAR(batch.force[i], one.force, 1e-14, one.elastic);
            CHECK_NEAR(batch.elastic[i], one.elastic, 1e-14, one.elastic);
            CHECK_NEAR(batch.damping[i], one.damping, 1e-14, one.damping);
            CHECK_NEAR(batch.stiffness[i], one.stiffness, 1e-14, fabs(one.stiffness));
        }
    }
}

static const double s_modulus = 1e5 * 0.6 / (1.4 * 0.2);

static void a_ball_on_a_linear_layer_is_its_closed_form(void) {
    abContact contact = {.depth = 1e-3};
    abNormalForce f = evaluate(AB_PRESSURE_LINEAR, 0.1, contact);
    double k = s_modulus / 0.1; // pi k R d^2, of which the energy is a third of F d
    CHECK_NEAR(f.force, AB_PI * k * 0.2 * 1e-6, 1e-14, f.force);
    CHECK_NEAR(f.energy, f.force * 1e-3 / 3.0, 1e-14, f.energy);
    CHECK_NEAR(f.stiffness, 2.0 * f.force / 1e-3, 1e-14, f.stiffness);
}

static void a_roller_on_a_linear_layer_is_its_closed_form(void) {
    // L int k (d - x^2/2R) dx = 4/3 L k d sqrt(2 R d)
    abContact contact = {.depth = 1e-3, .curvature = {0.0, 5.0}, .line = 0.3};
    abNormalForce f = evaluate(AB_PRESSURE_LINEAR, 0.1, contact);
    double expected = 4.0 / 3.0 * 0.3 * s_modulus / 0.1 * 1e-3 * sqrt(2.0 * 0.2 * 1e-3);
    CHECK_NEAR(f.force, expected, 1e-14, expected);
    CHECK_NEAR(f.energy, 0.4 * expected * 1e-3, 1e-14, f.energy);
}

static void a_roller_that_tilts_carries_on(void) {
    // the line becomes an ellipse where it is longer than that; force and energy join
    double last = 0.0, slope = 0.0;
    for (double d = 1e-5; d < 0.02; d *= 1.01) {
        abContact contact = {.depth = d, .curvature = {1e-3, 5.0}, .line = 0.3};
        abNormalForce f = evaluate(AB_PRESSURE_LOG, 0.1, contact);
        contact.depth = d * (1.0 + 1e-5);
        abNormalForce g = evaluate(AB_PRESSURE_LOG, 0.1, contact);
        contact.depth = d * (1.0 - 1e-5);
        abNormalForce e = evaluate(AB_PRESSURE_LOG, 0.1, contact);
        CHECK(f.force > last);
        CHECK_NEAR((g.energy - e.energy) / (2e-5 * d), f.force, 1e-8, f.force);
        slope = (g.force - e.force) / (2e-5 * d);
        CHECK_NEAR(slope, f.stiffness, 1e-4, slope);
        last = f.force;
    }
}

static void hertz_pressure_gives_a_ball_the_force_of_hertz(void) {
    abContact contact = {.depth = 1e-3};
    abNormalForce f = evaluate(AB_PRESSURE_HERTZ, NAN, contact);
    double expected = 4.0 / 3.0 * 1e5 / (1.0 - 0.16) * sqrt(0.2) * ab_pow(1e-3, 1.5);
    CHECK_NEAR(f.force, expected, 1e-14, expected);
    CHECK_NEAR(f.energy, 0.4 * expected * 1e-3, 1e-12, f.energy);
}

static void fields_take_the_place_of_the_laws_own_values(void) {
    abContact contact = {.depth = 1e-3, .area = 1e-4};
    abNormalForce own = evaluate(AB_PRESSURE_LOG, 0.1, contact);
    contact.youngs_modulus = 3e5;
    CHECK_NEAR(evaluate(AB_PRESSURE_LOG, 0.1, contact).force, 3.0 * own.force, 1e-15, own.force);
    contact.youngs_modulus = 0.0;
    contact.thickness = 0.1;
    CHECK(evaluate(AB_PRESSURE_LOG, 0.7, contact).force == own.force);
}

static int problems(const char *key, double value, const char *expected) {
    static abError error;
    const abNormalLaw *law = ab_normal_law(ab_normal_law_find("foundation"));
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    const char *keys[] = {"youngs_modulus", "poissons_ratio", "thickness", key};
    double values[] = {1e5, 0.4, 0.1, value};
    ab_table_defaults(law->table, params);
    for (int i = 0; i < 4; i++) {
        memcpy(params + ab_table_find(law->table, keys[i])->offset, &values[i], sizeof values[i]);
    }
    abPairProperties pair = {.radius = 0.2,
                             .surface = {{.contact_radius = 0.5}, {.contact_radius = 1.0}}};
    ab_error_clear(&error);
    abResult result = law->check(params, &pair, (abPlace){"m.yaml", 3, 5}, &error);
    CHECK((result == AB_BAD_MODEL) == (error.count > 0));
    CHECK(expected == NULL || strstr(error.problems[0].text, expected) != NULL);
    return error.count;
}

static void what_is_no_layer_is_refused(void) {
    CHECK(problems("damping", 1.0, NULL) == 0);
    CHECK(problems("youngs_modulus", 0.0, "youngs_modulus = 0 is not above 0") == 1);
    CHECK(problems("poissons_ratio", 0.5, "poissons_ratio = 0.5 is not between -1 and 0.5") == 1);
    CHECK(problems("thickness", 0.0, "thickness = 0 m is not above 0") == 1);
    // the smaller shape is of 0.5 m: a layer is to be at least 5e-10 m thick
    CHECK(problems("thickness", 4e-10, "is less than 1e-9 of the shapes, 0.5 m") == 1);
    CHECK(problems("thickness", 6e-10, NULL) == 0);
    CHECK(problems("thickness", NAN, "the layer has no thickness") == 1);
    CHECK(problems("youngs_modulus", NAN, "the layer has no youngs_modulus") == 1);
    CHECK(problems("minimum_thickness_ratio", 0.0, "minimum_thickness_ratio = 0 is not") == 1);
}

AB_TESTS(AB_TEST(a_batch_is_one_after_the_other), AB_TEST(pressures_are_slopes_of_their_integrals),
         AB_TEST(pressures_are_their_closed_forms),
         AB_TEST(a_ball_on_a_linear_layer_is_its_closed_form),
         AB_TEST(a_roller_on_a_linear_layer_is_its_closed_form),
         AB_TEST(a_roller_that_tilts_carries_on),
         AB_TEST(hertz_pressure_gives_a_ball_the_force_of_hertz),
         AB_TEST(fields_take_the_place_of_the_laws_own_values),
         AB_TEST(what_is_no_layer_is_refused))
