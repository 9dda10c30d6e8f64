// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// array_test.c - arrays of one owner, among moves of their memory.

#include "base/array.h"

#include <stdint.h>

#include "base/check.h"
#include "base/heap_fixture.h"

static void arrays_grow_by_turns_and_are_given_back_together(void) {
    CountingHeap heap;
    abAllocator allocator = counting_heap(&heap);
    abArrays arrays = {0}, moved;
    double *numbers[3] = {NULL};
    for (size_t n = 1; n < 500; n++) {
        for (size_t k = 0; k < 3; k++) {
            CHECK(AB_ARRAYS_RESERVE(allocator, &arrays, numbers[k], n));
            CHECK(numbers[k][n - 1] == 0.0 && (n == 1 || numbers[k][n - 2] == (double)(n + k)));
            numbers[k][n - 1] = (double)(n + k + 1);
        }
    }
    CHECK(heap.blocks == 3);
    moved = arrays; // the owner is
    CHECK(AB_ARRAYS_RESERVE(allocator, &moved, numbers[0], 5000) && numbers[0][4999] == 0.0);
    ab_arrays_free(allocator, &moved);
    CHECK(heap.blocks == 0 && heap.bytes == 0);
}

static void an_array_that_cannot_grow_stays(void) {
    CountingHeap heap;
    abAllocator allocator = counting_heap(&heap);
    abArrays arrays = {0};
    int *items = NULL;
    CHECK(AB_ARRAYS_RESERVE(allocator, &arrays, items, 1));
    items[0] = 7;
    heap.fails = true;
    CHECK(!AB_ARRAYS_RESERVE(allocator, &arrays, items, 1000));
    CHECK(!AB_ARRAYS_RESERVE(allocator, &arrays, items, SIZE_MAX / 2) && items[0] == 7);
    ab_arrays_free(allocator, &arrays);
    CHECK(heap.blocks == 0 && heap.bytes == 0);
}

AB_TESTS(AB_TEST(arrays_grow_by_turns_and_are_given_back_together),
         AB_TEST(an_array_that_cannot_grow_stays))
