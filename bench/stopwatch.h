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
#include <time.h>

// CPU time of the process so far  [s]
static inline double stopwatch_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct Stopwatch {
    double budget; // CPU time for all repetitions, spent unless there were `most` before  [s]
    int most;      // repetitions
    int count;
    double start, spent, least; // [s]
} Stopwatch;

// Whether to measure once more: at least twice.
static inline bool stopwatch_again(const Stopwatch *watch) {
    return watch->count < 2 || (watch->count < watch->most && watch->spent < watch->budget);
}

static inline void stopwatch_start(Stopwatch *watch) {
    watch->start = stopwatch_now();
}

static inline void stopwatch_stop(Stopwatch *watch) {
    double time = stopwatch_now() - watch->start;
    watch->least = watch->count == 0 || time < watch->least ? time : watch->least;
    watch->spent += time;
    watch->count++;
}

#endif
