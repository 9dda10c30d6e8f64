// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_work_test.c - soft bodies that meet deeply and without losses keep their energy, while edges
// slide past corners and bars turn away from each other.

#include <stdio.h>

#include "abut/abut.h"
#include "base/check.h"
#include "core/run_fixture.h"
#include "math/core/elementary.h"

static abError s_error;

// Two bodies in free space that come at each other, spinning, as the number has it.
static abStatistics meet(const char *a, const char *b, const char *law, int number) {
    static char text[1500];
    snprintf(
        text, sizeof text,
        "abut: 1\n"
        "materials: {m: {youngs_modulus: 1e6, poissons_ratio: 0.4, density: 1000}}\n"
        "pairs: [{materials: [m, m], restitution: 1, sliding_friction: 0}]\nbodies:\n"
        "  a: {angular_velocity: [-1, 0.5, 1], shapes: [{%s, material: m}]}\n"
        "  b: {position: [0.04, 0.02, 0.46], rotation: [%.6f, %.6f, %.6f], velocity: [0.3, -0.2, "
        "-2.5], angular_velocity: [3, 1, 2], shapes: [{%s, material: m}]}\n"
        "contacts: [{between: [a, b], normal: {law: %s}, friction: {law: none}}]\n"
        "simulation: {method: events, end_time: 0.4, tolerance: 1e-9}\n",
        a, 3.0 * ab_sin(2.0 + number), 3.0 * ab_cos(5.0 * number), 0.3 * number, b, law);
    abStatistics statistics = {0};
    CHECK(run_fixture(text, NULL, &statistics, &s_error) == AB_OK);
    return statistics;
}

// In two of the 48 meetings what is stored jumps, where another edge is the nearest: that is not paid
// (unpaid_depth.c).
static void they_keep_their_energy(void) {
    static const char *const shapes[][2] = {{"box", "size: [0.3, 0.25, 0.2]"},
                                            {"capsule", "radius: 0.1, length: 0.25"},
                                            {"beam", "width: 0.15, length: 0.3, thickness: 0.15"}};
    static const int met[][2] = {{0, 0}, {0, 1}, {1, 1}, {2, 1}};
    for (int pair = 0; pair < 4; pair++) {
        double worst = 0.0, deepest = 0.0;
        char text[2][80];
        for (int k = 0; k < 2; k++) {
            const char *const *shape = shapes[met[pair][k]];
            snprintf(text[k], sizeof text[k], "%s: {%s}", shape[0], shape[1]);
        }
        for (int number = 0; number < 12; number++) {
            const char *law = number % 2 == 0 ? "elastic" : "hertz";
            abStatistics found = meet(text[0], text[1], law, number);
            worst = fmax(worst, found.energy_drift / found.energy_scale);
            deepest = fmax(deepest, found.worst_depth);
        }
        printf("  %s on %s: at most %.1e of what is turned over, %.3f m deep\n",
               shapes[met[pair][0]][0], shapes[met[pair][1]][0], worst, deepest);
        CHECK(deepest > 0.02 && worst < 1e-6);
    }
}

AB_TESTS(AB_TEST(they_keep_their_energy))
