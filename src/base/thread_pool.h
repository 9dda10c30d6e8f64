// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// thread_pool.h - a few threads that wait for the same piece of work and do it together.
//
// Work is cut by the number of a thread, never by who comes first, so what it computes need not
// depend on how many threads there are: each writes to places of its own, and what is summed is
// summed in a fixed order afterwards.
//
// Cost    handing out work and waiting for it takes about a microsecond while the threads are awake.
//         They look for work for some tens of microseconds, then sleep.

#ifndef AB_THREAD_POOL_H
#define AB_THREAD_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "abut/memory.h"

enum { AB_THREADS_MAX = 64 };

typedef struct abThreadPool abThreadPool;
// `thread` counts from 0, that of the caller.
typedef void abThreadWork(void *context, int thread);

// Threads beside the caller's own until there are `threads`, or as many as the system gives; NULL in
// *out where that is the caller's alone. False for want of memory.
bool ab_thread_pool_create(abAllocator allocator, int threads, abThreadPool **out);
void ab_thread_pool_destroy(abThreadPool *pool);
// With the caller's own; 1 for NULL.
int ab_thread_pool_size(const abThreadPool *pool);
// Does the work in all threads, and returns when all of it is done. NULL: in the caller's.
void ab_thread_pool_run(abThreadPool *pool, abThreadWork *work, void *context);

// What a thread does of n numbers: those from *first up to *end.
static inline void ab_thread_share(const abThreadPool *pool, size_t n, int thread, size_t *first,
                                   size_t *end) {
    size_t size = (size_t)ab_thread_pool_size(pool), own = (size_t)thread;
    *first = n * own / size & ~(size_t)7; // whole cache lines
    *end = own + 1 < size ? n * (own + 1) / size & ~(size_t)7 : n;
}

// Until another thread has brought a counter to `count`: `looks` times before the processor is given
// away in between.
void ab_thread_await(const atomic_int *counter, int count, int looks);
// As many as pay, for the processors there are.
int ab_thread_pool_looks(const abThreadPool *pool);

#endif
