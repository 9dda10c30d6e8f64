// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping_chains_test.c - chains that whip round in steps too long for them keep their energy: steps are
// cut where joints ask for it, and what is moved back to its joints keeps its spin.

#include <stdio.h>

#include "abut/simulation.h"
#include "base/check.h"
#include "base/random_fixture.h"
#include "core/run_fixture.h"

enum { LINKS_MAX = 8, CHAINS = 12 };

static abError s_error;
static uint32_t s_seed;

// A chain of slim links that hangs from the world, begins level and spins.
static void write_chain(char *text, size_t size, int number) {
    int links = 3 + number % (LINKS_MAX - 2);
    double length = number % 2 == 0 ? 0.01 : 0.1, step = number % 3 == 0 ? 0.004 : 0.002;
    size_t n = (size_t)snprintf(text, size,
                                "abut: 1\ngravity: [0, 0, -9.81]\n"
                                "materials: {m: {density: 1100}}\nbodies:\n");
    for (int i = 0; i < links; i++) {
        double spin[3];
        for (int k = 0; k < 3; k++) {
            spin[k] = number % 4 == 0 ? 0.0 : random_between(&s_seed, -20.0, 20.0);
        }
        n +=
            (size_t)snprintf(text + n, size - n,
                             "  b%d: {position: [%.4f, 0, 0], angular_velocity: [%.3f, %.3f, %.3f],"
                             " shapes: [{box: {size: [%.4f, %.5f, %.5f]}, material: m}]}\n",
                             i, (i + 0.5) * length, spin[0], spin[1], spin[2], 0.9 * length,
                             0.15 * length, 0.1 * length);
    }
    n += (size_t)snprintf(text + n, size - n, "joints:\n");
    for (int i = 0; i < links; i++) {
        char before[16] = "world";
        if (i > 0) {
            snprintf(before, sizeof before, "b%d", i - 1);
        }
        n += (size_t)snprintf(text + n, size - n,
                              "  - {type: spherical, between: [%s, b%d], position: [%.4f, 0, 0]}\n",
                              before, i, i > 0 ? 0.5 * length : 0.0);
    }
    snprintf(text + n, size - n,
             "contacts: []\n"
             "simulation: {method: stepping, step: %g, output_interval: %g, end_time: %g}\n",
             step, step, length > 0.05 ? 2.0 : 1.0);
}

static void chains_keep_their_energy(void) {
    static char text[4000];
    double worst = 0.0;
    s_seed = 11;
    for (int number = 0; number < CHAINS; number++) {
        abStatistics statistics = {0};
        write_chain(text, sizeof text, number);
        CHECK(run_fixture(text, NULL, &statistics, &s_error) == AB_OK);
        double drift = statistics.energy_drift / statistics.energy_scale;
        printf("  chain %2d: %.1e of what is turned over, %ld steps\n", number, drift,
               (long)statistics.steps);
        worst = fmax(worst, drift);
    }
    CHECK(worst < 5e-3);
}

AB_TESTS(AB_TEST(chains_keep_their_energy))
