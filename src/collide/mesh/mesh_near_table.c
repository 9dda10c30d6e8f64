// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_near_table.c - the lists of triangles near each other, one for each pair of shapes that was
// asked for lately.
//
// A hash table; a pair stands within WINDOW places from its own. A pair that was not asked for in
// the last IDLE questions per place gives its list away; else the table grows, up to PLACES_MAX.
// Which lists are kept depends on addresses; they change the cost only.

#include "collide/mesh/mesh_near_table.h"

#include <string.h>

#include "collide/mesh/mesh_near.h"

enum { WINDOW = 8, IDLE = 16, PLACES = 64, PLACES_MAX = 1 << 17 };

static size_t place_of(const abMeshNearTable *table, const abShape *A, const abShape *B) {
    uint64_t hash = (uint64_t)(uintptr_t)A * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 29 ^ (uint64_t)(uintptr_t)B) * 0xbf58476d1ce4e5b9u;
    return (size_t)(hash >> 24) & (table->capacity - 1);
}

static abMeshNear *slot_at(const abMeshNearTable *table, size_t place, size_t k) {
    return &table->slots[(place + k) & (table->capacity - 1)];
}

static bool is_idle(const abMeshNearTable *table, const abMeshNear *slot) {
    return table->clock - slot->used_at > IDLE * (uint64_t)table->capacity;
}

// The place of a pair, or one that is free for it; NULL: all are taken.
static abMeshNear *look_up(const abMeshNearTable *table, const abShape *A, const abShape *B) {
    size_t place = place_of(table, A, B);
    abMeshNear *empty = NULL, *oldest = NULL;
    for (size_t k = 0; k < WINDOW; k++) {
        abMeshNear *slot = slot_at(table, place, k);
        if (slot->shape_a == A && slot->shape_b == B) {
            return slot;
        }
        empty = empty == NULL && slot->shape_a == NULL ? slot : empty;
        oldest = oldest == NULL || slot->used_at < oldest->used_at ? slot : oldest;
    }
    bool gives = is_idle(table, oldest) || table->capacity >= PLACES_MAX;
    return empty != NULL ? empty : gives ? oldest : NULL;
}

static bool grow(abMeshNearTable *table, abAllocator allocator) {
    size_t size = sizeof *table->slots;
    abMeshNearTable next = {.capacity = table->capacity > 0 ? 2 * table->capacity : PLACES,
                            .clock = table->clock};
    next.slots = allocator.resize(allocator.context, NULL, 0, next.capacity * size);
    if (next.slots == NULL) {
        return false;
    }
    memset(next.slots, 0, next.capacity * size);
    for (size_t i = 0; i < table->capacity; i++) {
        abMeshNear *old = &table->slots[i];
        abMeshNear *slot = old->shape_a != NULL ? look_up(&next, old->shape_a, old->shape_b) : NULL;
        if (slot == NULL || slot->shape_a != NULL) {
            ab_mesh_near_done(old, allocator);
        } else {
            *slot = *old;
        }
    }
    if (table->capacity > 0) {
        allocator.resize(allocator.context, table->slots, table->capacity * size, 0);
    }
    *table = next;
    return true;
}

abMeshNear *ab_mesh_near_find(abMeshNearTable *table, abAllocator allocator, const abShape *A,
                              const abShape *B) {
    abMeshNear *slot = NULL;
    table->clock++;
    while (slot == NULL) {
        slot = table->capacity > 0 ? look_up(table, A, B) : NULL;
        if (slot == NULL && !grow(table, allocator)) {
            return NULL;
        }
    }
    slot->used_at = table->clock;
    if (slot->shape_a != A || slot->shape_b != B || slot->A != A->surface ||
        slot->B != B->surface) {
        slot->shape_a = A, slot->shape_b = B;
        slot->A = A->surface, slot->B = B->surface;
        slot->skin = slot->gap = 0.0; // nothing is known of it
        slot->is_crossed = false;
    }
    return slot;
}

void ab_mesh_near_table_done(abMeshNearTable *table, abAllocator allocator) {
    for (size_t i = 0; i < table->capacity; i++) {
        ab_mesh_near_done(&table->slots[i], allocator);
    }
    if (table->capacity > 0) {
        allocator.resize(allocator.context, table->slots, table->capacity * sizeof *table->slots,
                         0);
    }
    *table = (abMeshNearTable){0};
}
