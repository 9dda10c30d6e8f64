// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// elastic_tower_test.c - towers of rigid blocks set on each other by places of six digits, that lose
// nothing in an impact: for ever one impact follows the other, each of which is visible. What an
// impact costs does not grow with how long a step its flight allows.

#include "abut/read.h"
#include "base/check.h"
#include "core/run_fixture.h"

enum { ROOM = 3000, BLOCKS = 5 };

static char s_text[ROOM];

// Each second block is a cylinder, each some mm high.
static void write_tower(void) {
    double top = 0.0;
    int n = snprintf(s_text, ROOM,
                     "abut: 1\n"
                     "gravity: [0, 0, -9.81]\n"
                     "materials: {m: {density: 1100}}\n"
                     "pairs: [{materials: [m, m], restitution: 1}]\n"
                     "contacts: [{between: [all, all], normal: rigid, friction: none}]\n"
                     "simulation: {end_time: 0.05, output_interval: 0.05, tolerance: 1e-7}\n"
                     "bodies:\n"
                     "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n");
    for (int i = 0; i < BLOCKS; i++) {
        double height = 0.0027182818 + 0.0011235813 * ((7 * i) % 5);
        char shape[100];
        if (i % 2 == 0) {
            snprintf(shape, sizeof shape, "cylinder: {radius: 0.005, length: %.7g}", height);
        } else {
            snprintf(shape, sizeof shape, "box: {size: [0.01, 0.01, %.7g]}", height);
        }
        n += snprintf(s_text + n, ROOM - (size_t)n,
                      "  b%d: {position: [%.7g, %.7g, %.9g], shapes: [{%s, material: m}]}\n", i,
                      1e-4 * ((3 * i) % 5 - 2), 1e-4 * ((2 * i) % 7 - 3),
                      top + 0.5 * height + 1e-6 * (i + 1), shape);
        top += height;
    }
}

static abStatistics run_tower(void) {
    abError error;
    abStatistics statistics = {0};
    must_be_ok(run_fixture(s_text, &(abObserver){0}, &statistics, &error), &error);
    return statistics;
}

static void an_impact_asks_for_few_distances(void) {
    write_tower();
    abStatistics statistics = run_tower();
    double impacts = (double)statistics.events[AB_EVENT_IMPACT];
    printf("%.0f impacts, %.1f distances and %.1f evaluations each, %d dense\n", impacts,
           (double)statistics.proximity_calls / impacts, (double)statistics.evaluations / impacts,
           (int)statistics.dense_steps);
    CHECK(impacts > 500.0);
    // 86; 237 where each pair is searched over the whole step, in looks that only halve
    CHECK((double)statistics.proximity_calls < 120.0 * impacts);
    CHECK(statistics.dense_steps == 0);
    CHECK(fabs(statistics.energy_drift) < 1e-5 * statistics.energy_scale);
}

AB_TESTS(AB_TEST(an_impact_asks_for_few_distances))
