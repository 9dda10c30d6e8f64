// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/memory.h - the allocator hooks. Everything that owns memory takes one at its creation.

#ifndef ABUT_MEMORY_H
#define ABUT_MEMORY_H

#include <stddef.h>

#include "abut/export.h"

#ifdef __cplusplus
extern "C" {
#endif

// `resize` works as realloc: pointer NULL allocates, size 0 frees and returns NULL. It may return
// NULL for want of memory. It must be callable from any thread.
typedef struct abAllocator {
    void *(*resize)(void *context, void *pointer, size_t old_size, size_t new_size);
    void *context;
} abAllocator;

// The C library's heap.
ABUT_API abAllocator ab_heap(void);

#ifdef __cplusplus
}
#endif

#endif
