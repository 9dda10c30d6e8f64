// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sort.h - sorting in place, without memory of its own, for what runs within a step: qsort of the C
// library may allocate. Orders for both.

#ifndef AB_SORT_H
#define AB_SORT_H

#include <stddef.h>

// As qsort. Items that compare equal come in any order, but in the same one everywhere.
void ab_sort(void *items, size_t count, size_t size, int (*compare)(const void *a, const void *b));

// Orders of items that begin with as many numbers: by the first that differ.
int ab_by_int(const void *a, const void *b);
int ab_by_two_ints(const void *a, const void *b);
int ab_by_three_ints(const void *a, const void *b);
int ab_by_four_ints(const void *a, const void *b);

#endif
