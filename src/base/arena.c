// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// arena.c - a chain of blocks; kept when reset, so that a warm arena allocates nothing.

#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

struct abArenaBlock {
    abArenaBlock *next;
    size_t size;   // of data
    size_t offset; // first free byte of data
    unsigned char *data;
};

static void *heap_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(pointer);
        return NULL;
    }
    return realloc(pointer, new_size);
}

abAllocator ab_heap(void) {
    return (abAllocator){.resize = heap_resize, .context = NULL};
}

void ab_arena_init(abArena *arena, abAllocator allocator, size_t block_size) {
    *arena = (abArena){.allocator = allocator, .block_size = block_size};
}

static size_t block_bytes(size_t data) {
    return sizeof(abArenaBlock) + ALIGNMENT + data;
}

void ab_arena_done(abArena *arena) {
    abArenaBlock *block = arena->first;
    while (block != NULL) {
        abArenaBlock *next = block->next;
        arena->allocator.resize(arena->allocator.context, block, block_bytes(block->size), 0);
        block = next;
    }
    *arena = (abArena){.allocator = arena->allocator, .block_size = arena->block_size};
}

static abArenaBlock *new_block(abArena *arena, size_t bytes) {
    size_t size = bytes > arena->block_size ? bytes : arena->block_size;
    if (size > SIZE_MAX - block_bytes(0)) {
        return NULL;
    }
    abArenaBlock *block =
        arena->allocator.resize(arena->allocator.context, NULL, 0, block_bytes(size));
    if (block == NULL) {
        return NULL;
    }
    uintptr_t start = (uintptr_t)(block + 1);
    start = (start + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    *block = (abArenaBlock){.size = size, .data = (unsigned char *)start};
    return block;
}

void *ab_arena_take(abArena *arena, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX - ALIGNMENT) / size) {
        return NULL;
    }
    size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (bytes == 0) {
        bytes = ALIGNMENT;
    }
    // go on to a later block that is large enough, or add one behind the current
    while (arena->current == NULL || arena->current->size - arena->current->offset < bytes) {
        abArenaBlock *next = arena->current != NULL ? arena->current->next : arena->first;
        if (next == NULL || next->size < bytes) {
            abArenaBlock *added = new_block(arena, bytes);
            if (added == NULL) {
                return NULL;
            }
            added->next = next;
            if (arena->current != NULL) {
                arena->current->next = added;
            } else {
                arena->first = added;
            }
            next = added;
        }
        next->offset = 0;
        arena->current = next;
    }
    void *piece = arena->current->data + arena->current->offset;
    arena->current->offset += bytes;
    arena->used += bytes;
    if (arena->used > arena->peak) {
        arena->peak = arena->used;
    }
    return memset(piece, 0, bytes);
}

abArenaMark ab_arena_mark(const abArena *arena) {
    return (abArenaMark){.block = arena->current,
                         .offset = arena->current != NULL ? arena->current->offset : 0,
                         .used = arena->used};
}

void ab_arena_reset(abArena *arena, abArenaMark mark) {
    arena->current = mark.block;
    if (mark.block != NULL) {
        mark.block->offset = mark.offset;
    }
    arena->used = mark.used;
}

char *ab_arena_text(abArena *arena, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = ab_arena_take(arena, size, 1);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}
