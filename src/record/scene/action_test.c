// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "record/scene/action.h"

#include "base/check.h"

// A cube with sides of 2.
static abActionItem cube(double x, bool moves, bool touches) {
    return (abActionItem){{{x - 1.0, -1.0, -1.0}, {x + 1.0, 1.0, 1.0}}, moves, touches};
}

static double s_scratch[64];

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
    abActionItem hall = {{{-100, -100, -2}, {100, 100, -1}}, false, true};
    abActionItem items[] = {cube(0, true, false), hall, cube(80, false, false)};
    abBox box = ab_action_box(items, 3, s_scratch);
    // 0.3 of the cube's diagonal of 3.46 around it
    CHECK_NEAR(box.high.x, 1.0 + 0.3 * 3.4641016151377544, 1e-12, 1.0);
    CHECK(box.low.z == -2.0 && box.high.z == 1.0);
}

static void what_stands_still_and_is_small_counts_whole(void) {
    abActionItem items[] = {cube(0, true, false), {{{0, 0, -4}, {6, 0.1, -1}}, false, true}};
    abBox box = ab_action_box(items, 2, s_scratch); // 6.7 long, the cube's diagonal is 3.46
    CHECK(box.high.x == 6.0 && box.low.z == -4.0);
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
         AB_TEST(where_nothing_moves_all_counts))
