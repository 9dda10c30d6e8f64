// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// array.c - growth by half, so that n pushes cost about n.

#include "base/array.h"

#include <stdint.h>
#include <string.h>

bool ab_array_reserve(abAllocator allocator, void **items, size_t *capacity, size_t needed,
                      size_t size) {
    if (needed <= *capacity) {
        return true;
    }
    size_t wanted = *capacity + *capacity / 2 + 8;
    if (wanted < needed) {
        wanted = needed;
    }
    if (wanted > SIZE_MAX / size) {
        return false;
    }
    void *grown = allocator.resize(allocator.context, *items, *capacity * size, wanted * size);
    if (grown == NULL) {
        return false;
    }
    memset((unsigned char *)grown + *capacity * size, 0, (wanted - *capacity) * size);
    *items = grown;
    *capacity = wanted;
    return true;
}

void ab_array_free(abAllocator allocator, void **items, size_t *capacity, size_t size) {
    if (*items != NULL) {
        allocator.resize(allocator.context, *items, *capacity * size, 0);
    }
    *items = NULL;
    *capacity = 0;
}
