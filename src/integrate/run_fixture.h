// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// run_fixture.h - for tests: runs a model given as a text.

#ifndef AB_RUN_FIXTURE_H
#define AB_RUN_FIXTURE_H

#include <string.h>

#include "abut/abut.h"

// Reads and runs; the error begins anew. `statistics` (NULL: not wanted) is of a run that began.
static inline abResult run_fixture(const char *text, const abObserver *observer,
                                   abStatistics *statistics, abError *error) {
    abModel *model = NULL;
    abSimulation *simulation = NULL;
    ab_error_clear(error);
    abResult result = ab_model_read_text(text, strlen(text), "test.yaml", NULL, 0, ab_heap(),
                                         (abLog){0}, &model, error);
    if (result == AB_OK) {
        result = ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, error);
    }
    if (result == AB_OK) {
        result = ab_simulation_run(simulation, observer, error);
        if (statistics != NULL) {
            *statistics = *ab_simulation_statistics(simulation);
        }
    }
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
    return result;
}

#endif
