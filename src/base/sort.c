// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sort.c - heap sort; orders of numbers.
//
// Cost    about 2 n log2 n comparisons.
// Source  J. W. J. Williams, Algorithm 232, 1964; sinking from the root: R. W. Floyd, 1964.

#include "base/sort.h"

static void swap(char *a, char *b, size_t size) {
    for (size_t i = 0; i < size; i++) {
        char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

// Lets the item at `root` sink until no child is greater.
static void sink(char *items, size_t root, size_t count, size_t size,
                 int (*compare)(const void *a, const void *b)) {
    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && compare(items + child * size, items + (child + 1) * size) < 0) {
            child++;
        }
        if (compare(items + root * size, items + child * size) >= 0) {
            return;
        }
        swap(items + root * size, items + child * size, size);
        root = child;
    }
}

void ab_sort(void *items, size_t count, size_t size, int (*compare)(const void *a, const void *b)) {
    char *bytes = items;
    for (size_t i = count / 2; i-- > 0;) {
        sink(bytes, i, count, size, compare);
    }
    for (size_t left = count; left-- > 1;) {
        swap(bytes, bytes + left * size, size);
        sink(bytes, 0, left, size, compare);
    }
}

// ---- orders ----

static int by_ints(const int *a, const int *b, int count) {
    int i = 0;
    while (i < count - 1 && a[i] == b[i]) {
        i++;
    }
    return (a[i] > b[i]) - (a[i] < b[i]);
}

int ab_by_int(const void *a, const void *b) {
    return by_ints(a, b, 1);
}

int ab_by_two_ints(const void *a, const void *b) {
    return by_ints(a, b, 2);
}

int ab_by_three_ints(const void *a, const void *b) {
    return by_ints(a, b, 3);
}

int ab_by_four_ints(const void *a, const void *b) {
    return by_ints(a, b, 4);
}
