// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// broad_phase.c - fat boxes, a forest by size, and pairs kept from call to call.
//
// Each box gets a fat one around it. While all boxes stay in theirs, the pairs of overlapping fat
// boxes stay the same, and a call only asks which of these pairs overlap as they are. Boxes that
// leave get a new fat box; their pairs are dropped and searched anew in trees.
//
// A tree holds boxes of one size within a factor of eight, split at the median of their middles:
// one large box would else widen all nodes above it. After moves the nodes are fitted again to
// their boxes; when as many boxes have moved as there are, the trees are built anew.
//
// The result is the set of boxes that overlap, in order, so it does not depend on what was kept.
//
// Cost    n + pairs when nothing leaves its fat box; log n + own pairs for each box that does.
//         Boxes with an infinite or NaN side are compared with all.
// Source  trees of boxes and fat boxes: van den Bergen, J. Graphics Tools 2 (1997) 1; Ericson,
//         Real-Time Collision Detection (2005), sections 6.6 and 7.

#include "collide/broad/broad_phase.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/select.h"
#include "collide/broad/tolerances.def"
#include "math/core/bounds.h"
#include "math/core/vector_math.h"

enum { LEAF = 4, UNKNOWN = -1 };

void ab_broad_phase_init(abBroadPhase *phase, abAllocator allocator) {
    *phase = (abBroadPhase){.allocator = allocator, .count = UNKNOWN};
}

void ab_broad_phase_done(abBroadPhase *phase) {
    ab_arrays_free(phase->allocator, &phase->arrays);
    ab_broad_phase_init(phase, phase->allocator);
}

// ---- boxes ----

static bool is_bounded(const abBox *box) {
    return isfinite(box->low.x) && isfinite(box->low.y) && isfinite(box->low.z) &&
           isfinite(box->high.x) && isfinite(box->high.y) && isfinite(box->high.z);
}

// False only when the boxes are surely apart, so NaN counts as overlap.
static bool overlap(const abBox *a, const abBox *b) {
    return !(a->low.x > b->high.x || b->low.x > a->high.x || a->low.y > b->high.y ||
             b->low.y > a->high.y || a->low.z > b->high.z || b->low.z > a->high.z);
}

static bool contains(const abBox *a, const abBox *b) {
    return a->low.x <= b->low.x && b->high.x <= a->high.x && a->low.y <= b->low.y &&
           b->high.y <= a->high.y && a->low.z <= b->low.z && b->high.z <= a->high.z;
}

static abBox join(const abBox *a, const abBox *b) {
    return (abBox){
        {ab_min(a->low.x, b->low.x), ab_min(a->low.y, b->low.y), ab_min(a->low.z, b->low.z)},
        {ab_max(a->high.x, b->high.x), ab_max(a->high.y, b->high.y), ab_max(a->high.z, b->high.z)}};
}

static double largest_side(const abBox *box) {
    abVec3 sides = ab_sub(box->high, box->low);
    return ab_max(sides.x, ab_max(sides.y, sides.z));
}

static abBox fatten(const abBox *box) {
    double side = largest_side(box), r = isfinite(side) ? s_margin * side : 0.0;
    abVec3 margin = {r, r, r};
    return (abBox){ab_sub(box->low, margin), ab_add(box->high, margin)};
}

static bool is_too_wide(const abBox *fat, const abBox *box) {
    return largest_side(fat) > s_too_wide * largest_side(box);
}

// ---- what moved ----

static const abBox s_nothing = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

// Other boxes or another filter: all begins anew.
static bool begin(abBroadPhase *phase, int count,
                  bool (*allowed)(const void *context, int a, int b), const void *context) {
    if (count == phase->count && allowed == phase->allowed && context == phase->context) {
        return true;
    }
    size_t n = (size_t)count;
    abAllocator allocator = phase->allocator;
    phase->count = UNKNOWN;
    if (!AB_ARRAYS_RESERVE(allocator, &phase->arrays, phase->fat, n) ||
        !AB_ARRAYS_RESERVE(allocator, &phase->arrays, phase->moved, n) ||
        !AB_ARRAYS_RESERVE(allocator, &phase->arrays, phase->order, n) ||
        !AB_ARRAYS_RESERVE(allocator, &phase->arrays, phase->key, n) ||
        !AB_ARRAYS_RESERVE(allocator, &phase->arrays, phase->starts, n + 1) ||
        !AB_ARRAYS_RESERVE(allocator, &phase->arrays, phase->nodes, n + 2 * AB_BOX_TREES)) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        phase->fat[i] = s_nothing;
    }
    phase->near.count = phase->free_count = 0;
    phase->knows_partners = false;
    phase->slot_count = 0;
    phase->moves = count;
    phase->allowed = allowed;
    phase->context = context;
    phase->count = count;
    return true;
}

