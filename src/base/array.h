// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// array.h - arrays that grow. Growth happens between steps only.

#ifndef AB_ARRAY_H
#define AB_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

#include "abut/memory.h"

// Makes `*items` hold at least `needed` items of `size` bytes; new items are zeroed. Returns false
// for want of memory, the array then being as before.
bool ab_array_reserve(abAllocator allocator, void **items, size_t *capacity, size_t needed,
                      size_t size);
void ab_array_free(abAllocator allocator, void **items, size_t *capacity, size_t size);

// The arrays of one owner, which are given back together: each keeps its capacity beside its items.
// Zero-initialise; arrays begin as NULL.
typedef struct abArrays {
    struct abArrayHead *first;
} abArrays;
bool ab_arrays_reserve(abAllocator allocator, abArrays *arrays, void **items, size_t needed,
                       size_t size);
void ab_arrays_free(abAllocator allocator, abArrays *arrays);

#define AB_ARRAYS_RESERVE(allocator, arrays, items, needed)                                        \
    ab_arrays_reserve((allocator), (arrays), (void **)&(items), (needed), sizeof *(items))
#define AB_ARRAY_RESERVE(allocator, items, capacity, needed)                                       \
    ab_array_reserve((allocator), (void **)&(items), &(capacity), (needed), sizeof *(items))
#define AB_ARRAY_FREE(allocator, items, capacity)                                                  \
    ab_array_free((allocator), (void **)&(items), &(capacity), sizeof *(items))

#endif
