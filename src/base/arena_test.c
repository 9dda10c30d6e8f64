// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "base/heap_fixture.h"

static abArena arena_of(CountingHeap *c, size_t block_size) {
    abArena arena;
    ab_arena_init(&arena, counting_heap(c), block_size);
    return arena;
}

static bool is_zero(const unsigned char *p, size_t size) {
    while (size > 0 && p[size - 1] == 0) {
        size--;
    }
    return size == 0;
}

static void pieces_are_aligned_zeroed_and_apart(void) {
    CountingHeap c;
    abArena arena = arena_of(&c, 1000);
    unsigned char *last = NULL;
    for (size_t size = 1; size < 300; size += 7) {
        unsigned char *p = ab_arena_take(&arena, size, 1);
        CHECK(p != NULL && (uintptr_t)p % 64 == 0 && is_zero(p, size));
        CHECK(last == NULL || last[0] == 0xAA); // untouched by the next piece
        memset(p, 0xAA, size);
        last = p;
    }
    ab_arena_done(&arena);
}

static void used_pieces_come_back_zeroed(void) {
    CountingHeap c;
    abArena arena = arena_of(&c, 1000);
    abArenaMark start = ab_arena_mark(&arena);
    memset(ab_arena_take(&arena, 500, 1), 0xAA, 500);
    ab_arena_reset(&arena, start);
    CHECK(is_zero(ab_arena_take(&arena, 500, 1), 500));
    ab_arena_done(&arena);
}

static void a_reset_goes_back_to_the_mark(void) {
    CountingHeap c;
    abArena arena = arena_of(&c, 256);
    double *kept = AB_ARENA_NEW(&arena, double, 4);
    kept[3] = 5.0;
    abArenaMark mark = ab_arena_mark(&arena);
    void *first = ab_arena_take(&arena, 100, 1);
    ab_arena_take(&arena, 10000, 1);
    size_t peak = arena.peak;
    ab_arena_reset(&arena, mark);
    CHECK(arena.used == mark.used && arena.peak == peak);
    CHECK(ab_arena_take(&arena, 100, 1) == first);
    CHECK(kept[3] == 5.0);
    ab_arena_done(&arena);
}

static void a_warm_arena_allocates_nothing(void) {
    CountingHeap c;
    abArena arena = arena_of(&c, 4096);
    for (int round = 0; round < 5; round++) {
        abArenaMark start = ab_arena_mark(&arena);
        for (size_t size = 10; size < 20000; size *= 3) {
            CHECK(ab_arena_take(&arena, size, 3) != NULL);
        }
        ab_arena_reset(&arena, start);
        if (round == 0) {
            c.allocations = 0;
        }
    }
    CHECK(c.allocations == 0);
    ab_arena_done(&arena);
}

static void all_memory_is_given_back(void) {
    CountingHeap c;
    abArena arena = arena_of(&c, 64);
    for (size_t i = 0; i < 100; i++) {
        ab_arena_take(&arena, i, 17);
    }
    CHECK(c.blocks > 1);
    ab_arena_done(&arena);
    CHECK(c.blocks == 0 && c.bytes == 0);
    CHECK(ab_arena_take(&arena, 1, 1) != NULL); // and can be used again
    ab_arena_done(&arena);
    CHECK(c.blocks == 0 && c.bytes == 0);
}

static void want_of_memory_is_a_null_pointer(void) {
    CountingHeap c;
    abArena arena = arena_of(&c, 1000);
    CHECK(ab_arena_take(&arena, SIZE_MAX, 2) == NULL);
    CHECK(ab_arena_take(&arena, SIZE_MAX, 1) == NULL);
    CHECK(ab_arena_take(&arena, SIZE_MAX / 8, 8) == NULL);
    c.fails = true;
    CHECK(ab_arena_take(&arena, 1, 1) == NULL && ab_arena_text(&arena, "text") == NULL);
    c.fails = false;
    CHECK(ab_arena_take(&arena, 1, 1) != NULL);
    ab_arena_done(&arena);
}

static void nothing_is_still_a_pointer(void) {
    CountingHeap c;
    abArena arena = arena_of(&c, 1000);
    void *a = ab_arena_take(&arena, 0, 8), *b = ab_arena_take(&arena, 8, 0);
    CHECK(a != NULL && b != NULL && a != b);
    ab_arena_done(&arena);
}

static void texts_are_copied(void) {
    CountingHeap c;
    abArena arena = arena_of(&c, 1000);
    char text[] = "ball", *copy = ab_arena_text(&arena, text);
    text[0] = 'f';
    CHECK_TEXT(copy, "ball");
    CHECK_TEXT(ab_arena_text(&arena, ""), "");
    ab_arena_done(&arena);
}

AB_TESTS(AB_TEST(pieces_are_aligned_zeroed_and_apart), AB_TEST(used_pieces_come_back_zeroed),
         AB_TEST(a_reset_goes_back_to_the_mark), AB_TEST(a_warm_arena_allocates_nothing),
         AB_TEST(all_memory_is_given_back), AB_TEST(want_of_memory_is_a_null_pointer),
         AB_TEST(nothing_is_still_a_pointer), AB_TEST(texts_are_copied))
