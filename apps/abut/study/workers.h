// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// workers.h - cases computed in processes of their own.

#ifndef ABUT_WORKERS_H
#define ABUT_WORKERS_H

#include "study/case_run.h"

enum { WORKERS_MAX = 256 };

typedef struct Work {
    const CaseSource *source;
    void (*run)(const CaseSource *source, int64_t number, CaseOutcome *out); // case_run
    int workers;
    double seconds; // limit of a case
    int retries;
    void *context;
    int64_t (*next)(void *context); // the number of the next case; -1: there is none
    // A case that has ended, in any order.
    abResult (*ended)(void *context, const CaseOutcome *outcome, abError *error);
    abResult (*tick)(void *context, abError *error); // some times a second
} Work;

// AB_STOPPED after SIGINT or SIGTERM: cases under way are then lost, those that ended are told.
abResult workers_run(const Work *work, abError *error);

#endif
