// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// broad_phase.h - which boxes overlap: pairs kept from call to call, trees by size for what moved.

#ifndef AB_BROAD_PHASE_H
#define AB_BROAD_PHASE_H

#include <stdbool.h>

#include "abut/memory.h"
#include "base/array.h"
#include "shape/core/shape.h"

typedef struct abBoxPair {
    int a, b; // a < b
    int slot; // a number the pair keeps while its boxes are near each other; for the caller's notes
} abBoxPair;

typedef struct abBoxPairs {
    abBoxPair *items; // sorted by (a, b)
    size_t count;
} abBoxPairs;

// A node of a tree stands before its subtree: children are the next node and the one after that
// one's subtree.
typedef struct abBoxNode {
    abBox box;
    int first, count; // leaf: which of `order`; count 0: has two children
    int skip;         // the node after this one's subtree
} abBoxNode;

enum { AB_BOX_TREES = 16 };

typedef struct abBroadPhase {
    abAllocator allocator;
    int count; // boxes; -1: nothing is known yet
    bool (*allowed)(const void *context, int a, int b);
    const void *context;
    abBox *fat;  // per box: where it may move before anything is searched again
    bool *moved; // per box: left its fat box in this call
    int *order;  // boxes in trees, in the order of the leaves, then those that are not bounded
    double *key; // per box: place along the axis being split
    int *starts; // for sorting
    abBoxNode *nodes;
    int node_count;
    int in_trees;                   // boxes
    long long moves;                // of boxes since the trees were built
    abBoxPairs near, fresh, merged; // pairs of fat boxes: known, of what moved, both
    size_t *partners;               // places in near: per box, of its pairs
    int *partner_ends;              // per box: where they end, and begin for the next
    bool *is_asked;                 // per box, within one call
    bool knows_partners;            // of the pairs in near
    int *free_slots;                // below slot_count
    size_t free_count;
    int slot_count;
    abBoxPair *pairs; // result, sorted by (a, b)
    size_t pair_count;
    abArrays arrays; // all of them
} abBroadPhase;

void ab_broad_phase_init(abBroadPhase *phase, abAllocator allocator);
void ab_broad_phase_done(abBroadPhase *phase);

// Finds all pairs of overlapping boxes that `allowed` lets pass (NULL: all). The result is in
// phase->pairs, sorted, the same whatever the calls before (but for the slots). `allowed` is asked
// once per pair that comes near, so it must answer the same for the same context. False for want of
// memory. Allocates only when more boxes or pairs come than ever before.
bool ab_broad_phase_find(abBroadPhase *phase, const abBox *boxes, int count,
                         bool (*allowed)(const void *context, int a, int b), const void *context);

// The same, but only the pairs with one of the boxes in `some`: after a call for all, the
// others having stayed as they were then or in a call for some that had them. Cost is that of these
// boxes and their pairs, unless one leaves its fat box.
bool ab_broad_phase_find_some(abBroadPhase *phase, const abBox *boxes, const int *some,
                              int some_count);

#endif
