// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "base/groups.h"

#include "base/check.h"

enum { COUNT = 12 };

static void at_first_each_is_its_own_group(void) {
    int parent[COUNT];
    ab_groups_begin(parent, COUNT);
    for (int i = 0; i < COUNT; i++) {
        CHECK(ab_group_of(parent, i) == i);
    }
}

static void a_group_is_named_by_its_lowest_in_any_order_of_joining(void) {
    static const int pairs[][2] = {{3, 7}, {7, 11}, {2, 3}, {5, 9}, {9, 6}, {11, 8}};
    static const int names[COUNT] = {0, 1, 2, 2, 4, 5, 5, 2, 2, 5, 10, 2};
    enum { PAIRS = sizeof pairs / sizeof pairs[0] };
    for (int shift = 0; shift < PAIRS; shift++) {
        int parent[COUNT];
        ab_groups_begin(parent, COUNT);
        for (int k = 0; k < PAIRS; k++) {
            const int *pair = pairs[(k + shift) % PAIRS];
            ab_groups_join(parent, pair[shift % 2], pair[1 - shift % 2]);
        }
        for (int i = 0; i < COUNT; i++) {
            CHECK(ab_group_of(parent, i) == names[i]);
        }
    }
}

AB_TESTS(AB_TEST(at_first_each_is_its_own_group),
         AB_TEST(a_group_is_named_by_its_lowest_in_any_order_of_joining))
