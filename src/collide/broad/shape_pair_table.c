// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// shape_pair_table.c - what was found of pairs of shapes that were asked for lately.
//
// A hash table; a pair stands within WINDOW places from its own. A pair that was not asked for in
// the last IDLE questions per place gives its entry away; else the table grows, up to PLACES_MAX.

#include "collide/broad/shape_pair_table.h"

#include <string.h>

enum { WINDOW = 8, IDLE = 16, PLACES = 64, PLACES_MAX = 1 << 17 };

static size_t place_of(const abShapePairTable *table, const abShape *A, const abShape *B) {
    uint64_t hash = (uint64_t)(uintptr_t)A * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 29 ^ (uint64_t)(uintptr_t)B) * 0xbf58476d1ce4e5b9u;
    return (size_t)(hash >> 24) & (table->capacity - 1);
}

static abShapePair *slot_at(const abShapePairTable *table, const abShapePairKind *kind,
                            size_t place) {
    return (abShapePair *)(void *)(table->slots + (place & (table->capacity - 1)) * kind->size);
}

static bool is_idle(const abShapePairTable *table, const abShapePair *slot) {
    return table->clock - slot->used_at > IDLE * (uint64_t)table->capacity;
}

// The place of a pair, or one that is free for it; NULL: all are taken.
static abShapePair *look_up(const abShapePairTable *table, const abShapePairKind *kind,
                            const abShape *A, const abShape *B) {
    size_t place = place_of(table, A, B);
    abShapePair *empty = NULL, *oldest = NULL;
    for (size_t k = 0; k < WINDOW; k++) {
        abShapePair *slot = slot_at(table, kind, place + k);
        if (slot->A == A && slot->B == B) {
            return slot;
        }
        empty = empty == NULL && slot->A == NULL ? slot : empty;
        oldest = oldest == NULL || slot->used_at < oldest->used_at ? slot : oldest;
    }
    bool gives = is_idle(table, oldest) || table->capacity >= PLACES_MAX;
    return empty != NULL ? empty : gives ? oldest : NULL;
}

static bool grow(abShapePairTable *table, const abShapePairKind *kind, abAllocator allocator) {
    size_t capacity = table->capacity > 0 ? 2 * table->capacity : PLACES;
    abShapePairTable next = {.capacity = capacity, .clock = table->clock};
    next.slots = allocator.resize(allocator.context, NULL, 0, capacity * kind->size);
    if (next.slots == NULL) {
        return false;
    }
    memset(next.slots, 0, capacity * kind->size);
    for (size_t i = 0; i < table->capacity; i++) {
        abShapePair *old = slot_at(table, kind, i);
        abShapePair *slot = old->A != NULL ? look_up(&next, kind, old->A, old->B) : NULL;
        if (slot == NULL || slot->A != NULL) {
            kind->done(old, allocator);
        } else {
            memcpy(slot, old, kind->size);
        }
    }
    if (table->capacity > 0) {
        allocator.resize(allocator.context, table->slots, table->capacity * kind->size, 0);
    }
    *table = next;
    return true;
}

void *ab_shape_pair_find(abShapePairTable *table, const abShapePairKind *kind,
                         abAllocator allocator, const abShape *A, const abShape *B) {
    abShapePair *slot = NULL;
    table->clock++;
    while (slot == NULL) {
        slot = table->capacity > 0 ? look_up(table, kind, A, B) : NULL;
        if (slot == NULL && !grow(table, kind, allocator)) {
            return NULL;
        }
    }
    slot->used_at = table->clock;
    if (slot->A != A || slot->B != B) {
        slot->A = A, slot->B = B;
        kind->forget(slot);
    }
    return slot;
}

void ab_shape_pair_table_done(abShapePairTable *table, const abShapePairKind *kind,
                              abAllocator allocator) {
    for (size_t i = 0; i < table->capacity; i++) {
        kind->done(slot_at(table, kind, i), allocator);
    }
    if (table->capacity > 0) {
        allocator.resize(allocator.context, table->slots, table->capacity * kind->size, 0);
    }
    *table = (abShapePairTable){0};
}
