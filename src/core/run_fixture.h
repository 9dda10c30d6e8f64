// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// run_fixture.h - for tests: runs a model given as a text, and follows its energy.

#ifndef AB_RUN_FIXTURE_H
#define AB_RUN_FIXTURE_H

#include <math.h>
#include <string.h>

#include "abut/abut.h"

// Reads and creates; the error begins anew. Both are to be destroyed in any case.
static inline abResult open_fixture(const char *text, abLog log, abModel **model,
                                    abSimulation **simulation, abError *error) {
    *model = NULL;
    *simulation = NULL;
    ab_error_clear(error);
    abResult result = ab_model_read_text(text, strlen(text), "test.yaml", NULL, 0, ab_heap(),
                                         (abLog){0}, model, error);
    return result != AB_OK ? result
                           : ab_simulation_create(*model, NULL, ab_heap(), log, simulation, error);
}

// An observer's `stop` whose context is the time [s] of the first step that a run does not begin.
static inline abResult stop_fixture(void *context, abSimulation *simulation, double time,
                                    abError *error) {
    (void)simulation, (void)error;
    return time >= *(const double *)context ? AB_STOPPED : AB_OK;
}

// Reads and runs; the error begins anew. `statistics` (NULL: not wanted) is of a run that began.
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
    ab_simulation_destroy(simulation);
    ab_model_destroy(model);
    return result;
}

// The energy over the frames of a run; begins with zeros.
typedef struct EnergyOfRun {
    double start, rise;    // kinetic, potential and stored: in the first frame, most above it [J]
    double balance, drift; // of the book: likewise, and most off it
    double most;           // of motion, in a frame
    int frames;
} EnergyOfRun;

static inline void follow_energy(EnergyOfRun *run, const abEnergyBook *book) {
    double total = book->kinetic + book->gravity + book->springs + book->contacts;
    double balance = ab_energy_balance(book);
    if (run->frames++ == 0) {
        run->start = total;
        run->balance = balance;
    }
    run->rise = fmax(run->rise, total - run->start);
    run->drift = fmax(run->drift, fabs(balance - run->balance));
    run->most = fmax(run->most, book->kinetic);
}

#endif
