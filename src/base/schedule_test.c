// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "base/schedule.h"

#include "base/check.h"
#include "base/random_fixture.h"

enum { SIDE = 24, PLACES = SIDE * SIDE, ITEMS = 3000 };

// Items that change places such that their order shows in every bit.
typedef struct Field {
    const abSchedule *schedule;
    int (*places)[2];
    double value[PLACES];
} Field;

static void change(Field *field, int item) {
    double *a = &field->value[field->places[item][0]], none = 1.0;
    double *b = field->places[item][1] >= 0 ? &field->value[field->places[item][1]] : &none;
    double sum = 0.7 * *a + 0.3 * *b + 1e-3 * item;
    *a = sin(sum);
    *b = cos(sum) + 0.1 * *b;
}

static void change_share(void *context, int thread) {
    Field *field = context;
    const abSchedule *schedule = field->schedule;
    for (int k = schedule->first[thread]; k < schedule->first[thread + 1]; k++) {
        ab_schedule_enter(schedule, k);
        change(field, schedule->items[k].item);
        ab_schedule_leave(schedule, thread, k);
    }
    for (int k = schedule->first[thread + 1] - 1; k >= schedule->first[thread]; k--) {
        ab_schedule_enter_back(schedule, k);
        change(field, schedule->items[k].item);
        ab_schedule_leave_back(schedule, thread, k);
    }
}

static void compare(int (*places)[2], int count, int threads, bool is_owned) {
    static Field alone, shared;
    abArrays arrays = {.first = NULL};
    abSchedule schedule = {.count = 0};
    abThreadPool *pool;
    CHECK(ab_thread_pool_create(ab_heap(), threads, &pool));
    CHECK(ab_schedule_open(&schedule, ab_heap(), &arrays, ab_thread_pool_size(pool),
                           (const int(*)[2])places, count, PLACES));
    for (int p = 0; p < PLACES; p++) {
        alone.value[p] = shared.value[p] = 0.01 * p;
        schedule.owner[p] = is_owned ? p % SIDE * schedule.threads / SIDE : -1;
    }
    int time = ab_schedule_share(&schedule);
    CHECK(time >= count / schedule.threads && time <= 40 * count);
    ab_schedule_close(&schedule);
    alone.places = shared.places = places;
    shared.schedule = &schedule;
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < count; i++) {
            change(&alone, i);
        }
        for (int i = count - 1; i >= 0; i--) {
            change(&alone, i);
        }
        ab_schedule_begin(&schedule, pool);
        ab_thread_pool_run(pool, change_share, &shared);
    }
    CHECK(memcmp(alone.value, shared.value, sizeof alone.value) == 0);
    ab_thread_pool_destroy(pool);
    ab_arrays_free(ab_heap(), &arrays);
}

static void any_number_of_threads_does_what_one_does(void) {
    static int places[ITEMS][2];
    uint32_t seed = 7;
    for (int i = 0; i < ITEMS; i++) {
        places[i][0] = (int)(PLACES * random_between(&seed, 0.0, 1.0));
        places[i][1] = (int)(PLACES * random_between(&seed, 0.0, 1.0));
        places[i][1] = i % 5 == 0 || places[i][1] == places[i][0] ? -1 : places[i][1];
    }
    for (int threads = 1; threads <= 5; threads++) {
        compare(places, ITEMS, threads, false);
        compare(places, ITEMS, threads, true);
    }
    compare(places, 1, 2, true);
    compare(places, 0, 2, true);
}

// Of a wall of stones, row by row, shared out by its columns.
static void neighbours_stay_with_a_thread_and_two_are_nearly_twice_as_fast(void) {
    static int places[2 * PLACES][2];
    int count = 0;
    for (int p = 0; p < PLACES; p++) {
        if (p % SIDE > 0) {
            places[count][0] = p - 1, places[count++][1] = p;
        }
        if (p >= SIDE) {
            places[count][0] = p - SIDE, places[count++][1] = p;
        }
    }
    abArrays arrays = {.first = NULL};
    abSchedule schedule = {.count = 0};
    CHECK(
        ab_schedule_open(&schedule, ab_heap(), &arrays, 2, (const int(*)[2])places, count, PLACES));
    for (int p = 0; p < PLACES; p++) {
        schedule.owner[p] = p % SIDE < SIDE / 2 ? 0 : 1;
    }
    CHECK(ab_schedule_share(&schedule) < 0.6 * count);
    ab_schedule_close(&schedule);
    int waiting = 0;
    for (int k = 0; k < count; k++) {
        const abAwaited *forth = schedule.items[k].forth;
        waiting += forth[0].count > 0 || forth[1].count > 0;
    }
    CHECK(waiting > 0 && waiting <= 2 * SIDE);
    ab_arrays_free(ab_heap(), &arrays);
}

AB_TESTS(AB_TEST(any_number_of_threads_does_what_one_does),
         AB_TEST(neighbours_stay_with_a_thread_and_two_are_nearly_twice_as_fast))
