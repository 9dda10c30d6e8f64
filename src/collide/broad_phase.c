// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// broad_phase.c - sweep and prune along x.
//
// Boxes are kept in the order of their low ends. Little changes between calls, so an insertion sort
// finishes in about n steps. The sweep then compares each box with those that begin before it ends.
// Boxes with an infinite or NaN side are compared with all.
//
// Cost    n + overlaps along x; n^2 / 4 for the first call on an unsorted scene.
// Source  J. D. Cohen et al., I-COLLIDE, Proc. Symp. Interactive 3D Graphics (1995) 189.

#include "collide/broad_phase.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

void ab_broad_phase_init(abBroadPhase *phase, abAllocator allocator) {
    *phase = (abBroadPhase){.allocator = allocator};
}

void ab_broad_phase_done(abBroadPhase *phase) {
    AB_ARRAY_FREE(phase->allocator, phase->order, phase->order_capacity);
    AB_ARRAY_FREE(phase->allocator, phase->pairs, phase->pair_capacity);
    AB_ARRAY_FREE(phase->allocator, phase->unbounded, phase->unbounded_capacity);
    *phase = (abBroadPhase){.allocator = phase->allocator};
}

static bool is_bounded(const abBox *box) {
    return isfinite(box->low.x) && isfinite(box->low.y) && isfinite(box->low.z) &&
           isfinite(box->high.x) && isfinite(box->high.y) && isfinite(box->high.z);
}

// False only when the boxes are surely apart, so NaN counts as overlap.
static bool overlap(const abBox *a, const abBox *b) {
    return !(a->low.x > b->high.x || b->low.x > a->high.x || a->low.y > b->high.y ||
             b->low.y > a->high.y || a->low.z > b->high.z || b->low.z > a->high.z);
}

typedef struct Sweep {
    abBroadPhase *phase;
    const abBox *boxes;
    bool (*allowed)(const void *context, int a, int b);
    const void *context;
} Sweep;

static bool add_pair(const Sweep *sweep, int i, int j) {
    abBroadPhase *phase = sweep->phase;
    int a = i < j ? i : j, b = i < j ? j : i;
    if (!overlap(&sweep->boxes[a], &sweep->boxes[b]) ||
        (sweep->allowed != NULL && !sweep->allowed(sweep->context, a, b))) {
        return true;
    }
    if (!AB_ARRAY_RESERVE(phase->allocator, phase->pairs, phase->pair_capacity,
                          phase->pair_count + 1)) {
        return false;
    }
    phase->pairs[phase->pair_count++] = (abBoxPair){a, b};
    return true;
}

// Another number of boxes: the order begins anew.
static bool prepare_order(abBroadPhase *phase, int count) {
    if (count == phase->count) {
        return true;
    }
    phase->count = 0;
    if (!AB_ARRAY_RESERVE(phase->allocator, phase->order, phase->order_capacity, (size_t)count) ||
        !AB_ARRAY_RESERVE(phase->allocator, phase->unbounded, phase->unbounded_capacity,
                          (size_t)count)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        phase->order[i] = i;
    }
    phase->count = count;
    return true;
}

// Boxes that are not bounded sort last; ties by number.
static bool comes_before(const abBox *boxes, int i, int j) {
    bool i_bounded = is_bounded(&boxes[i]), j_bounded = is_bounded(&boxes[j]);
    if (i_bounded != j_bounded) {
        return i_bounded;
    }
    double x = boxes[i].low.x, y = boxes[j].low.x;
    return i_bounded && x != y ? x < y : i < j;
}

static void sort_order(abBroadPhase *phase, const abBox *boxes) {
    for (int i = 1; i < phase->count; i++) {
        int moved = phase->order[i], j = i;
        for (; j > 0 && comes_before(boxes, moved, phase->order[j - 1]); j--) {
            phase->order[j] = phase->order[j - 1];
        }
        phase->order[j] = moved;
    }
}

static int compare_pairs(const void *left, const void *right) {
    const abBoxPair *p = left, *q = right;
    int by_a = (p->a > q->a) - (p->a < q->a);
    return by_a != 0 ? by_a : (p->b > q->b) - (p->b < q->b);
}

// Insertion for short lists (no call overhead), heap sort otherwise: nothing is allocated.
static void sift(abBoxPair *pairs, size_t root, size_t count) {
    abBoxPair moved = pairs[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && compare_pairs(&pairs[child], &pairs[child + 1]) < 0) {
            child++;
        }
        if (compare_pairs(&moved, &pairs[child]) >= 0) {
            break;
        }
        pairs[root] = pairs[child];
    }
    pairs[root] = moved;
}

static void sort_pairs(abBoxPair *pairs, size_t count) {
    for (size_t i = count / 2; i-- > 0;) {
        sift(pairs, i, count);
    }
    for (size_t end = count; end > 1;) {
        end--;
        abBoxPair last = pairs[end];
        pairs[end] = pairs[0];
        pairs[0] = last;
        sift(pairs, 0, end);
    }
}

bool ab_broad_phase_find(abBroadPhase *phase, const abBox *boxes, int count,
                         bool (*allowed)(const void *context, int a, int b), const void *context) {
    Sweep sweep = {phase, boxes, allowed, context};
    phase->pair_count = 0;
    if (!prepare_order(phase, count)) {
        return false;
    }
    sort_order(phase, boxes);
    int bounded = count;
    while (bounded > 0 && !is_bounded(&boxes[phase->order[bounded - 1]])) {
        bounded--;
        phase->unbounded[count - 1 - bounded] = phase->order[bounded];
    }
    for (int i = 0; i < bounded; i++) {
        int a = phase->order[i];
        for (int j = i + 1; j < bounded && boxes[phase->order[j]].low.x <= boxes[a].high.x; j++) {
            if (!add_pair(&sweep, a, phase->order[j])) {
                return false;
            }
        }
    }
    for (int i = 0; i < count - bounded; i++) {
        for (int j = 0; j < bounded + i; j++) {
            int other = j < bounded ? phase->order[j] : phase->unbounded[j - bounded];
            if (!add_pair(&sweep, phase->unbounded[i], other)) {
                return false;
            }
        }
    }
    sort_pairs(phase->pairs, phase->pair_count);
    return true;
}
