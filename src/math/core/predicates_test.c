// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// predicates_test.c - signs where doubles alone get them wrong.

#include "math/core/predicates.h"

#include <stdint.h>

#include "base/check.h"

static void the_side_of_a_triangle(void) {
    abVec3 a = {0, 0, 0}, b = {1, 0, 0}, c = {0, 1, 0}; // normal along z
    CHECK(ab_orient_3d(a, b, c, (abVec3){0.2, 0.2, -1.0}) == 1);
    CHECK(ab_orient_3d(a, b, c, (abVec3){0.2, 0.2, 1.0}) == -1);
    CHECK(ab_orient_3d(a, b, c, (abVec3){7.0, -3.0, 0.0}) == 0);
    CHECK(ab_orient_3d(b, a, c, (abVec3){0.2, 0.2, -1.0}) == -1);
    CHECK(ab_orient_2d(a, b, c, 2) == 1 && ab_orient_2d(a, c, b, 2) == -1);
    CHECK(ab_orient_2d(a, b, c, 0) == 0);
}

// A turn by a last bit, and none.
static void turns_are_seen_in_the_last_bit(void) {
    abVec3 a = {1.0, 2.0, 0.0}, b = {3.0, 3.0, 0.0}, c = {0.1, 0.1, 0.0}, d = c;
    d.x += 2.0, d.y += 1.0; // rounded: off by less than the last bit of 2.1
    for (int i = -3; i <= 3; i++) {
        abVec3 e = {0.0, 0.0, 0.0}, f = {0x1p53, 0x1p52 + i, 0.0};
        CHECK(ab_turn_2d(a, b, e, f, 2) == (i > 0) - (i < 0));
        CHECK(ab_turn_2d(e, f, a, b, 2) == (i < 0) - (i > 0));
    }
    double off = ((d.y - 1.0) - c.y) * 2.0 - ((d.x - 2.0) - c.x); // exact: neighbours of 0.1
    CHECK(ab_turn_2d(a, b, c, d, 2) == (off > 0.0) - (off < 0.0));
    CHECK(ab_turn_2d(a, b, c, d, 0) == 0);
}

// On a line through points of a fine grid around 1/2, by whole numbers: exact in 64 bits.
static void signs_near_a_line_are_those_of_whole_numbers(void) {
    const double unit = 0x1p-53;
    for (int64_t i = 0; i < 64; i++) {
        for (int64_t j = 0; j < 64; j++) {
            abVec3 p = {0.5 + (double)i * unit, 0.5 + (double)j * unit, 0.0};
            abVec3 q = {12.0, 12.0, 0.0}, r = {24.0, 24.0, 0.0};
            // p is right of the line x = y when i > j; seen from p, q and r turn left when j > i
            int expected = (j < i) - (j > i);
            CHECK(ab_orient_2d(p, q, r, 2) == -expected || i == j);
            CHECK((ab_orient_2d(p, q, r, 2) == 0) == (i == j));
            CHECK(ab_orient_2d(q, r, p, 2) == ab_orient_2d(p, q, r, 2));
        }
    }
}

// d moves by the last bit through the plane x + y + z = 36 that the others span.
static void signs_near_a_plane_follow_the_last_bit(void) {
    abVec3 a = {36.0, 0.0, 0.0}, b = {0.0, 36.0, 0.0}, c = {0.0, 0.0, 36.0};
    for (int i = -20; i <= 20; i++) {
        for (int j = -20; j <= 20; j++) {
            abVec3 d = {12.125 + i * 0x1p-48, 11.75 + j * 0x1p-48, 0.0};
            d.z = 36.0 - d.x - d.y; // each subtraction is exact: multiples of 2^-48
            CHECK(ab_orient_3d(a, b, c, d) == 0);
            d.z += 0x1p-49;
            CHECK(ab_orient_3d(a, b, c, d) == -1);
            CHECK(ab_orient_3d(b, a, c, d) == 1 && ab_orient_3d(c, a, b, d) == -1);
            d.z -= 0x1p-48;
            CHECK(ab_orient_3d(a, b, c, d) == 1);
        }
    }
}

AB_TESTS(AB_TEST(turns_are_seen_in_the_last_bit), AB_TEST(the_side_of_a_triangle),
         AB_TEST(signs_near_a_line_are_those_of_whole_numbers),
         AB_TEST(signs_near_a_plane_follow_the_last_bit))
