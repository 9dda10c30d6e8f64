// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// run_fixture.h - for tests: runs a model given as a text (base/model_fixture.h), and follows its energy.

#ifndef AB_RUN_FIXTURE_H
#define AB_RUN_FIXTURE_H

#include <math.h>
#include <stdio.h>

#include "abut/abut.h"
#include "base/model_fixture.h"

// Likewise run_fixture(); says what was wrong.
static inline abResult run_and_say(const char *text, const abObserver *observer,
                                   abStatistics *statistics, abError *error) {
    abResult result = run_fixture(text, observer, statistics, error);
    if (result != AB_OK && result != AB_STOPPED) {
        printf("%s\n", first_problem(error));
    }
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

static inline abResult follow_energy_of_frame(void *run, const abFrame *frame, abError *error) {
    (void)error;
    follow_energy(run, &frame->energy);
    return AB_OK;
}

static inline abObserver energy_observer(EnergyOfRun *run) {
    return (abObserver){.context = run, .frame = follow_energy_of_frame};
}

#endif