// Makes a new fat box where needed and marks it; whether it was.
static bool move_fat_box(abBroadPhase *phase, const abBox *boxes, int i) {
    abBox *fat = &phase->fat[i];
    phase->moved[i] = !contains(fat, &boxes[i]) || is_too_wide(fat, &boxes[i]);
    if (phase->moved[i]) {
        if (is_bounded(fat) != is_bounded(&boxes[i])) {
            phase->moves = phase->count; // trees hold bounded boxes only
        }
        *fat = fatten(&boxes[i]);
    }
    return phase->moved[i];
}

// Of all boxes, or of some; how many moved.
static int move_fat_boxes(abBroadPhase *phase, const abBox *boxes, const int *some, int count) {
    int moved = 0;
    for (int i = 0; i < count; i++) {
        moved += move_fat_box(phase, boxes, some != NULL ? some[i] : i);
    }
    phase->moves += moved;
    return moved;
}

// ---- trees ----

// Fits all nodes to the fat boxes; children come after their parents.
static void fit_nodes(abBroadPhase *phase) {
    for (int i = phase->node_count; i-- > 0;) {
        abBoxNode *node = &phase->nodes[i];
        if (node->count == 0) {
            const abBoxNode *left = node + 1, *right = &phase->nodes[left->skip];
            node->box = join(&left->box, &right->box);
            continue;
        }
        node->box = phase->fat[phase->order[node->first]];
        for (int k = 1; k < node->count; k++) {
            node->box = join(&node->box, &phase->fat[phase->order[node->first + k]]);
        }
    }
}

// Twice the middle of a box along an axis.
static double middle(const abBox *box, int axis) {
    return ab_get(box->low, axis) + ab_get(box->high, axis);
}

static int longest_axis(const abBroadPhase *phase, const int *order, int count) {
    int longest = 0;
    double length = -1.0;
    for (int axis = 0; axis < 3; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < count; i++) {
            double m = middle(&phase->fat[order[i]], axis);
            low = ab_min(low, m);
            high = ab_max(high, m);
        }
        if (high - low > length) {
            length = high - low;
            longest = axis;
        }
    }
    return longest;
}

static bool has_less(const void *key, int a, int b) {
    return ((const double *)key)[a] < ((const double *)key)[b];
}

// Depth is at most the binary logarithm of the count.
static void build_node(abBroadPhase *phase, int first, int count) {
    int self = phase->node_count++;
    if (count <= LEAF) {
        phase->nodes[self] = (abBoxNode){.first = first, .count = count, .skip = self + 1};
        return;
    }
    int *order = phase->order + first, axis = longest_axis(phase, order, count);
    for (int i = 0; i < count; i++) {
        phase->key[order[i]] = middle(&phase->fat[order[i]], axis);
    }
    ab_select(order, count, count / 2, has_less, phase->key);
    build_node(phase, first, count / 2);
    build_node(phase, first + count / 2, count - count / 2);
    phase->nodes[self] = (abBoxNode){.skip = phase->node_count};
}

// Size in powers of eight.
static int size_class(const abBox *box) {
    int exponent;
    (void)frexp(largest_side(box), &exponent);
    return (exponent + 3000) / 3;
}

// Which tree a box belongs to: 0 the largest boxes; AB_BOX_TREES: none.
static int tree_of(const abBox *box, int largest) {
    if (!is_bounded(box)) {
        return AB_BOX_TREES;
    }
    int tree = largest - size_class(box);
    return tree < AB_BOX_TREES ? tree : AB_BOX_TREES - 1;
}

static void build_trees(abBroadPhase *phase) {
    int largest = 0, ends[AB_BOX_TREES + 1] = {0};
    for (int i = 0; i < phase->count; i++) {
        if (is_bounded(&phase->fat[i]) && size_class(&phase->fat[i]) > largest) {
            largest = size_class(&phase->fat[i]);
        }
    }
    for (int i = 0; i < phase->count; i++) {
        ends[tree_of(&phase->fat[i], largest)]++;
    }
    for (int tree = 0, sum = 0; tree <= AB_BOX_TREES; tree++) { // where each begins
        int own = ends[tree];
        ends[tree] = sum;
        sum += own;
    }
    for (int i = 0; i < phase->count; i++) { // where each ends
        phase->order[ends[tree_of(&phase->fat[i], largest)]++] = i;
    }
    phase->in_trees = ends[AB_BOX_TREES - 1];
    phase->node_count = 0;
    for (int tree = 0, first = 0; tree < AB_BOX_TREES; first = ends[tree], tree++) {
        if (ends[tree] > first) {
            build_node(phase, first, ends[tree] - first);
        }
    }
    phase->moves = 0;
}

