// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// schedule.h - items done one after the other, each changing up to two places, given to threads so
// that the result is that of one thread, to the bit.
//
// Items of which no place is the same can be done in any order. So each place keeps the order of its
// own items: an item waits until the last one before it that changes one of its places is done. The
// way back, from the last item to the first, waits likewise for the next one after it. Nothing else is
// waited for, and nobody waits at the turn.
//
// Who does an item: the owner of its places, of two owners the one that could begin first, as if each
// item took as long. That another thread must see what one has done takes as long as ten items, so
// owners should be such that few items have two.
//
// Cost    linear in items and threads, some 20 ns each.

#ifndef AB_SCHEDULE_H
#define AB_SCHEDULE_H

#include "base/array.h"
#include "base/thread_pool.h"

// So many items of a thread are done first; 0: none.
typedef struct abAwaited {
    int thread, count;
} abAwaited;

typedef struct abScheduledItem {
    int item;
    abAwaited forth[2], back[2];
    bool is_awaited, is_awaited_back; // by another thread
} abScheduledItem;

// How far a thread is, forth and back; in a cache line of its own.
typedef struct abScheduleProgress {
    atomic_int forth, back;
    char apart[120];
} abScheduleProgress;

// Zero-initialise. Its arrays belong to whoever gave them.
typedef struct abSchedule {
    int threads, count;
    int looks;                     // as ab_thread_await has them
    int first[AB_THREADS_MAX + 1]; // of the items of each thread; they follow each other
    abScheduledItem *items;
    abScheduleProgress *progress; // per thread
    int *thread_of;               // per item
    abAwaited *last;              // per place
    int *owner;                   // likewise
    const int (*places)[2];       // per item
    int place_count;
} abSchedule;

// Of items in order, each with its places, -1 for none, which stay where they are. False for want of
// memory.
bool ab_schedule_open(abSchedule *schedule, abAllocator allocator, abArrays *arrays, int threads,
                      const int (*places)[2], int count, int place_count);
// Shares items out by the owners in schedule->owner: the thread that is to do the items of a place, -1
// for any, which is then set. How long that will take, in items. May be tried several times.
int ab_schedule_share(abSchedule *schedule);
// As shared out last.
void ab_schedule_close(abSchedule *schedule);
// Before the threads of a pool begin.
void ab_schedule_begin(abSchedule *schedule, const abThreadPool *pool);

// A thread before and after it does an item, `at` in schedule->items.
static inline void ab_schedule_await(const abSchedule *schedule, const abAwaited awaited[2],
                                     bool is_back) {
    for (int i = 0; i < 2; i++) {
        if (awaited[i].count > 0) {
            abScheduleProgress *other = &schedule->progress[awaited[i].thread];
            ab_thread_await(is_back ? &other->back : &other->forth, awaited[i].count,
                            schedule->looks);
        }
    }
}
static inline void ab_schedule_enter(const abSchedule *schedule, int at) {
    ab_schedule_await(schedule, schedule->items[at].forth, false);
}
static inline void ab_schedule_leave(const abSchedule *schedule, int thread, int at) {
    if (schedule->items[at].is_awaited) {
        atomic_store_explicit(&schedule->progress[thread].forth, at + 1 - schedule->first[thread],
                              memory_order_release);
    }
}
static inline void ab_schedule_enter_back(const abSchedule *schedule, int at) {
    ab_schedule_await(schedule, schedule->items[at].back, true);
}
static inline void ab_schedule_leave_back(const abSchedule *schedule, int thread, int at) {
    if (schedule->items[at].is_awaited_back) {
        atomic_store_explicit(&schedule->progress[thread].back, schedule->first[thread + 1] - at,
                              memory_order_release);
    }
}

#endif
