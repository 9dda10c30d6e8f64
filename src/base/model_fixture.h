// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_fixture.h - for tests: models given as texts, read and run. What is opened is closed by
// close_fixture(), whatever came of it; an error begins anew.

#ifndef AB_MODEL_FIXTURE_H
#define AB_MODEL_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/abut.h"

// What was wrong first; "" nothing.
static inline const char *first_problem(const abError *error) {
    return error->count > 0 ? error->problems[0].text : "";
}

static inline abResult read_fixture(const char *text, abModel **model, abError *error) {
    *model = NULL;
    ab_error_clear(error);
    return ab_model_read_text(text, strlen(text), "test.yaml", NULL, 0, ab_heap(), (abLog){0},
                              model, error);
}

// A test can not go on without this: says what is wrong and ends.
static inline void must_be_ok(abResult result, const abError *error) {
    if (result != AB_OK) {
        const abProblem *first = &error->problems[0];
        printf("%d:%d: %s\n", first->line, first->column, first_problem(error));
        exit(1);
    }
}

// Of a text that must be right.
static inline abModel *sound_model(const char *text, abError *error) {
    abModel *model;
    must_be_ok(read_fixture(text, &model, error), error);
    return model;
}

// Of a model that must run; NULL where its integrator is not built in.
static inline abSimulation *simulate_fixture(const abModel *model, abError *error) {
    abSimulation *simulation = NULL;
    abResult result = ab_simulation_create(model, NULL, ab_heap(), (abLog){0}, &simulation, error);
    if (result != AB_USAGE) {
        must_be_ok(result, error);
    }
    return simulation;
}

static inline abResult open_fixture(const char *text, abLog log, abModel **model,
                                    abSimulation **simulation, abError *error) {
    *simulation = NULL;
    abResult result = read_fixture(text, model, error);
    return result != AB_OK ? result
                           : ab_simulation_create(*model, NULL, ab_heap(), log, simulation, error);
}

// Of a text that must be right.
static inline void open_sound(const char *text, abLog log, abModel **model,
                              abSimulation **simulation, abError *error) {
    must_be_ok(open_fixture(text, log, model, simulation, error), error);
}

static inline void close_fixture(abModel *model, abSimulation *simulation) {
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
}

// Whether a text is refused with a problem that has these words in it; says what is told instead.
static inline bool is_refused_with(const char *text, const char *words, abError *error) {
    abModel *model;
    abSimulation *simulation;
    abResult result = open_fixture(text, (abLog){0}, &model, &simulation, error);
    bool is_told = false;
    for (int k = 0; k < error->count; k++) {
        is_told = is_told || strstr(error->problems[k].text, words) != NULL;
    }
    if (result == AB_OK || !is_told) {
        printf("wanted: %s\n  told: %s\n", words, first_problem(error));
    }
    close_fixture(model, simulation);
    return result != AB_OK && is_told;
}

// An observer's `stop` whose context is the time [s] of the first step that a run does not begin.
static inline abResult stop_fixture(void *context, abSimulation *simulation, double time,
                                    abError *error) {
    (void)simulation, (void)error;
    return time >= *(const double *)context ? AB_STOPPED : AB_OK;
}

// Reads and runs. `statistics` (NULL: not wanted) is of a run that began.
static inline abResult run_fixture(const char *text, const abObserver *observer,
                                   abStatistics *statistics, abError *error) {
    abModel *model;
    abSimulation *simulation;
    abResult result = open_fixture(text, (abLog){0}, &model, &simulation, error);
    if (result == AB_OK) {
        result = ab_simulation_run(simulation, observer, error);
        if (statistics != NULL) {
            *statistics = *ab_simulation_statistics(simulation);
        }
    }
    close_fixture(model, simulation);
    return result;
}

#endif
