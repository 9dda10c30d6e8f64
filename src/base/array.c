// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// array.c - growth by half, so that n pushes cost about n.

#include "base/array.h"

#include <stdint.h>
#include <string.h>

static size_t grown_capacity(size_t capacity, size_t needed) {
    size_t wanted = capacity + capacity / 2 + 8;
    return wanted < needed ? needed : wanted;
}

bool ab_array_reserve(abAllocator allocator, void **items, size_t *capacity, size_t needed,
                      size_t size) {
    if (needed <= *capacity) {
        return true;
    }
    size_t wanted = grown_capacity(*capacity, needed);
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

// Before the items, as large as keeps them aligned.
typedef struct abArrayHead {
    struct abArrayHead *previous, *next;
    size_t capacity, bytes; // of items; of head and items
} abArrayHead;

bool ab_arrays_reserve(abAllocator allocator, abArrays *arrays, void **items, size_t needed,
                       size_t size) {
    abArrayHead *head = *items != NULL ? (abArrayHead *)*items - 1 : NULL;
    size_t capacity = head != NULL ? head->capacity : 0;
    if (needed <= capacity) {
        return true;
    }
    size_t wanted = grown_capacity(capacity, needed);
    if (wanted > (SIZE_MAX - sizeof *head) / size) {
        return false;
    }
    size_t bytes = sizeof *head + wanted * size;
    abArrayHead *grown =
        allocator.resize(allocator.context, head, head != NULL ? head->bytes : 0, bytes);
    if (grown == NULL) {
        return false;
    }
    if (head == NULL) {
        *grown = (abArrayHead){.next = arrays->first};
    }
    grown->capacity = wanted;
    grown->bytes = bytes;
    *(grown->previous != NULL ? &grown->previous->next : &arrays->first) = grown;
    if (grown->next != NULL) {
        grown->next->previous = grown;
    }
    *items = grown + 1;
    memset((unsigned char *)*items + capacity * size, 0, (wanted - capacity) * size);
    return true;
}

void ab_arrays_free(abAllocator allocator, abArrays *arrays) {
    for (abArrayHead *head = arrays->first, *next; head != NULL; head = next) {
        next = head->next;
        allocator.resize(allocator.context, head, head->bytes, 0);
    }
    arrays->first = NULL;
}
