// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// thread_pool.c - threads that look for work, for a while, and then sleep.
//
// Looking costs nothing but its processor, and where there are fewer processors than threads it gives
// that one away: what is waited for may be what it should be doing.

#include "base/thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

// Before a thread gives its processor away, and likewise where there are fewer than threads; how often
// that before it sleeps.
enum { LOOKS = 2000, FEW_LOOKS = 20, YIELDS = 100 };

typedef struct Worker {
    abThreadPool *pool;
    pthread_t id;
    int thread;
} Worker;

struct abThreadPool {
    abAllocator allocator;
    int size, looks;
    abThreadWork *work; // NULL: it is over
    void *context;
    atomic_int round;    // of work handed out
    atomic_int finished; // threads that have done theirs
    atomic_int sleepers;
    pthread_mutex_t mutex;
    pthread_cond_t has_work;
    Worker workers[AB_THREADS_MAX];
};

// ---- waiting ----

static inline void breathe(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

void ab_thread_await(const atomic_int *counter, int count, int looks) {
    for (int i = 0; atomic_load_explicit(counter, memory_order_acquire) < count; i++) {
        if (i < looks) {
            breathe();
        } else {
            sched_yield();
        }
    }
}

static void sleep_until(abThreadPool *pool, int round) {
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1);
    while (atomic_load(&pool->round) == round) {
        pthread_cond_wait(&pool->has_work, &pool->mutex);
    }
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->mutex);
}

static void await_work(abThreadPool *pool, int round) {
    for (int looks = 0; looks < pool->looks + YIELDS; looks++) {
        if (atomic_load_explicit(&pool->round, memory_order_acquire) != round) {
            return;
        }
        if (looks < pool->looks) {
            breathe();
        } else {
            sched_yield();
        }
    }
    sleep_until(pool, round);
}

static void *look_for_work(void *context) {
    Worker *worker = context;
    abThreadPool *pool = worker->pool;
    for (int round = 0;;) {
        await_work(pool, round);
        round = atomic_load_explicit(&pool->round, memory_order_acquire);
        if (pool->work == NULL) {
            return NULL;
        }
        pool->work(pool->context, worker->thread);
        atomic_fetch_add_explicit(&pool->finished, 1, memory_order_release);
    }
}

// ---- handing out ----

static void hand_out(abThreadPool *pool, abThreadWork *work, void *context) {
    pool->work = work;
    pool->context = context;
    atomic_store_explicit(&pool->finished, 0, memory_order_relaxed);
    atomic_fetch_add(&pool->round, 1);
    // a thread counts itself a sleeper before it looks at the round for the last time
    if (atomic_load(&pool->sleepers) > 0) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_broadcast(&pool->has_work);
        pthread_mutex_unlock(&pool->mutex);
    }
}

void ab_thread_pool_run(abThreadPool *pool, abThreadWork *work, void *context) {
    if (pool == NULL) {
        work(context, 0);
        return;
    }
    hand_out(pool, work, context);
    work(context, 0);
    ab_thread_await(&pool->finished, pool->size - 1, pool->looks);
}

int ab_thread_pool_looks(const abThreadPool *pool) {
    return pool != NULL ? pool->looks : 0;
}

int ab_thread_pool_size(const abThreadPool *pool) {
    return pool != NULL ? pool->size : 1;
}

// ---- making ----

// Signals of the process are for the threads of the program, which may jump out of a handler.
static bool start(Worker *worker) {
    sigset_t all, before;
    sigfillset(&all);
    const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) { // what a thread does wrong is its own
        sigdelset(&all, own[i]);
    }
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_started = pthread_create(&worker->id, NULL, look_for_work, worker) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

bool ab_thread_pool_create(abAllocator allocator, int threads, abThreadPool **out) {
    *out = NULL;
    if (threads <= 1) {
        return true;
    }
    abThreadPool *pool = allocator.resize(allocator.context, NULL, 0, sizeof *pool);
    if (pool == NULL) {
        return false;
    }
    memset(pool, 0, sizeof *pool);
    pool->allocator = allocator;
    pool->size = 1;
    pool->looks = threads <= sysconf(_SC_NPROCESSORS_ONLN) ? LOOKS : FEW_LOOKS;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->has_work, NULL);
    for (bool is_started = true; is_started && pool->size < threads && pool->size < AB_THREADS_MAX;
         pool->size += is_started) {
        Worker *worker = &pool->workers[pool->size];
        *worker = (Worker){.pool = pool, .thread = pool->size};
        is_started = start(worker);
    }
    if (pool->size == 1) {
        ab_thread_pool_destroy(pool);
    } else {
        *out = pool;
    }
    return true;
}

void ab_thread_pool_destroy(abThreadPool *pool) {
    if (pool == NULL) {
        return;
    }
    hand_out(pool, NULL, NULL);
    for (int thread = 1; thread < pool->size; thread++) {
        pthread_join(pool->workers[thread].id, NULL);
    }
    pthread_cond_destroy(&pool->has_work);
    pthread_mutex_destroy(&pool->mutex);
    abAllocator allocator = pool->allocator;
    allocator.resize(allocator.context, pool, sizeof *pool, 0);
}
