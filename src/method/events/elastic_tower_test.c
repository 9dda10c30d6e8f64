// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// elastic_tower_test.c - towers of rigid blocks set on each other by places of six digits, that lose
// nothing in an impact: for ever one impact follows the other, each of which is visible. What an
// impact costs does not grow with how long a step its flight allows, and implicit steps do not stay.

#include "abut/read.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "method/events/events.h"

enum { ROOM = 3000, BLOCKS = 5, MANY_BLOCKS = 8, TOWERS = 4 };

#define END 0.02 // s

static char s_text[ROOM];

// Each second block is a cylinder, each some mm high.
static void write_tower(int blocks, double end_time, double tolerance) {
    double top = 0.0;
    int n = snprintf(s_text, ROOM,
                     "abut: 1\n"
                     "gravity: [0, 0, -9.81]\n"
                     "materials: {m: {density: 1100}}\n"
                     "pairs: [{materials: [m, m], restitution: 1}]\n"
                     "contacts: [{between: [all, all], normal: rigid, friction: none}]\n"
                     "simulation: {end_time: %g, output_interval: 0.05, tolerance: %g}\n"
                     "bodies:\n"
                     "  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n",
                     end_time, tolerance);
    for (int i = 0; i < blocks; i++) {
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

static abStatistics run_tower(const abObserver *observer) {
    abError error;
    abStatistics statistics = {0};
    must_be_ok(run_fixture(s_text, observer, &statistics, &error), &error);
    return statistics;
}

static void an_impact_asks_for_few_distances(void) {
    write_tower(BLOCKS, 0.05, 1e-7);
    abStatistics statistics = run_tower(&(abObserver){0});
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

// What is seen of the steps of a run.
typedef struct Watched {
    bool is_dense;
    int returns; // from implicit steps to events
} Watched;

static abResult watch_step(void *context, abSimulation *s, double time, abError *error) {
    (void)time;
    (void)error;
    Watched *seen = context;
    const bool is_dense = ((const abEvents *)s->own)->dense.is_on;
    seen->returns += seen->is_dense && !is_dense ? 1 : 0;
    seen->is_dense = is_dense;
    return AB_OK;
}

// Bursts of hits that are not visible run through eight blocks, and implicit steps begin. As each of
// these ends at a hit, none is quiet: they went on to the end of the run, 1840 of them over 0.015 s.
static void implicit_steps_do_not_follow_what_events_can(void) {
    Watched seen = {0};
    write_tower(MANY_BLOCKS, 0.02, 1e-5);
    abStatistics statistics = run_tower(&(abObserver){.context = &seen, .step = watch_step});
    printf("%d implicit steps over %.3g s, %d returns\n", (int)statistics.dense_steps,
           statistics.dense_time, seen.returns);
    CHECK(statistics.events[AB_EVENT_IMPACT] > 2000);
    CHECK(seen.returns > 0);
    CHECK(statistics.dense_steps < 1500);
    CHECK(statistics.dense_time < 0.01);
    CHECK(fabs(statistics.energy_drift) < 1e-5 * statistics.energy_scale);
}

// Where bursts come hangs on rounding, so several towers are asked together as well.
static void several_towers_leave_implicit_steps(void) {
    Watched seen = {0};
    int steps = 0;
    double time = 0.0;
    for (int blocks = MANY_BLOCKS; blocks < MANY_BLOCKS + TOWERS; blocks++) {
        write_tower(blocks, END, 1e-5);
        seen.is_dense = false;
        abStatistics statistics = run_tower(&(abObserver){.context = &seen, .step = watch_step});
        CHECK(statistics.events[AB_EVENT_IMPACT] > 2000);
        steps += (int)statistics.dense_steps;
        time += statistics.dense_time;
    }
    printf("%d towers: %d implicit steps over %.3g s, %d returns\n", TOWERS, steps, time,
           seen.returns);
    CHECK(seen.returns > 0);
    CHECK(steps < 1500 * TOWERS);
    CHECK(time < 0.5 * END * TOWERS);
}

AB_TESTS(AB_TEST(an_impact_asks_for_few_distances),
         AB_TEST(implicit_steps_do_not_follow_what_events_can),
         AB_TEST(several_towers_leave_implicit_steps))
