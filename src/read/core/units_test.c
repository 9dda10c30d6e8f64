// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "law/core/material.h"
#include "read/core/units.h"

#include "base/check.h"
#include "model/kinds/tables.h"

static abUnits units_of(int length, int mass, int time, int angle) {
    return (abUnits){{length, mass, time, angle}};
}

static const abUnits s_si = {{0}};

static void check_within(const abUnits *units, const char *unit, double value, double si,
                         double tolerance) {
    abUnitFactor factor;
    if (!ab_unit_factor(units, unit, &factor)) {
        ab_check_failed(__FILE__, __LINE__, unit);
        return;
    }
    CHECK_NEAR(ab_unit_to_si(factor, value), si, tolerance, si);
}

// Exact: the fractions give the nearest double of these.
static void check_to_si(const abUnits *units, const char *unit, double value, double si) {
    check_within(units, unit, value, si, 0.0);
}

static void si_is_left_alone(void) {
    static const char *const units[] = {"m", "kg", "N s/m", "kg m^2", "m^3/s^2", "-", "Pa"};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        check_to_si(&s_si, units[i], 0.1, 0.1);
    }
}

static void lengths_are_converted_exactly(void) {
    static const double metres[] = {1, 0.001, 0.01, 1000, 0.0254, 0.3048};
    for (int i = 0; ab_unit_names(AB_QUANTITY_LENGTH)[i] != NULL; i++) {
        abUnits units = units_of(i, 0, 0, 0);
        check_to_si(&units, "m", 1.0, metres[i]);
    }
    abUnits mm = units_of(1, 0, 0, 0);
    check_to_si(&mm, "m", 100.0, 0.1);
    check_to_si(&mm, "m", 300.0, 0.3);
    check_to_si(&mm, "m/s^2", 9810.0, 9.81);
}

static void the_other_quantities_too(void) {
    static const double kilograms[] = {1, 0.001, 1000, 0.45359237};
    static const double seconds[] = {1, 0.001, 1e-6, 60, 3600};
    for (int i = 0; ab_unit_names(AB_QUANTITY_MASS)[i] != NULL; i++) {
        abUnits units = units_of(0, i, 0, 0);
        check_to_si(&units, "kg", 1.0, kilograms[i]);
    }
    for (int i = 0; ab_unit_names(AB_QUANTITY_TIME)[i] != NULL; i++) {
        abUnits units = units_of(0, 0, i, 0);
        check_to_si(&units, "s", 1.0, seconds[i]);
    }
    abUnits deg = units_of(0, 0, 0, 1);
    check_to_si(&deg, "rad", 180.0, 3.14159265358979323846);
    check_to_si(&deg, "rad/s", 90.0, 1.57079632679489661923);
}

// In t, mm, s a force is in N, a stress in N/mm^2, a density in t/mm^3.
static void derived_units_follow_the_base_units(void) {
    abUnits units = units_of(1, 2, 0, 0);
    check_to_si(&units, "N", 3.0, 3.0);
    check_to_si(&units, "Pa", 2.1e5, 2.1e11);
    check_within(&units, "kg/m^3", 8e-9, 8000.0, 2.3e-16); // 8e-9 is rounded already
    check_to_si(&units, "J", 1.0, 0.001);
    check_to_si(&units, "N m", 1.0, 0.001);
    check_to_si(&units, "N/m", 1.0, 1000.0);
    check_to_si(&units, "N s/m", 1.0, 1000.0);
    check_to_si(&units, "s/m", 1.0, 1000.0);
    abUnits km = units_of(3, 1, 0, 0);                              // g km/s^2 = N
    check_within(&km, "N/m^1.5", 1e6, 31.622776601683793, 4.5e-16); // the root and a product
}

static void back_and_forth_is_the_same(void) {
    abUnits units = units_of(4, 3, 1, 1);
    static const char *const texts[] = {"m", "kg m^2", "N s/m", "rad/s", "Pa"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        abUnitFactor factor;
        CHECK(ab_unit_factor(&units, texts[i], &factor));
        double there = ab_unit_to_si(factor, 0.7);
        CHECK_NEAR(ab_unit_from_si(factor, there), 0.7, 4 * 2.3e-16, 0.7); // four roundings
    }
}

static void what_is_no_unit_is_refused(void) {
    static const char *const texts[] = {"",     " ",  "furlong", "m^",    "m^0",
                                        "m//s", "m/", "m m^x",   "m^1.7", "m^12"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        abUnitFactor factor;
        CHECK(!ab_unit_factor(&s_si, texts[i], &factor));
    }
}

