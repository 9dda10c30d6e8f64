// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// set_down_test.c - towers of blocks set on each other by places of six digits, by a stiff law that
// hardly damps them: implicit steps that do not see its spring do not let it vibrate either, so the
// towers are at rest after some steps. What was only tried before a stretch does not count, so a
// checkpoint written there changes nothing.

#include <stdlib.h>

#include "abut/read.h"
#include "base/check.h"
#include "core/run_fixture.h"

enum { ROOM = 3000, BLOCKS = 8 };

static char s_text[ROOM];

// Each third of the blocks is a cylinder; `size` is half a width.
static void write_tower(const char *material, double size, int count, double end_time) {
    double top = 0.0;
    int n = snprintf(s_text, ROOM,
                     "abut: 1\n"
                     "gravity: [0, 0, -9.81]\n"
                     "materials:\n"
                     "  wood: {youngs_modulus: 1.0e10, poissons_ratio: 0.3, density: 700}\n"
                     "  steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}\n"
                     "pairs:\n"
                     "  - {materials: [%s, %s], restitution: 0.3, sliding_friction: 0.5}\n"
                     "contacts: [{between: [all, all], normal: elastic, friction: coulomb}]\n"
                     "simulation: {end_time: %g, output_interval: %g, tolerance: 1e-6}\n"
                     "bodies:\n"
                     "  ground: {mobility: fixed, shapes: [{plane: {}, material: %s}]}\n",
                     material, material, end_time, 0.1 * end_time, material);
    for (int i = 0; i < count; i++) {
        double height = 0.5 * size + 0.0617283945 * size * ((7 * i) % 11);
        char shape[100];
        if (i % 3 == 1) {
            snprintf(shape, sizeof shape, "cylinder: {radius: %g, length: %.7g}", size, height);
        } else {
            snprintf(shape, sizeof shape, "box: {size: [%g, %g, %.7g]}", 2 * size, 2 * size,
                     height);
        }
        n += snprintf(s_text + n, ROOM - (size_t)n,
                      "  b%d: {position: [%.7g, %.7g, %.6g], shapes: [{%s, material: %s}]}\n", i,
                      0.01 * size * ((3 * i) % 5 - 2), 0.01 * size * ((2 * i) % 7 - 3),
                      top + 0.5 * height, shape, material);
        top += height;
    }
}

typedef struct Run {
    abBodyState last[BLOCKS + 1]; // of the last frame
    double moving;                // there                                                  [J]
    bool saves;                   // at each step
} Run;

static abResult take_frame(void *context, const abFrame *frame, abError *error) {
    (void)error;
    Run *run = context;
    CHECK(frame->body_count <= BLOCKS + 1);
    for (int b = 0; b < frame->body_count && b <= BLOCKS; b++) {
        run->last[b] = frame->bodies[b];
    }
    run->moving = frame->energy.kinetic;
    return AB_OK;
}

static abResult take_step(void *context, abSimulation *s, double time, abError *error) {
    (void)time;
    (void)error;
    const Run *run = context;
    size_t size = run->saves ? ab_simulation_save(s, NULL, 0) : 0;
    unsigned char *bytes = malloc(size + 1);
    CHECK(bytes != NULL && (!run->saves || ab_simulation_save(s, bytes, size) == size));
    free(bytes);
    return AB_OK;
}

static abStatistics run_tower(Run *run) {
    abError error;
    abStatistics statistics = {0};
    const abObserver observer = {.context = run, .frame = take_frame, .step = take_step};
    must_be_ok(run_fixture(s_text, &observer, &statistics, &error), &error);
    return statistics;
}

static void towers_come_to_rest_in_few_steps(void) {
    for (int count = 2; count <= BLOCKS; count++) {
        Run run = {.saves = false};
        write_tower("wood", 0.1, count, 0.5);
        abStatistics statistics = run_tower(&run);
        CHECK(statistics.dense_steps > 0);
        // as many as of the longest implicit step, a hundredth of the run, and some to come to rest
        CHECK(statistics.dense_steps < 200);
        CHECK(run.moving == 0.0);
    }
}

static void a_checkpoint_of_what_was_tried_changes_nothing(void) {
    static Run runs[2];
    write_tower("steel", 0.02, BLOCKS, 0.002);
    for (int i = 0; i < 2; i++) {
        runs[i].saves = i > 0;
        abStatistics statistics = run_tower(&runs[i]);
        CHECK(statistics.dense_steps > 0);
    }
    CHECK(memcmp(runs[0].last, runs[1].last, sizeof runs[0].last) == 0);
}

AB_TESTS(AB_TEST(towers_come_to_rest_in_few_steps),
         AB_TEST(a_checkpoint_of_what_was_tried_changes_nothing))
