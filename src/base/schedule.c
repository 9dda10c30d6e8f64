// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// schedule.c - which thread does an item, and what that waits for.

#include "base/schedule.h"

#include <limits.h>
#include <string.h>

// ---- who does what ----

// In units of an item: until another thread sees what one has done, and what it costs beside that to
// take a place over from another.
enum { LATENCY = 8, MOVE = 16 };

// When a thread could begin an item; `costs`: with what it takes over.
static int begin_of(const abSchedule *schedule, const int places[2], int thread, int free_at,
                    int *costs) {
    int begin = free_at, moves = 0;
    for (int side = 0; side < 2; side++) {
        const abAwaited *last = places[side] >= 0 ? &schedule->last[places[side]] : NULL;
        if (last != NULL && last->count > 0 && last->thread != thread) {
            int seen = last->count + LATENCY;
            begin = seen > begin ? seen : begin;
            moves++;
        }
    }
    *costs = begin + MOVE * moves;
    return begin;
}

// An owner of one of its places; anyone where nobody owns one.
static bool may_do(const abSchedule *schedule, const int places[2], int thread) {
    bool is_owned = false, is_own = false;
    for (int side = 0; side < 2; side++) {
        int owner = places[side] >= 0 ? schedule->owner[places[side]] : -1;
        is_owned = is_owned || owner >= 0;
        is_own = is_own || owner == thread;
    }
    return is_own || !is_owned;
}

// `last` of a place: the thread that did it, and when it was done; 0 if never.
static int share_out(abSchedule *schedule, const int (*places)[2], int count, int place_count) {
    int end = 0, free_at[AB_THREADS_MAX] = {0}, done[AB_THREADS_MAX] = {0};
    memset(schedule->last, 0, (size_t)place_count * sizeof *schedule->last);
    for (int i = 0; i < count; i++) {
        int chosen = 0, begin = 0, least = INT_MAX;
        for (int t = 0; t < schedule->threads; t++) {
            if (!may_do(schedule, places[i], t)) {
                continue;
            }
            int costs, at = begin_of(schedule, places[i], t, free_at[t], &costs);
            if (costs < least) {
                least = costs;
                begin = at;
                chosen = t;
            }
        }
        schedule->thread_of[i] = chosen;
        free_at[chosen] = begin + 1;
        end = begin >= end ? begin + 1 : end;
        done[chosen]++;
        for (int side = 0; side < 2; side++) {
            int place = places[i][side];
            if (place >= 0) {
                schedule->last[place] = (abAwaited){chosen, begin + 1};
                schedule->owner[place] =
                    schedule->owner[place] < 0 ? chosen : schedule->owner[place];
            }
        }
    }
    schedule->first[0] = 0;
    for (int t = 0; t < schedule->threads; t++) {
        schedule->first[t + 1] = schedule->first[t] + done[t];
    }
    return end;
}

// ---- what is waited for ----

// Of one way: what an item waits for at its places, unless its thread has waited for as much before.
static void find_awaited(abSchedule *schedule, const int places[2], int at, int thread,
                         int known[AB_THREADS_MAX], bool is_back) {
    abScheduledItem *own = &schedule->items[at];
    for (int side = 0; side < 2; side++) {
        abAwaited awaited = {0, 0};
        int place = places[side];
        if (place >= 0 && schedule->last[place].count > 0 &&
            schedule->last[place].thread != thread &&
            schedule->last[place].count > known[schedule->last[place].thread]) {
            awaited = schedule->last[place];
            known[awaited.thread] = awaited.count;
            int other = is_back ? schedule->first[awaited.thread + 1] - awaited.count
                                : schedule->first[awaited.thread] + awaited.count - 1;
            *(is_back ? &schedule->items[other].is_awaited_back
                      : &schedule->items[other].is_awaited) = true;
        }
        *(is_back ? &own->back[side] : &own->forth[side]) = awaited;
    }
    for (int side = 0; side < 2; side++) {
        if (places[side] >= 0) {
            schedule->last[places[side]] =
                (abAwaited){thread, is_back ? schedule->first[thread + 1] - at
                                            : at + 1 - schedule->first[thread]};
        }
    }
}

static void find_all_awaited(abSchedule *schedule, const int (*places)[2], int place_count,
                             bool is_back) {
    int known[AB_THREADS_MAX][AB_THREADS_MAX] = {{0}}, next[AB_THREADS_MAX];
    memset(schedule->last, 0, (size_t)place_count * sizeof *schedule->last);
    for (int t = 0; t < schedule->threads; t++) {
        next[t] = is_back ? schedule->first[t + 1] - 1 : schedule->first[t];
    }
    for (int k = 0; k < schedule->count; k++) {
        int item = is_back ? schedule->count - 1 - k : k, thread = schedule->thread_of[item];
        int at = next[thread];
        next[thread] += is_back ? -1 : 1;
        if (!is_back) {
            schedule->items[at] = (abScheduledItem){.item = item};
        }
        find_awaited(schedule, places[item], at, thread, known[thread], is_back);
    }
}

bool ab_schedule_open(abSchedule *schedule, abAllocator allocator, abArrays *arrays, int threads,
                      const int (*places)[2], int count, int place_count) {
    schedule->threads = threads;
    schedule->count = count;
    schedule->places = places;
    schedule->place_count = place_count;
    return AB_ARRAYS_RESERVE(allocator, arrays, schedule->items, (size_t)count) &&
           AB_ARRAYS_RESERVE(allocator, arrays, schedule->thread_of, (size_t)count) &&
           AB_ARRAYS_RESERVE(allocator, arrays, schedule->last, (size_t)place_count) &&
           AB_ARRAYS_RESERVE(allocator, arrays, schedule->owner, (size_t)place_count) &&
           AB_ARRAYS_RESERVE(allocator, arrays, schedule->progress, (size_t)threads);
}

int ab_schedule_share(abSchedule *schedule) {
    return share_out(schedule, schedule->places, schedule->count, schedule->place_count);
}

void ab_schedule_close(abSchedule *schedule) {
    find_all_awaited(schedule, schedule->places, schedule->place_count, false);
    find_all_awaited(schedule, schedule->places, schedule->place_count, true);
}

void ab_schedule_begin(abSchedule *schedule, const abThreadPool *pool) {
    schedule->looks = ab_thread_pool_looks(pool);
    for (int t = 0; t < schedule->threads; t++) {
        atomic_store_explicit(&schedule->progress[t].forth, 0, memory_order_relaxed);
        atomic_store_explicit(&schedule->progress[t].back, 0, memory_order_relaxed);
    }
}
