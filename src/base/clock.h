// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// clock.h - clocks that are never set back, for waiting and for measuring. Also for C++.

#ifndef AB_CLOCK_H
#define AB_CLOCK_H

#include <time.h>

static inline double ab_clock_seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Seconds since some moment: what a person waits for.
static inline double ab_clock(void) {
    return ab_clock_seconds(CLOCK_MONOTONIC);
}

// Seconds that all threads of this process have computed: what a run costs, however busy the machine.
static inline double ab_processor_clock(void) {
    return ab_clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

#endif