// ---- pairs ----

static bool add_pair(abBroadPhase *phase, int i, int j) {
    int a = i < j ? i : j, b = i < j ? j : i;
    bool is_other_turn = j < i && phase->moved[j]; // both moved: found once
    if (i == j || is_other_turn || !overlap(&phase->fat[a], &phase->fat[b]) ||
        (phase->allowed != NULL && !phase->allowed(phase->context, a, b))) {
        return true;
    }
    abBoxPairs *fresh = &phase->fresh;
    if (!AB_ARRAYS_RESERVE(phase->allocator, &phase->arrays, fresh->items, fresh->count + 1)) {
        return false;
    }
    fresh->items[fresh->count++] = (abBoxPair){.a = a, .b = b};
    return true;
}

static bool add_listed(abBroadPhase *phase, int i, int first, int end) {
    for (int k = first; k < end; k++) {
        if (!add_pair(phase, i, phase->order[k])) {
            return false;
        }
    }
    return true;
}

static bool add_pairs_of(abBroadPhase *phase, int i) {
    if (!is_bounded(&phase->fat[i])) {
        return add_listed(phase, i, 0, phase->count);
    }
    // the trees stand one after the other, so one walk goes through all
    for (int k = 0; k < phase->node_count;) {
        const abBoxNode *node = &phase->nodes[k];
        bool is_near = overlap(&node->box, &phase->fat[i]);
        if (is_near && !add_listed(phase, i, node->first, node->first + node->count)) {
            return false;
        }
        k = is_near ? k + 1 : node->skip;
    }
    return add_listed(phase, i, phase->in_trees, phase->count);
}

// Sorts by counting, stable: by b, or by a.
static void sort_by(abBroadPhase *phase, const abBoxPair *from, abBoxPair *to, size_t count,
                    bool by_a) {
    memset(phase->starts, 0, ((size_t)phase->count + 1) * sizeof *phase->starts);
    for (size_t i = 0; i < count; i++) {
        phase->starts[(by_a ? from[i].a : from[i].b) + 1]++;
    }
    for (int i = 0; i < phase->count; i++) {
        phase->starts[i + 1] += phase->starts[i];
    }
    for (size_t i = 0; i < count; i++) {
        to[phase->starts[by_a ? from[i].a : from[i].b]++] = from[i];
    }
}

static int compare(abBoxPair p, abBoxPair q) {
    int by_a = (p.a > q.a) - (p.a < q.a);
    return by_a != 0 ? by_a : (p.b > q.b) - (p.b < q.b);
}

static void keep(abBoxPairs *pairs, abBoxPair pair) {
    pairs->items[pairs->count++] = pair;
}

static void keep_new(abBroadPhase *phase, abBoxPair pair) {
    pair.slot =
        phase->free_count > 0 ? phase->free_slots[--phase->free_count] : phase->slot_count++;
    keep(&phase->merged, pair);
}

// The known pairs of boxes that did not move, and the fresh ones, in order. A pair that was known
// and is found again keeps its slot.
static void merge_pairs(abBroadPhase *phase) {
    const abBoxPairs *fresh = &phase->fresh, *near = &phase->near;
    size_t next = 0;
    phase->merged.count = 0;
    for (size_t i = 0; i < near->count; i++) {
        abBoxPair pair = near->items[i];
        while (next < fresh->count && compare(fresh->items[next], pair) < 0) {
            keep_new(phase, fresh->items[next++]);
        }
        bool is_found = next < fresh->count && compare(fresh->items[next], pair) == 0;
        next += is_found;
        if (is_found || !(phase->moved[pair.a] || phase->moved[pair.b])) {
            keep(&phase->merged, pair);
        } else {
            phase->free_slots[phase->free_count++] = pair.slot;
        }
    }
    while (next < fresh->count) {
        keep_new(phase, fresh->items[next++]);
    }
    abBoxPairs held = phase->near;
    phase->near = phase->merged;
    phase->merged = held;
    phase->knows_partners = false;
}

