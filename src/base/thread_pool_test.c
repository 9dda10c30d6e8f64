// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "base/thread_pool.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "abut/memory.h"
#include "base/check.h"

enum { NUMBERS = 1003, ROUNDS = 2000 };

typedef struct Work {
    const abThreadPool *pool;
    int done[AB_THREADS_MAX];
    int numbers[NUMBERS];
} Work;

static void add_one(void *context, int thread) {
    Work *work = context;
    size_t first, end;
    ab_thread_share(work->pool, NUMBERS, thread, &first, &end);
    for (size_t i = first; i < end; i++) {
        work->numbers[i]++;
    }
    work->done[thread]++;
}

static void each_thread_does_its_share_of_each_round(void) {
    for (int threads = 1; threads <= 5; threads++) {
        abThreadPool *pool;
        CHECK(ab_thread_pool_create(ab_heap(), threads, &pool));
        int size = ab_thread_pool_size(pool);
        CHECK(size == threads && (pool == NULL) == (threads == 1));
        Work work = {.pool = pool};
        for (int i = 0; i < ROUNDS; i++) {
            ab_thread_pool_run(pool, add_one, &work);
            if (i % 500 == 0) { // long enough for them to fall asleep
                nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
            }
        }
        for (int i = 0; i < NUMBERS; i++) {
            CHECK(work.numbers[i] == ROUNDS);
        }
        for (int t = 0; t < AB_THREADS_MAX; t++) {
            CHECK(work.done[t] == (t < threads ? ROUNDS : 0));
        }
        ab_thread_pool_destroy(pool);
    }
}

static void more_threads_than_allowed_are_not_made(void) {
    abThreadPool *pool;
    CHECK(ab_thread_pool_create(ab_heap(), 10 * AB_THREADS_MAX, &pool));
    CHECK(ab_thread_pool_size(pool) <= AB_THREADS_MAX);
    ab_thread_pool_destroy(pool);
}

typedef struct Chain {
    atomic_int reached;
    int order[AB_THREADS_MAX], count;
} Chain;

static void wait_for_the_one_before(void *context, int thread) {
    Chain *chain = context;
    ab_thread_await(&chain->reached, thread, 100);
    chain->order[chain->count++] = thread;
    atomic_store_explicit(&chain->reached, thread + 1, memory_order_release);
}

static void what_is_waited_for_has_happened(void) {
    abThreadPool *pool;
    CHECK(ab_thread_pool_create(ab_heap(), 4, &pool));
    for (int round = 0; round < 200; round++) {
        Chain chain = {.count = 0};
        ab_thread_pool_run(pool, wait_for_the_one_before, &chain);
        CHECK(chain.count == ab_thread_pool_size(pool));
        for (int i = 0; i < chain.count; i++) {
            CHECK(chain.order[i] == i);
        }
    }
    ab_thread_pool_destroy(pool);
}

static atomic_int s_strangers; // threads of a pool that were told of a signal
static pthread_t s_caller;

static void look_who_is_told(int number) {
    (void)number;
    atomic_fetch_add(&s_strangers, pthread_equal(pthread_self(), s_caller) ? 0 : 1);
}

static void do_nothing(void *context, int thread) {
    (void)context, (void)thread;
}

static void signals_of_the_process_are_not_for_its_threads(void) {
    s_caller = pthread_self();
    CHECK(signal(SIGUSR1, look_who_is_told) != SIG_ERR);
    abThreadPool *pool;
    CHECK(ab_thread_pool_create(ab_heap(), 3, &pool));
    sigset_t one, before;
    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    CHECK(pthread_sigmask(SIG_BLOCK, &one, &before) == 0); // a thread that does not would be told
    CHECK(kill(getpid(), SIGUSR1) == 0);
    for (int i = 0; i < 100; i++) {
        ab_thread_pool_run(pool, do_nothing, NULL);
    }
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    CHECK(pthread_sigmask(SIG_SETMASK, &before, NULL) == 0);
    CHECK(atomic_load(&s_strangers) == 0);
    ab_thread_pool_destroy(pool);
}

AB_TESTS(AB_TEST(signals_of_the_process_are_not_for_its_threads),
         AB_TEST(each_thread_does_its_share_of_each_round),
         AB_TEST(more_threads_than_allowed_are_not_made), AB_TEST(what_is_waited_for_has_happened))
