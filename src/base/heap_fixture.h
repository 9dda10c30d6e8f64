// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// heap_fixture.h - for tests: a heap that counts what is allocated and fails when told to.

#ifndef AB_HEAP_FIXTURE_H
#define AB_HEAP_FIXTURE_H

#include <stdbool.h>

#include "abut/memory.h"

typedef struct CountingHeap {
    int allocations, blocks; // asked for; not given back
    size_t bytes;            // of these
    bool fails;
    int left; // requests until it fails once; below zero: never
} CountingHeap;

static inline void *counting_resize(void *context, void *pointer, size_t old_size,
                                    size_t new_size) {
    CountingHeap *c = context;
    if (new_size > 0 && (c->fails || c->left-- == 0)) {
        return NULL;
    }
    c->allocations += new_size > 0;
    c->blocks += (new_size > 0) - (pointer != NULL);
    c->bytes += new_size - old_size;
    return ab_heap().resize(ab_heap().context, pointer, old_size, new_size);
}

static inline abAllocator counting_heap(CountingHeap *heap) {
    *heap = (CountingHeap){.left = -1};
    return (abAllocator){counting_resize, heap};
}

#endif
