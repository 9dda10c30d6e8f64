// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// select.h - the least of a list of numbers, by an order of their own.
//
// Cost    proportional to the count, in the mean.
// Source  C. A. R. Hoare, Algorithm 65 (FIND), 1961.

#ifndef AB_SELECT_H
#define AB_SELECT_H

#include <stdbool.h>

// Reorders so that the first `wanted` come before none of the others.
static inline void ab_select(int *order, int count, int wanted,
                             bool (*is_before)(const void *context, int a, int b),
                             const void *context) {
    int low = 0, high = count - 1;
    while (low < high) {
        int pivot = order[low + (high - low) / 2], i = low, j = high;
        while (i <= j) {
            while (is_before(context, order[i], pivot)) {
                i++;
            }
            while (is_before(context, pivot, order[j])) {
                j--;
            }
            if (i <= j) {
                int held = order[i];
                order[i++] = order[j];
                order[j--] = held;
            }
        }
        if (wanted <= j) {
            high = j;
        } else if (wanted >= i) {
            low = i;
        } else {
            return;
        }
    }
}

#endif
