// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_sweeps.c - what a sweep of method stepping costs per contact, on problems of tests/cone.
//
// Usage: cone_sweeps, in the folder of the sources

#include <stdlib.h>

#include "abut/memory.h"
#include "solver/cone/cone_fixture.h"
#include "solver/cone/cone_solve.h"
#include "stopwatch.h"

enum { TIMES = 20, SWEEPS = 200 };

static ConeProblem s_problem;

static double seconds_per_sweep(abConeWorkspace *workspace) {
    double best = INFINITY;
    for (int i = 0; i < TIMES; i++) {
        double seconds[2];
        int sweeps[2];
        for (int k = 0; k < 2; k++) { // the difference is that of sweeps alone
            for (int c = 0; c < s_problem.contact_count; c++) {
                s_problem.contacts[c].impulse = ab_vec3(0.0, 0.0, 0.0);
            }
            memcpy(s_problem.bodies, s_problem.free, sizeof s_problem.bodies);
            abConeProblem cone = {.bodies = s_problem.bodies,
                                  .contacts = s_problem.contacts,
                                  .body_count = s_problem.body_count,
                                  .contact_count = s_problem.contact_count,
                                  .tolerance = 1e-14,
                                  .max_sweeps = k == 0 ? 1 : SWEEPS};
            abConeResult result;
            double start = ab_processor_clock();
            if (!ab_cone_solve(&cone, workspace, &result)) {
                abort();
            }
            seconds[k] = ab_processor_clock() - start;
            sweeps[k] = result.sweeps;
        }
        best = fmin(best, (seconds[1] - seconds[0]) / fmax(1.0, sweeps[1] - sweeps[0]));
    }
    return best;
}

int main(void) {
    static const char *const names[] = {"mixed_45",    "mixed_135", "mixed_146",
                                        "dominoes_96", "balls_152", "wall"};
    abConeWorkspace workspace = {.allocator = ab_heap()};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!cone_read(names[i], &s_problem)) {
            fprintf(stderr, "tests/cone/%s.txt is not there\n", names[i]);
            return 1;
        }
        double seconds = seconds_per_sweep(&workspace);
        printf("%-12s %4d contacts %8.2f us a sweep forth and back %6.1f ns a contact\n", names[i],
               s_problem.contact_count, 1e6 * seconds, 1e9 * seconds / s_problem.contact_count);
    }
    ab_cone_workspace_done(&workspace);
    return 0;
}
