// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// text_map.c - at most half full, so probes are short.

#include "base/text_map.h"

#include <string.h>

#include "base/hash.h"

static abTextMapSlot *find_slot(abTextMapSlot *slots, size_t capacity, const char *key) {
    size_t i = (size_t)ab_hash_bytes(AB_HASH_START, key, strlen(key)) & (capacity - 1);
    while (slots[i].key != NULL && strcmp(slots[i].key, key) != 0) {
        i = (i + 1) & (capacity - 1);
    }
    return &slots[i];
}

void *ab_text_map_find(const abTextMap *map, const char *key) {
    return map->count > 0 ? find_slot(map->slots, map->capacity, key)->value : NULL;
}

static bool grow(abTextMap *map) {
    size_t capacity = map->capacity > 0 ? 2 * map->capacity : 32;
    abTextMapSlot *slots = AB_ARENA_NEW(map->arena, abTextMapSlot, capacity);
    if (slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < map->capacity; i++) {
        if (map->slots[i].key != NULL) {
            *find_slot(slots, capacity, map->slots[i].key) = map->slots[i];
        }
    }
    map->slots = slots;
    map->capacity = capacity;
    return true;
}

bool ab_text_map_put(abTextMap *map, const char *key, void *value) {
    if (2 * (map->count + 1) > map->capacity && !grow(map)) {
        return false;
    }
    abTextMapSlot *slot = find_slot(map->slots, map->capacity, key);
    map->count += slot->key == NULL;
    *slot = (abTextMapSlot){key, value};
    return true;
}
