// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// broad_phase_test.c - sweep and prune against comparing all with all.

#include "collide/broad_phase.h"

#include "base/check.h"
#include "shape/shape_fixture.h"

enum { BOXES = 300 };

static abBox s_boxes[BOXES];

static void scatter(Random *random, double size) {
    for (int i = 0; i < BOXES; i++) {
        abVec3 c = random_vector(random), h = {size, size, size};
        s_boxes[i] = (abBox){ab_sub(c, h), ab_add(c, h)};
    }
    s_boxes[7].high.x = INFINITY;
    s_boxes[20] = (abBox){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
}

static bool overlaps(abBox a, abBox b) {
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y &&
           b.low.y <= a.high.y && a.low.z <= b.high.z && b.low.z <= a.high.z;
}

static bool differ_by_odd(const void *context, int a, int b) {
    (void)context;
    return (b - a) % 2 != 0;
}

static void check_all(const abBroadPhase *phase, bool only_odd) {
    size_t n = 0;
    for (int a = 0; a < BOXES; a++) {
        for (int b = a + 1; b < BOXES; b++) {
            if (overlaps(s_boxes[a], s_boxes[b]) && (!only_odd || (b - a) % 2 != 0)) {
                CHECK(n < phase->pair_count && phase->pairs[n].a == a && phase->pairs[n].b == b);
                n++;
            }
        }
    }
    CHECK(n == phase->pair_count && n > 100);
}

static void finds_all_overlaps_in_order(void) {
    Random random = {.state = 9};
    abBroadPhase phase;
    ab_broad_phase_init(&phase, ab_heap());
    for (int round = 0; round < 10; round++) {
        scatter(&random, 0.1);
        CHECK(ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
        check_all(&phase, false);
        CHECK(ab_broad_phase_find(&phase, s_boxes, BOXES, differ_by_odd, NULL));
        check_all(&phase, true);
    }
    ab_broad_phase_done(&phase);
}

static void counts_may_change_and_be_zero(void) {
    Random random = {.state = 10};
    abBroadPhase phase;
    ab_broad_phase_init(&phase, ab_heap());
    CHECK(ab_broad_phase_find(&phase, s_boxes, 0, NULL, NULL) && phase.pair_count == 0);
    scatter(&random, 0.05);
    for (int count = 1; count < BOXES; count += 50) {
        CHECK(ab_broad_phase_find(&phase, s_boxes, count, NULL, NULL));
        for (size_t i = 0; i < phase.pair_count; i++) {
            CHECK(phase.pairs[i].a < phase.pairs[i].b && phase.pairs[i].b < count);
        }
    }
    ab_broad_phase_done(&phase);
}

static int s_resizes;
static void *counting_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    (void)context;
    s_resizes++;
    abAllocator heap = ab_heap();
    return heap.resize(heap.context, pointer, old_size, new_size);
}

static void allocates_nothing_when_warm(void) {
    Random random = {.state = 11};
    abBroadPhase phase;
    ab_broad_phase_init(&phase, (abAllocator){counting_resize, NULL});
    scatter(&random, 0.1);
    CHECK(ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
    int before = s_resizes;
    for (int i = 0; i < BOXES; i++) {
        s_boxes[i].low.x += 1e-3 * i / BOXES, s_boxes[i].high.x += 1e-3 * i / BOXES;
    }
    CHECK(ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
    CHECK(s_resizes == before || phase.pair_count > 0);
    before = s_resizes;
    CHECK(ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
    CHECK(s_resizes == before);
    ab_broad_phase_done(&phase);
}

static void *failing_resize(void *context, void *pointer, size_t old_size, size_t new_size) {
    (void)context, (void)pointer, (void)old_size, (void)new_size;
    return NULL;
}

static void says_when_memory_is_short(void) {
    abBroadPhase phase;
    ab_broad_phase_init(&phase, (abAllocator){failing_resize, NULL});
    CHECK(!ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
    ab_broad_phase_done(&phase);
}

AB_TESTS(AB_TEST(finds_all_overlaps_in_order), AB_TEST(counts_may_change_and_be_zero),
         AB_TEST(allocates_nothing_when_warm), AB_TEST(says_when_memory_is_short))
