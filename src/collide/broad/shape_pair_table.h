// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// shape_pair_table.h - what was found of pairs of shapes that were asked for lately, to be used again.
//
// An entry is a structure that begins with an abShapePair. What it holds saves time and changes no
// bit, as which entries are kept depends on addresses.

#ifndef AB_SHAPE_PAIR_TABLE_H
#define AB_SHAPE_PAIR_TABLE_H

#include <stdint.h>

#include "abut/memory.h"
#include "shape/core/shape.h"

typedef struct abShapePair {
    const abShape *A, *B; // NULL: free
    uint64_t used_at;     // by the table's clock
} abShapePair;

typedef struct abShapePairTable {
    unsigned char *slots;
    size_t capacity; // 0, or a power of two
    uint64_t clock;  // counts what was asked
} abShapePairTable;

// Of the entries of a table.
typedef struct abShapePairKind {
    size_t size;
    void (*forget)(void *entry);                      // its pair: the room serves another one
    void (*done)(void *entry, abAllocator allocator); // gives back its room
} abShapePairKind;

// The entry of a pair; one that the table did not have holds nothing, or is forgotten. NULL for want
// of memory. Good until the next call.
void *ab_shape_pair_find(abShapePairTable *table, const abShapePairKind *kind,
                         abAllocator allocator, const abShape *A, const abShape *B);
void ab_shape_pair_table_done(abShapePairTable *table, const abShapePairKind *kind,
                              abAllocator allocator);

#endif
