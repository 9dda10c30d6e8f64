// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sort_test.c - what is sorted rises and is what it was.

#include <stdint.h>

#include "base/check.h"
#include "base/sort.h"

typedef struct Item {
    uint32_t key;
    char more[5];
} Item;

static int compare(const void *a, const void *b) {
    const Item *p = a, *q = b;
    return (p->key > q->key) - (p->key < q->key);
}

static void items_of_any_number_rise(void) {
    static Item items[300];
    uint32_t seed = 1;
    for (size_t count = 0; count <= 300; count = count < 20 ? count + 1 : count + 70) {
        uint64_t before = 0, after = 0;
        for (size_t i = 0; i < count; i++) {
            seed = seed * 1664525u + 1013904223u;
            items[i] = (Item){.key = seed >> 24, .more = {(char)(seed >> 24)}}; // some are alike
            before += items[i].key * (uint64_t)items[i].key;
        }
        ab_sort(items, count, sizeof items[0], compare);
        for (size_t i = 0; i < count; i++) {
            after += items[i].key * (uint64_t)items[i].key;
            CHECK(i == 0 || items[i - 1].key <= items[i].key);
            CHECK(items[i].more[0] == (char)items[i].key); // all of an item moves
        }
        CHECK(before == after);
    }
}

AB_TESTS(AB_TEST(items_of_any_number_rise))