static bool search(abBroadPhase *phase) {
    phase->fresh.count = 0;
    for (int i = 0; i < phase->count; i++) {
        if (phase->moved[i] && !add_pairs_of(phase, i)) {
            return false;
        }
    }
    size_t maximum = phase->near.count + phase->fresh.count;
    if (!AB_ARRAYS_RESERVE(phase->allocator, &phase->arrays, phase->merged.items, maximum) ||
        !AB_ARRAYS_RESERVE(phase->allocator, &phase->arrays, phase->free_slots, maximum) ||
        maximum > INT32_MAX) {
        return false;
    }
    sort_by(phase, phase->fresh.items, phase->merged.items, phase->fresh.count, false);
    sort_by(phase, phase->merged.items, phase->fresh.items, phase->fresh.count, true);
    merge_pairs(phase);
    return true;
}

// ---- the whole ----

// After fat boxes have moved.
static bool search_anew(abBroadPhase *phase) {
    if (phase->moves >= phase->count) {
        build_trees(phase);
    }
    fit_nodes(phase);
    if (!search(phase)) {
        phase->count = UNKNOWN;
        return false;
    }
    return true;
}

bool ab_broad_phase_find(abBroadPhase *phase, const abBox *boxes, int count,
                         bool (*allowed)(const void *context, int a, int b), const void *context) {
    phase->pair_count = 0;
    if (!begin(phase, count, allowed, context)) {
        return false;
    }
    if (move_fat_boxes(phase, boxes, NULL, count) > 0 && !search_anew(phase)) {
        return false;
    }
    const abBoxPairs *near = &phase->near;
    if (!AB_ARRAYS_RESERVE(phase->allocator, &phase->arrays, phase->pairs, near->count)) {
        return false;
    }
    for (size_t i = 0; i < near->count; i++) {
        if (overlap(&boxes[near->items[i].a], &boxes[near->items[i].b])) {
            phase->pairs[phase->pair_count++] = near->items[i];
        }
    }
    return true;
}

// ---- some ----

// For each box the places of its pairs.
static bool list_partners(abBroadPhase *phase) {
    const abBoxPairs *near = &phase->near;
    size_t boxes = (size_t)phase->count;
    if (!AB_ARRAYS_RESERVE(phase->allocator, &phase->arrays, phase->partners, 2 * near->count) ||
        !AB_ARRAYS_RESERVE(phase->allocator, &phase->arrays, phase->partner_ends, boxes + 1) ||
        !AB_ARRAYS_RESERVE(phase->allocator, &phase->arrays, phase->is_asked, boxes)) {
        return false;
    }
    int *ends = phase->partner_ends;
    memset(ends, 0, (boxes + 1) * sizeof *ends);
    for (size_t k = 0; k < near->count; k++) {
        ends[near->items[k].a + 1]++;
        ends[near->items[k].b + 1]++;
    }
    for (size_t i = 0; i < boxes; i++) { // where each begins
        ends[i + 1] += ends[i];
    }
    for (size_t k = 0; k < near->count; k++) { // where each ends
        phase->partners[ends[near->items[k].a]++] = k;
        phase->partners[ends[near->items[k].b]++] = k;
    }
    phase->knows_partners = true;
    return true;
}

// Its pairs that overlap, but for those told by a box before it.
static void add_overlapping(abBroadPhase *phase, const abBox *boxes, int box) {
    int first = box > 0 ? phase->partner_ends[box - 1] : 0;
    for (int k = first; k < phase->partner_ends[box]; k++) {
        abBoxPair pair = phase->near.items[phase->partners[k]];
        int other = pair.a == box ? pair.b : pair.a;
        if (!phase->is_asked[other] && overlap(&boxes[pair.a], &boxes[pair.b])) {
            phase->pairs[phase->pair_count++] = pair;
        }
    }
}

static int compare_pairs(const void *p, const void *q) {
    return compare(*(const abBoxPair *)p, *(const abBoxPair *)q);
}

bool ab_broad_phase_find_some(abBroadPhase *phase, const abBox *boxes, const int *some,
                              int some_count) {
    phase->pair_count = 0;
    memset(phase->moved, 0, (size_t)phase->count * sizeof *phase->moved);
    if (move_fat_boxes(phase, boxes, some, some_count) > 0 && !search_anew(phase)) {
        return false;
    }
    if ((!phase->knows_partners && !list_partners(phase)) ||
        !AB_ARRAYS_RESERVE(phase->allocator, &phase->arrays, phase->pairs, phase->near.count)) {
        return false;
    }
    for (int i = 0; i < some_count; i++) {
        phase->is_asked[some[i]] = true;
        add_overlapping(phase, boxes, some[i]);
    }
    for (int i = 0; i < some_count; i++) {
        phase->is_asked[some[i]] = false;
    }
    qsort(phase->pairs, phase->pair_count, sizeof *phase->pairs, compare_pairs);
    return true;
}
