// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// public_enums_test.c - the enums of abut/definitions.h number the words of the key tables.

#include <string.h>

#include "abut/definitions.h"
#include "base/check.h"
#include "model/kinds/tables.h"

// Whether `number` stands for `word` in files.
static bool is_word(const abTable *table, const char *key, int number, const char *word) {
    const abKey *found = ab_table_find(table, key);
    for (int i = 0; found != NULL && found->choices[i] != NULL; i++) {
        if (i == number) {
            return strcmp(found->choices[i], word) == 0;
        }
    }
    return false;
}

static bool has_words(const abTable *table, const char *key, int count) {
    const abKey *found = ab_table_find(table, key);
    int words = 0;
    while (found != NULL && found->choices[words] != NULL) {
        words++;
    }
    return words == count;
}

static void simulation_words_have_their_numbers(void) {
    const abTable *t = &ab_simulation_table;
    CHECK(is_word(t, "method", AB_METHOD_EVENTS, "events"));
    CHECK(is_word(t, "method", AB_METHOD_STEPPING, "stepping"));
    CHECK(is_word(t, "method", AB_METHOD_FIXED, "fixed"));
    CHECK(has_words(t, "method", AB_METHOD_COUNT));
    CHECK(is_word(t, "integrator", AB_INTEGRATOR_AUTO, "auto"));
    CHECK(is_word(t, "integrator", AB_INTEGRATOR_EXPLICIT, "explicit"));
    CHECK(is_word(t, "integrator", AB_INTEGRATOR_BDF, "bdf"));
    CHECK(is_word(t, "integrator", AB_INTEGRATOR_ADAMS, "adams"));
    CHECK(is_word(t, "integrator", AB_INTEGRATOR_DORMAND_PRINCE_5, "dormand_prince_5"));
    CHECK(is_word(t, "integrator", AB_INTEGRATOR_DORMAND_PRINCE_8, "dormand_prince_8"));
    CHECK(is_word(t, "integrator", AB_INTEGRATOR_EULER, "euler"));
    CHECK(is_word(t, "integrator", AB_INTEGRATOR_HEUN, "heun"));
    CHECK(is_word(t, "integrator", AB_INTEGRATOR_RK4, "rk4"));
    CHECK(is_word(t, "integrator", AB_INTEGRATOR_ADAPTIVE, "adaptive"));
    CHECK(has_words(t, "integrator", AB_INTEGRATOR_ADAPTIVE + 1));
    CHECK(is_word(t, "step_control", AB_STEP_CONTROL_ADAPTIVE, "adaptive"));
    CHECK(is_word(t, "hold_joints", AB_HOLD_PLACES, "places"));
    CHECK(is_word(t, "hold_joints", AB_HOLD_SPEEDS, "speeds"));
    CHECK(is_word(t, "hold_joints", AB_HOLD_FORCES, "forces"));
}

static void impacts_and_stabilizations_have_their_numbers(void) {
    const abTable *t = &ab_simulation_table;
    CHECK(is_word(t, "impacts", AB_IMPACT_ORDER_FREE, "order_free"));
    CHECK(is_word(t, "impacts", AB_IMPACT_SIMULTANEOUS, "simultaneous"));
    CHECK(is_word(t, "impacts", AB_IMPACT_HYBRID, "hybrid"));
    CHECK(is_word(t, "impacts", AB_IMPACT_SERIAL_GROUPED, "serial_grouped"));
    CHECK(is_word(t, "impacts", AB_IMPACT_SERIAL_GROUPED_LAST_PASS, "serial_grouped_last_pass"));
    CHECK(is_word(t, "impacts", AB_IMPACT_SERIAL_SEPARATE, "serial_separate"));
    CHECK(is_word(t, "impacts", AB_IMPACT_SERIAL_SEPARATE_LAST_PASS, "serial_separate_last_pass"));
    CHECK(has_words(t, "impacts", AB_IMPACT_COUNT));
    CHECK(is_word(t, "stabilization", AB_STABILIZE_NONE, "none"));
    CHECK(is_word(t, "stabilization", AB_STABILIZE_VELOCITY, "velocity"));
    CHECK(is_word(t, "stabilization", AB_STABILIZE_VELOCITY_JOINTS, "velocity_joints"));
    CHECK(is_word(t, "stabilization", AB_STABILIZE_VELOCITY_AND_DISTANCE, "velocity_and_distance"));
    CHECK(is_word(t, "stabilization", AB_STABILIZE_VELOCITY_AND_DISTANCE_JOINTS,
                  "velocity_and_distance_joints"));
}

static void rules_bodies_and_sensors_have_their_numbers(void) {
    const abTable *rule = &ab_contact_rule_table;
    CHECK(is_word(rule, "manifold", AB_MANIFOLD_SINGLE, "single"));
    CHECK(is_word(rule, "manifold", AB_MANIFOLD_CONTOURS, "contours"));
    CHECK(is_word(rule, "penetrating", AB_PENETRATING_BOTH, "both"));
    CHECK(is_word(rule, "vertex_area", AB_VERTEX_AREA_REGION, "region"));
    CHECK(is_word(rule, "contour_plane", AB_CONTOUR_BY_LEAST_SQUARES, "least_squares"));
    CHECK(is_word(rule, "masters", AB_MASTERS_SUM, "sum"));
    CHECK(is_word(&ab_body_table, "mobility", AB_MOBILITY_PRESCRIBED, "prescribed"));
    CHECK(is_word(&ab_field_table, "quantity", AB_FIELD_PRESSURE, "pressure"));
    CHECK(is_word(&ab_sensor_table, "compare", AB_COMPARE_EQ, "eq"));
}

AB_TESTS(AB_TEST(simulation_words_have_their_numbers),
         AB_TEST(impacts_and_stabilizations_have_their_numbers),
         AB_TEST(rules_bodies_and_sensors_have_their_numbers))
