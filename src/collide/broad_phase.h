// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// broad_phase.h - which boxes overlap: sweep and prune along one axis, the order kept between
// calls.

#ifndef AB_BROAD_PHASE_H
#define AB_BROAD_PHASE_H

#include <stdbool.h>

#include "abut/memory.h"
#include "shape/shape.h"

typedef struct abBoxPair {
    int a, b; // a < b
} abBoxPair;

typedef struct abBroadPhase {
    abAllocator allocator;
    int count;  // boxes
    int *order; // boxes by low end along x, kept from call to call
    size_t order_capacity;
    abBoxPair *pairs; // result, sorted by (a, b)
    size_t pair_count, pair_capacity;
    int *unbounded; // boxes with an infinite side
    size_t unbounded_capacity;
} abBroadPhase;

void ab_broad_phase_init(abBroadPhase *phase, abAllocator allocator);
void ab_broad_phase_done(abBroadPhase *phase);

// Finds all pairs of overlapping boxes that `allowed` lets pass (NULL: all). The result is in
// phase->pairs, sorted, the same whatever the order kept. False for want of memory. Allocates only
// when more boxes or pairs come than ever before.
bool ab_broad_phase_find(abBroadPhase *phase, const abBox *boxes, int count,
                         bool (*allowed)(const void *context, int a, int b), const void *context);

#endif
