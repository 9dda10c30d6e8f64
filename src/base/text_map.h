// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// text_map.h - finds things by their text: open addressing in an arena.

#ifndef AB_TEXT_MAP_H
#define AB_TEXT_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct abTextMapSlot {
    const char *key;
    void *value;
} abTextMapSlot;

typedef struct abTextMap {
    abArena *arena;
    abTextMapSlot *slots;
    size_t capacity, count; // capacity is a power of two
} abTextMap;

// NULL when there is none. Keys are compared, not copied.
void *ab_text_map_find(const abTextMap *map, const char *key);
// Adds or replaces. False for want of memory.
bool ab_text_map_put(abTextMap *map, const char *key, void *value);

#endif
