// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stopwatch.h - CPU time of this process, and how often to repeat. Also for C++.
//
// On a shared machine everything that disturbs makes a run longer, never shorter; so the least of
// several repetitions is the time of the program itself.

#ifndef AB_BENCH_STOPWATCH_H
#define AB_BENCH_STOPWATCH_H

#include <stdbool.h>

#include "../src/base/clock.h"

typedef struct Stopwatch {
    double budget; // CPU time for all repetitions, spent unless there were `maximum` before  [s]
    int maximum;   // repetitions
    int count;
    double start, spent, minimum; // [s]
} Stopwatch;

// Whether to measure once more: at least twice.
static inline bool stopwatch_again(const Stopwatch *watch) {
    return watch->count < 2 || (watch->count < watch->maximum && watch->spent < watch->budget);
}

static inline void stopwatch_start(Stopwatch *watch) {
    watch->start = ab_processor_clock();
}

static inline void stopwatch_stop(Stopwatch *watch) {
    double time = ab_processor_clock() - watch->start;
    watch->minimum = watch->count == 0 || time < watch->minimum ? time : watch->minimum;
    watch->spent += time;
    watch->count++;
}

#endif
