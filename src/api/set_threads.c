// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// set_threads.c - how many threads compute a simulation.

#include <unistd.h>

#include "abut/simulation.h"
#include "base/no_memory.h"
#include "core/simulation_state.h"

static int processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > AB_THREADS_MAX ? AB_THREADS_MAX : (int)count;
}

abResult ab_simulation_set_threads(abSimulation *s, int threads, abError *error) {
    if (threads < 0 || threads > AB_THREADS_MAX) {
        return ab_error_add(error, AB_USAGE, (abPlace){0}, "%d threads are outside [0, %d]",
                            threads, AB_THREADS_MAX);
    }
    abThreadPool *pool;
    if (!ab_thread_pool_create(s->given, threads > 0 ? threads : processors(), &pool)) {
        return ab_no_memory(error, (abPlace){0}, "for threads");
    }
    ab_thread_pool_destroy(s->dynamics.mechanics.threads);
    s->dynamics.mechanics.threads = pool;
    return AB_OK;
}
