// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "record/scene/action.h"

#include "base/check.h"

// A cube with sides of 2.
static abActionItem cube(double x, bool moves, bool touches) {
    return (abActionItem){{{x - 1.0, -1.0, -1.0}, {x + 1.0, 1.0, 1.0}}, moves, touches, 0.0};
}

static double s_scratch[128];

static void what_has_flown_off_is_left_out(void) {
    abActionItem items[] = {cube(0, true, false), cube(2, true, false), cube(4, true, false),
                            cube(6, true, false), cube(500, true, false)};
    abBox box = ab_action_box(items, 5, s_scratch);
    CHECK(box.low.x == -1.0 && box.high.x == 7.0);
    CHECK(ab_action_holds(&box, &items[0]) && !ab_action_holds(&box, &items[4]));
}

// The usual distance here is 4 and half a diagonal, 5.7: thrice that is 17, six times 34.
static void what_touches_counts_farther_off(void) {
    abActionItem items[] = {cube(0, true, false), cube(2, true, false), cube(4, true, false),
                            cube(6, true, false), cube(27, true, true)};
    CHECK(ab_action_box(items, 5, s_scratch).high.x == 28.0);
    items[4].touches = false;
    CHECK(ab_action_box(items, 5, s_scratch).high.x == 7.0);
}

static void of_few_all_count(void) {
    abActionItem items[] = {cube(0, true, false), cube(1, true, false), cube(500, true, false)};
    CHECK(ab_action_box(items, 3, s_scratch).high.x == 501.0);
}

static void what_stands_still_counts_as_far_as_it_is_near(void) {
    abActionItem hall = {{{-100, -100, -2}, {100, 100, -1}}, false, true, 0.0};
    abActionItem items[] = {cube(0, true, false), hall, cube(80, false, false)};
    abBox box = ab_action_box(items, 3, s_scratch);
    // 0.3 of the cube's diagonal of 3.46 around it
    CHECK_NEAR(box.high.x, 1.0 + 0.3 * 3.4641016151377544, 1e-12, 1.0);
    CHECK(box.low.z == -2.0 && box.high.z == 1.0);
}

static void what_stands_still_and_is_small_counts_whole(void) {
    abActionItem items[] = {cube(0, true, false), {{{0, 0, -4}, {6, 0.1, -1}}, false, true, 0.0}};
    abBox box = ab_action_box(items, 2, s_scratch); // 6.7 long, the cube's diagonal is 3.46
    CHECK(box.high.x == 6.0 && box.low.z == -4.0);
}

// The cube's diagonal is 3.46, that of the frame 12.2 and of a hall 61.
static void what_encloses_the_action_counts_whole(void) {
    abActionItem items[] = {cube(0, true, false), {{{-5, -4, -1}, {5, 3, 1}}, false, true, 0.0}};
    abBox box = ab_action_box(items, 2, s_scratch);
    CHECK(box.low.x == -5.0 && box.low.y == -4.0 && box.high.y == 3.0);
    items[1].box = (abBox){{-5, -4, -3}, {5, 3, -1}}; // a slab below it does not
    CHECK(ab_action_box(items, 2, s_scratch).low.x > -3.0);
    items[1].box = (abBox){{-25, -20, -1}, {25, 15, 1}};
    CHECK(ab_action_box(items, 2, s_scratch).low.x > -3.0);
}

// A row of 40 cubes, 120 m long, of which some move around x = 60.
static size_t make_row(abActionItem *items, double speed) {
    for (int i = 0; i < 40; i++) {
        items[i] = cube(3.0 * i, true, true);
        items[i].speed = i >= 19 && i <= 21 ? speed : 0.0;
    }
    return 40;
}

static void of_a_long_row_the_part_that_moves_is_shown(void) {
    abActionItem items[64];
    size_t count = make_row(items, 1.0);
    abBox row = ab_action_box(items, count, s_scratch);
    CHECK(row.low.x == -1.0 && row.high.x == 118.0);
    double size = ab_action_usual_size(items, count, s_scratch);
    CHECK_NEAR(size, 3.4641016151377544, 1e-12, size);
    abBox focus = ab_action_focus(items, count, 9.81, &row, s_scratch);
    CHECK(focus.low.x > row.high.x); // half of it is 6 sizes, more than a sixth of the row
    for (int i = 0; i < 40; i++) {
        items[i].box.low.x *= 2.0;
        items[i].box.high.x = items[i].box.low.x + 2.0;
    }
    row = ab_action_box(items, count, s_scratch);
    focus = ab_action_focus(items, count, 9.81, &row, s_scratch);
    // from the middle of the cube that is the twentieth from the first
    CHECK_NEAR(focus.low.x, 119.0 - 6.0 * size, 1e-12, 100.0);
    CHECK_NEAR(focus.high.x, 119.0 + 6.0 * size, 1e-12, 100.0);
    CHECK(focus.low.y == -1.0 && focus.high.z == 1.0);
}

static void of_a_row_at_rest_all_is_shown(void) {
    abActionItem items[64];
    size_t count = make_row(items, 0.1); // 0.29 m/s are not at rest
    abBox row = {{-1, -1, -1}, {300, 1, 1}};
    CHECK(ab_action_focus(items, count, 9.81, &row, s_scratch).low.x > 300.0);
    items[20].speed = 0.3;
    CHECK(ab_action_focus(items, count, 9.81, &row, s_scratch).low.x < 60.0);
    items[0].speed = items[39].speed = 0.3; // or where motion is all over the row
    CHECK(ab_action_focus(items, count, 9.81, &row, s_scratch).low.x > 300.0);
    CHECK(ab_action_focus(items, 20, 9.81, &row, s_scratch).low.x > 300.0); // few
}

static void of_a_heap_all_is_shown(void) {
    abActionItem items[64];
    size_t count = make_row(items, 1.0);
    abBox heap = {{-1, -1, -1}, {300, 61, 1}};
    CHECK(ab_action_focus(items, count, 9.81, &heap, s_scratch).low.x > 300.0);
    heap.high.y = 58.0; // still a row
    CHECK(ab_action_focus(items, count, 9.81, &heap, s_scratch).low.x < 60.0);
}

static void where_nothing_moves_all_counts(void) {
    abActionItem items[] = {cube(0, false, false), cube(80, false, false)};
    abBox box = ab_action_box(items, 2, s_scratch);
    CHECK(box.low.x == -1.0 && box.high.x == 81.0);
    box = ab_action_box(items, 0, s_scratch);
    CHECK(box.low.x > box.high.x);
}

AB_TESTS(AB_TEST(what_has_flown_off_is_left_out), AB_TEST(what_touches_counts_farther_off),
         AB_TEST(of_few_all_count), AB_TEST(what_stands_still_counts_as_far_as_it_is_near),
         AB_TEST(what_stands_still_and_is_small_counts_whole),
         AB_TEST(what_encloses_the_action_counts_whole),
         AB_TEST(of_a_long_row_the_part_that_moves_is_shown),
         AB_TEST(of_a_row_at_rest_all_is_shown), AB_TEST(of_a_heap_all_is_shown),
         AB_TEST(where_nothing_moves_all_counts))
