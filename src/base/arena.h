// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// arena.h - memory that is given out piece by piece and returned all at once.
//
// A model is one arena. A step takes from a scratch arena and goes back to a mark. All pieces are
// zeroed and aligned to 64 bytes. Blocks are never moved, so pointers stay valid until the reset
// past them.

#ifndef AB_ARENA_H
#define AB_ARENA_H

#include <stddef.h>

#include "abut/memory.h"

typedef struct abArenaBlock abArenaBlock;

typedef struct abArena {
    abAllocator allocator;
    abArenaBlock *first;
    abArenaBlock *current;
    size_t block_size; // of a new block, at least
    size_t used;       // bytes given out since the last full reset
    size_t peak;       // largest `used` ever
} abArena;

typedef struct abArenaMark {
    abArenaBlock *block;
    size_t offset;
    size_t used;
} abArenaMark;

void ab_arena_init(abArena *arena, abAllocator allocator, size_t block_size);
void ab_arena_done(abArena *arena);

// `count` zeroed items of `size` bytes; NULL when memory or the product overflows.
void *ab_arena_take(abArena *arena, size_t count, size_t size);
#define AB_ARENA_NEW(arena, type, count) ((type *)ab_arena_take((arena), (count), sizeof(type)))

abArenaMark ab_arena_mark(const abArena *arena);
void ab_arena_reset(abArena *arena, abArenaMark mark);

// A copy of a text, or NULL for want of memory.
char *ab_arena_text(abArena *arena, const char *text);

#endif
