// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "law/normal/impact_forecast.h"
#include "law/normal/poisson_restitution.h"

#include "base/check.h"

typedef struct Prepared {
    double constants[AB_LAW_CONSTANTS];
    abImpact impact;
} Prepared;

typedef struct Value {
    const char *key;
    double value;
} Value;

static void prepare(Prepared *p, abNormalLawKind kind, double restitution, const Value *values,
                    int count) {
    const abNormalLaw *law = ab_normal_law(kind);
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    ab_table_defaults(law->table, params);
    for (int i = 0; i < count; i++) {
        memcpy(params + ab_table_find(law->table, values[i].key)->offset, &values[i].value,
               sizeof values[i].value);
    }
    abPairProperties pair = {.radius = INFINITY, .restitution = restitution};
    law->prepare(params, &pair, p->constants);
    p->impact = (abImpact){.law = law, .constants = p->constants, .mass = 1.0, .speed = 1.0};
}

// Depth, duration and peak of exponents with known values.
static void elastic_impacts_have_their_closed_form(void) {
    static const double s_known[][4] = {{1.0, 0.001, 0.00314159265358979, 1000.0},
                                        {1.5, 0.00435275281648, 0.0128113493482, 287.174588749},
                                        {2.0, 0.0114471424255, 0.0321019565324, 131.03706971},
                                        {3.0, 0.0376060309309, 0.0986051774892, 53.1829589694}};
    for (int i = 0; i < 4; i++) {
        abForecast f = ab_elastic_forecast(1e6, s_known[i][0], 1.0, 1.0);
        // published with 12 digits; the sum has an error of (1/4000)^4 behind Richardson
        CHECK_NEAR(f.depth, s_known[i][1], 1e-11, f.depth);
        CHECK_NEAR(f.duration, s_known[i][2], 1e-9, f.duration);
        CHECK_NEAR(f.peak_force, s_known[i][3], 1e-11, f.peak_force);
    }
}

static void the_integration_meets_the_closed_form(void) {
    const Value values[] = {{"stiffness", 1e6}, {"exponent", 1.5}};
    Prepared p;
    abForecast f, expected = ab_elastic_forecast(1e6, 1.5, 1.0, 1.0);
    prepare(&p, ab_normal_law_find("impact"), 1.0, values, 2);
    CHECK(ab_impact_forecast(&p.impact, &f));
    // 2000 steps of 4th order with a root at both ends: (1/2000)^2.5
    CHECK_NEAR(f.depth, expected.depth, 1e-6, expected.depth);
    CHECK_NEAR(f.duration, expected.duration, 1e-6, expected.duration);
    CHECK_NEAR(f.peak_force, expected.peak_force, 1e-6, expected.peak_force);
    CHECK_NEAR(f.restitution, 1.0, 1e-6, 1.0);
}

static void the_restitution_is_that_of_the_law(void) {
    const Value values[] = {{"penalty", 1e8}, {"transition_speed", 0.5}};
    Prepared p;
    abForecast f;
    prepare(&p, ab_normal_law_find("poisson"), 0.4, values, 2);
    CHECK(ab_impact_forecast(&p.impact, &f));
    CHECK_NEAR(f.restitution, ab_poisson_restitution(0.4, 2.0), 1e-6, 1.0);
    const Value linear[] = {
        {"stiffness", 1e4}, {"exponent", 1.0}, {"damping", 60.0}, {"full_damping_depth", 0.0}};
    prepare(&p, ab_normal_law_find("impact"), 0.4, linear, 4);
    CHECK(ab_impact_forecast(&p.impact, &f));
    CHECK_NEAR(f.restitution, 0.450975452893, 1e-4, 1.0); // the force is cut before the end
}

static void what_is_far_over_damped_stays(void) {
    // usual defaults of one program, with 1 kg
    const Value values[] = {
        {"stiffness", 1e8}, {"exponent", 2.2}, {"damping", 1e4}, {"full_damping_depth", 1e-4}};
    Prepared p;
    abForecast f;
    prepare(&p, ab_normal_law_find("impact"), 0.4, values, 4);
    p.impact.speed = 0.1;
    CHECK(ab_impact_forecast(&p.impact, &f));
    CHECK(f.restitution < 1e-3 && f.depth > 0.0);
}

static void rest_is_where_the_law_carries_the_weight(void) {
    const Value values[] = {{"stiffness", 1e6}, {"exponent", 1.0}};
    Prepared p;
    prepare(&p, ab_normal_law_find("impact"), 0.4, values, 2);
    CHECK_NEAR(ab_depth_at_rest(&p.impact, 9.81), 9.81e-6, 1e-12, 9.81e-6);
}

AB_TESTS(AB_TEST(elastic_impacts_have_their_closed_form),
         AB_TEST(the_integration_meets_the_closed_form),
         AB_TEST(the_restitution_is_that_of_the_law), AB_TEST(what_is_far_over_damped_stays),
         AB_TEST(rest_is_where_the_law_carries_the_weight))
