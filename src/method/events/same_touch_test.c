// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// same_touch_test.c - what touches once touches once: the search for touches and the list of closed
// points go by the same gap, though they compute it in two ways.

#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"

typedef struct Seen {
    double time;
    int at_once, most_at_once; // touches at one instant
} Seen;

static Seen s_seen;
static abError s_error;

static abResult note_event(void *context, const abEvent *event, abError *error) {
    (void)context, (void)error;
    if (event->kind == AB_EVENT_TOUCH) {
        s_seen.at_once = event->time == s_seen.time ? s_seen.at_once + 1 : 1;
        s_seen.time = event->time;
        s_seen.most_at_once =
            s_seen.at_once > s_seen.most_at_once ? s_seen.at_once : s_seen.most_at_once;
    }
    return AB_OK;
}

// Boxes and cylinders on each other, a little apart and off their centres, without friction. Their
// bounces get small together, 9 ms after the first.
static void a_tower_of_round_and_square_comes_to_rest(void) {
    static const struct {
        double x, y, z, height;
        bool is_round;
    } parts[] = {
        {0.032348656, -0.00962326, 0.370058091, 0.740016182, false},
        {-0.019659319, 0.036678142, 0.947933915, 0.415635467, true},
        {-0.016713706, -0.042605196, 1.430228671, 0.548854044, true},
        {-0.006368544, 0.038374122, 2.050472772, 0.69153416, true},
        {0.033515275, 0.035584254, 2.600968968, 0.409358231, false},
        {-0.013979969, 0.010231602, 2.963652019, 0.315907872, true},
        {0.01021451, -0.048319072, 3.33303748, 0.42276305, false},
        {-0.023497102, -0.012332897, 3.889631197, 0.690324383, false},
    };
    enum { PARTS = sizeof parts / sizeof *parts };
    static char text[8000];
    int used =
        snprintf(text, sizeof text,
                 "abut: 1\ngravity: [0, 0, -9.81]\nmaterials: {m: {density: 7850}}\n"
                 "pairs: [{materials: [m, m], restitution: 0.5, sliding_friction: 0}]\n"
                 "bodies:\n  ground: {mobility: fixed, shapes: [{plane: {}, material: m}]}\n");
    for (int i = 0; i < PARTS; i++) {
        char shape[100];
        snprintf(shape, sizeof shape,
                 parts[i].is_round ? "cylinder: {radius: 0.5, length: %.17g}"
                                   : "box: {size: [1, 1, %.17g]}",
                 parts[i].height);
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "  b%d: {position: [%.17g, %.17g, %.17g], shapes: [{%s, material: m}]}\n",
                         i, parts[i].x, parts[i].y, parts[i].z, shape);
    }
    snprintf(text + used, sizeof text - (size_t)used,
             "contacts: [{between: ['*', '*'], normal: {law: rigid}, friction: {law: none}}]\n"
             "simulation: {method: events, end_time: 0.5, tolerance: 1.0e-8, output_interval: "
             "0.01}\n");
    const abObserver observer = {.event = note_event};
    abStatistics statistics = {0};
    s_seen = (Seen){0};
    CHECK(run_fixture(text, &observer, &statistics, &s_error) == AB_OK);
    CHECK(s_seen.most_at_once <= PARTS);
    CHECK(statistics.steps < 3000);
}

AB_TESTS(AB_TEST(a_tower_of_round_and_square_comes_to_rest))