static void check_text(const abUnits *units, const char *unit, const char *expected) {
    char text[60];
    ab_unit_text(units, unit, text, sizeof text);
    CHECK_TEXT(text, expected);
}

static void texts_are_in_the_chosen_units(void) {
    check_text(&s_si, "N s/m", "N s/m");
    check_text(&s_si, "-", "-");
    abUnits engineer = units_of(1, 2, 0, 1);
    check_text(&engineer, "m/s^2", "mm/s^2");
    check_text(&engineer, "kg/m^3", "t/mm^3");
    check_text(&engineer, "Pa", "MPa");
    check_text(&engineer, "N/m", "N/mm");
    check_text(&engineer, "rad/s", "deg/s");
    check_text(&engineer, "N/m^1.5", "N/mm^1.5");
    check_text(&s_si, "N/m^n", "N/m^n");
    abUnits cgs = units_of(2, 1, 0, 0);
    check_text(&cgs, "N", "cm g/s^2");
    check_text(&cgs, "N/m", "g/s^2");
    char small[4];
    ab_unit_text(&engineer, "kg m^2/s^2", small, sizeof small);
    CHECK(strlen(small) == 3);
}

static void an_open_power_needs_its_value_or_si(void) {
    abUnits mm = units_of(1, 0, 0, 0), grams = units_of(0, 1, 0, 0);
    abUnitFactor factor;
    CHECK(!ab_unit_factor(&mm, "N/m^n", &factor));
    CHECK(ab_unit_factor(&grams, "N/m^n", &factor) && factor.denominator == 1000.0);
    CHECK(ab_unit_has_open_power("N/m^n") && ab_unit_has_open_power("N/m^2/m^n"));
    CHECK(!ab_unit_has_open_power("N/m^1.5") && !ab_unit_has_open_power("-"));
    // with t, mm and s the unit is N/mm^n: 1000^n N/m^n
    abUnits engineer = units_of(1, 2, 0, 1);
    static const double s_n[][2] = {
        {1.0, 1e3}, {1.5, 31622.776601683792}, {2.0, 1e6}, {2.2, 3981071.7055349725}};
    for (int i = 0; i < 4; i++) {
        CHECK(ab_unit_factor_with(&engineer, "N/m^n", s_n[i][0], &factor));
        // a power and some products: a few roundings
        CHECK_NEAR(ab_unit_to_si(factor, 1.0), s_n[i][1], 2e-15, s_n[i][1]);
        CHECK(ab_unit_factor_with(&engineer, "N/m^2/m^n", s_n[i][0], &factor));
        CHECK_NEAR(ab_unit_to_si(factor, 1.0), 1e6 * s_n[i][1], 2e-15, 1e6 * s_n[i][1]);
    }
}

static void check_table(const abTable *table) {
    for (int i = 0; i < table->key_count; i++) {
        abUnitFactor factor;
        const char *unit = table->keys[i].unit;
        if (unit == NULL || !ab_unit_factor(&s_si, unit, &factor)) {
            ab_check_failed(table->name, i, table->keys[i].name);
        }
    }
}

static void the_unit_of_every_key_can_be_converted(void) {
    const abTable *const tables[] = {
        &ab_material_table, &ab_material_pair_table, &ab_shape_table,    &ab_body_table,
        &ab_marker_table,   &ab_motion_table,        &ab_flexible_table, &ab_contact_rule_table,
        &ab_joint_table,    &ab_force_table,         &ab_gravity_table,  &ab_simulation_table,
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        check_table(tables[i]);
    }
    for (int i = 0; ab_choice_lists[i] != NULL; i++) {
        const abChoice *choice = ab_choice_find(ab_choice_lists[i]);
        for (int kind = 0; kind < choice->count; kind++) {
            check_table(choice->table(kind));
        }
    }
}

AB_TESTS(AB_TEST(si_is_left_alone), AB_TEST(lengths_are_converted_exactly),
         AB_TEST(the_other_quantities_too), AB_TEST(derived_units_follow_the_base_units),
         AB_TEST(back_and_forth_is_the_same), AB_TEST(what_is_no_unit_is_refused),
         AB_TEST(texts_are_in_the_chosen_units), AB_TEST(an_open_power_needs_its_value_or_si),
         AB_TEST(the_unit_of_every_key_can_be_converted))
