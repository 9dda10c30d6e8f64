// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_piles_test.c - piles of many shapes and towers of very different masses: no step that is
// not solved, and overlaps below 1e-5 of a body.

#include <stdlib.h>
#include <string.h>

#include "abut/read.h"
#include "abut/simulation.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "base/random_fixture.h"

enum { ROOM = 40000 };

static char s_text[ROOM];
static size_t s_length;
static double s_deepest;
static int s_warnings;
static uint32_t s_seed;

static void add(const char *text) {
    size_t length = strlen(text);
    CHECK(s_length + length < ROOM);
    if (s_length + length < ROOM) {
        memcpy(s_text + s_length, text, length + 1);
        s_length += length;
    }
}

static void count_warning(void *context, abLogLevel level, const char *sentence) {
    (void)context;
    if (level == AB_LOG_WARNING) {
        s_warnings++;
        printf("%s\n", sentence);
    }
}

static void begin(const char *materials) {
    s_length = 0;
    s_warnings = 0;
    add("abut: 1\ngravity: [0, 0, -9.81]\n");
    add(materials);
    add("contacts: [{between: [all, all], normal: {law: rigid}, friction: {law: coulomb},\n"
        "            restitution: 0, sliding_friction: 0.5}]\n");
}

static void run(void) {
    static abError error;
    abModel *model;
    abSimulation *simulation;
    open_sound(s_text, (abLog){count_warning, NULL}, &model, &simulation, &error);
    CHECK(ab_simulation_run(simulation, NULL, &error) == AB_OK);
    s_deepest = ab_simulation_statistics(simulation)->worst_depth;
    close_fixture(model, simulation);
}

// Balls, boxes, capsules, cylinders and ellipsoids of some 0.1 m fall into a box, in seven layers.
static void a_pile_of_many_shapes_is_solved(void) {
    static const char *const shapes[5] = {
        "sphere: {radius: 0.06}", "box: {size: [0.12, 0.1, 0.08]}",
        "capsule: {radius: 0.04, length: 0.08}", "cylinder: {radius: 0.05, length: 0.1}",
        "ellipsoid: {semi_axes: [0.07, 0.05, 0.04]}"};
    begin("materials: {m: {density: 1000}}\n");
    add("simulation: {method: stepping, step: 0.005, end_time: 0.8, output_interval: 0.05}\n"
        "bodies:\n  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n");
    for (int k = 0; k < 4; k++) { // walls
        char wall[200];
        double x = k < 2 ? 0.36 * (1 - 2 * k) : 0.0, y = k < 2 ? 0.0 : 0.36 * (5 - 2 * k);
        snprintf(wall, sizeof wall,
                 "  w%d: {mobility: fixed, position: [%g, %g, 0.5], shapes: [{box: {size: [%g, %g, "
                 "1]}, material: m}]}\n",
                 k, x, y, k < 2 ? 0.1 : 0.6, k < 2 ? 0.8 : 0.1);
        add(wall);
    }
    s_seed = 7;
    for (int k = 0; k < 63; k++) {
        char body[300];
        double q[4], sum = 0.0;
        for (int i = 0; i < 4; i++) {
            q[i] = random_between(&s_seed, -1.0, 1.0);
            sum += q[i] * q[i];
        }
        for (int i = 0; i < 4; i++) {
            q[i] /= sqrt(sum);
        }
        snprintf(body, sizeof body,
                 "  b%d: {position: [%g, %g, %g], orientation: [%.15f, %.15f, %.15f, %.15f], "
                 "shapes: [{%s, material: m}]}\n",
                 k, 0.19 * (k % 3 - 1), 0.19 * (k / 3 % 3 - 1), 0.12 + 0.17 * (k / 9), q[0], q[1],
                 q[2], q[3], shapes[k % 5]);
        add(body);
    }
    run();
    printf("pile: deepest %.2g m\n", s_deepest);
    CHECK(s_warnings == 0);
    CHECK(s_deepest <= 1e-6);
}

// Five boxes of 1 kg, the top one a thousand, then a million times heavier, dropped by half a
// millimetre.
static void a_heavy_box_stands_on_light_ones(void) {
    for (int k = 0; k < 2; k++) {
        begin(k == 0 ? "materials: {m: {density: 1000}, h: {density: 1e6}}\n"
                     : "materials: {m: {density: 1000}, h: {density: 1e9}}\n");
        add("simulation: {method: stepping, step: 0.005, end_time: 0.5, output_interval: 0.05}\n"
            "bodies:\n  floor: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n");
        for (int b = 0; b < 5; b++) {
            char body[200];
            snprintf(body, sizeof body,
                     "  b%d: {position: [%g, %g, %.4f], shapes: [{box: {size: [0.1, 0.1, 0.1]}, "
                     "material: %s}]}\n",
                     b, 0.001 * (b * 7 % 4 - 1), 0.001 * (b * 5 % 3 - 1), 0.0505 + 0.1005 * b,
                     b == 4 ? "h" : "m");
            add(body);
        }
        run();
        printf("tower: deepest %.2g m\n", s_deepest);
        CHECK(s_warnings == 0);
        CHECK(s_deepest <= 1e-6);
    }
}

AB_TESTS(AB_TEST(a_pile_of_many_shapes_is_solved), AB_TEST(a_heavy_box_stands_on_light_ones))
