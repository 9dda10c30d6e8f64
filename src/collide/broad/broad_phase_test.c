// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// broad_phase_test.c - pairs kept from call to call against comparing all with all.

#include "collide/broad/broad_phase.h"

#include <string.h>

#include "base/check.h"
#include "base/heap_fixture.h"
#include "shape/core/shape_fixture.h"

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

// Boxes a thousandth and ten times the scene's size, needles and plates, walking at their own pace.
static void walk(Random *random, int round) {
    for (int i = 0; i < BOXES; i++) {
        if (i == 7 || i == 20) {
            continue; // not bounded
        }
        abVec3 middle = ab_scale(0.5, ab_add(s_boxes[i].low, s_boxes[i].high));
        abVec3 half = {0.001, 0.001, 0.001};
        if (i % 50 == 3) {
            half = (abVec3){10.0, 10.0, 0.01};
        } else if (i % 5 == 1) {
            half = (abVec3){0.001, 0.3, 0.01};
        } else if (i % 5 == 2) {
            half = (abVec3){0.1, 0.1, 0.1};
        }
        double pace = i % 3 == 0 ? 0.0 : (round + i) % 17 == 0 ? 0.5 : 0.003;
        abVec3 c = ab_add_scaled(middle, pace, random_vector(random));
        // now and then a long step, whose wide box must not stay
        abVec3 h = ab_scale((round + i) % 23 == 0 ? 20.0 : 1.0, half);
        s_boxes[i] = (abBox){ab_sub(c, h), ab_add(c, h)};
    }
}

static void what_was_kept_does_not_show(void) {
    Random random = {.state = 12};
    abBroadPhase kept;
    ab_broad_phase_init(&kept, ab_heap());
    scatter(&random, 0.05);
    for (int round = 0; round < 200; round++) {
        walk(&random, round);
        CHECK(ab_broad_phase_find(&kept, s_boxes, BOXES, NULL, NULL));
        check_all(&kept, false);
    }
    ab_broad_phase_done(&kept);
}

// Of the pairs with a box of every third, all that there are and no other, in order.
static void check_some(const abBroadPhase *phase, int first) {
    size_t n = 0;
    for (int a = 0; a < BOXES; a++) {
        for (int b = a + 1; b < BOXES; b++) {
            bool is_asked = a % 3 == first || b % 3 == first;
            if (is_asked && overlaps(s_boxes[a], s_boxes[b])) {
                CHECK(n < phase->pair_count && phase->pairs[n].a == a && phase->pairs[n].b == b);
                n++;
            }
        }
    }
    CHECK(n == phase->pair_count && n > 100);
}

static void pairs_of_some_are_those_of_all(void) {
    Random random = {.state = 14};
    abBroadPhase phase;
    static abBox held[BOXES];
    int some[BOXES];
    ab_broad_phase_init(&phase, ab_heap());
    scatter(&random, 0.05);
    CHECK(ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
    for (int round = 0; round < 100; round++) {
        int count = 0;
        memcpy(held, s_boxes, sizeof held);
        walk(&random, round);
        for (int i = 0; i < BOXES; i++) {
            if (i % 3 == round % 3) {
                some[count++] = i;
            } else {
                s_boxes[i] = held[i];
            }
        }
        CHECK(ab_broad_phase_find_some(&phase, s_boxes, some, count));
        check_some(&phase, round % 3);
    }
    CHECK(ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
    check_all(&phase, false);
    ab_broad_phase_done(&phase);
}

static void boxes_may_become_unbounded_and_back(void) {
    Random random = {.state = 13};
    abBroadPhase phase;
    ab_broad_phase_init(&phase, ab_heap());
    scatter(&random, 0.05);
    for (int round = 0; round < 20; round++) {
        abBox held = s_boxes[round];
        CHECK(ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
        check_all(&phase, false);
        s_boxes[round].high.y = INFINITY;
        CHECK(ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
        check_all(&phase, false);
        s_boxes[round].low.z = NAN; // meets all that its other sides allow
        CHECK(ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
        s_boxes[round] = held;
    }
    ab_broad_phase_done(&phase);
}

static int s_asked;
static bool counts_questions(const void *context, int a, int b) {
    (void)context, (void)a, (void)b;
    s_asked++;
    return true;
}

// A plate below many balls: what the work depends on, counted, as times are not to be trusted.
static void a_step_inside_the_margins_asks_nothing(void) {
    enum { BALLS = 2500 };
    static abBox boxes[BALLS + 1];
    for (int i = 0; i < BALLS; i++) {
        abVec3 c = {0.01 * (i % 50), 0.01 * (i / 50), 0.0}, h = {0.001, 0.001, 0.001};
        boxes[i] = (abBox){ab_sub(c, h), ab_add(c, h)};
    }
    boxes[BALLS] = (abBox){{-10.0, -10.0, -1.0}, {10.0, 10.0, 0.0}};
    abBroadPhase phase;
    ab_broad_phase_init(&phase, ab_heap());
    CHECK(ab_broad_phase_find(&phase, boxes, BALLS + 1, counts_questions, NULL));
    CHECK(phase.pair_count == BALLS);
    CHECK(s_asked == BALLS); // not one pair of balls came near
    for (int i = 0; i < BALLS; i++) {
        boxes[i].low.x += 1e-4, boxes[i].high.x += 1e-4;
    }
    CHECK(ab_broad_phase_find(&phase, boxes, BALLS + 1, counts_questions, NULL));
    CHECK(phase.pair_count == BALLS && s_asked == BALLS);
    boxes[5].low.z -= 0.1, boxes[5].high.z += 0.1; // one leaves
    CHECK(ab_broad_phase_find(&phase, boxes, BALLS + 1, counts_questions, NULL));
    CHECK(phase.pair_count == BALLS && s_asked < BALLS + 200);
    ab_broad_phase_done(&phase);
}

static void allocates_nothing_when_warm(void) {
    CountingHeap heap;
    Random random = {.state = 11};
    abBroadPhase phase;
    ab_broad_phase_init(&phase, counting_heap(&heap));
    scatter(&random, 0.1);
    CHECK(ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
    for (int round = 0; round < 4; round++) { // there and back, twice
        double displacement = round % 2 == 0 ? 0.05 : -0.05;
        int before = heap.allocations;
        for (int i = 0; i < BOXES; i += 2) {
            s_boxes[i].low.x += displacement, s_boxes[i].high.x += displacement;
        }
        CHECK(ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
        CHECK(round < 2 || heap.allocations == before);
    }
    ab_broad_phase_done(&phase);
}

static void says_when_memory_is_short(void) {
    CountingHeap heap;
    abBroadPhase phase;
    ab_broad_phase_init(&phase, counting_heap(&heap));
    heap.fails = true;
    CHECK(!ab_broad_phase_find(&phase, s_boxes, BOXES, NULL, NULL));
    ab_broad_phase_done(&phase);
}

AB_TESTS(AB_TEST(finds_all_overlaps_in_order), AB_TEST(counts_may_change_and_be_zero),
         AB_TEST(what_was_kept_does_not_show), AB_TEST(pairs_of_some_are_those_of_all),
         AB_TEST(boxes_may_become_unbounded_and_back),
         AB_TEST(a_step_inside_the_margins_asks_nothing), AB_TEST(allocates_nothing_when_warm),
         AB_TEST(says_when_memory_is_short))
