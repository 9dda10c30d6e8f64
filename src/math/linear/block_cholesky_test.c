// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_cholesky_test.c - grids of bodies: the answer meets the equations, and the order of
// elimination keeps the factor small.

#include "math/linear/block_cholesky.h"

#include "base/check.h"
#include "math/linear/block_fixture.h"

enum { SIDE = 12, ROWS = SIDE * SIDE, PAIRS = 2 * SIDE * (SIDE - 1) };

static int s_pairs[PAIRS][2];
static double s_b[AB_BLOCK * ROWS], s_x[AB_BLOCK * ROWS];

// Entry (r, q) of the block (i, j): neighbours push against each other, the diagonal holds.
static double entry(int i, int j, int r, int q, int side) {
    (void)side;
    if (i == j) {
        return r == q ? 10.0 + 0.1 * ((i + r) % 7) : 0.2;
    }
    int low = i < j ? i : j, row = i < j ? r : q, column = i < j ? q : r;
    return 0.1 * ((low + 3 * row + 5 * column) % 11) - 0.5; // the block of (j, i) is its transpose
}

static void add(abBlockCholesky *c, int i, int j) {
    abBlockPlace to = ab_block_cholesky_at(c, i, j);
    for (size_t r = 0; r < AB_BLOCK; r++) {
        for (size_t q = 0; q < AB_BLOCK; q++) {
            to.at[to.stride * r + q] += to.is_turned ? entry(j, i, (int)r, (int)q, AB_BLOCK)
                                                     : entry(i, j, (int)r, (int)q, AB_BLOCK);
        }
    }
}

static void a_grid_is_solved_to_rounding(void) {
    abBlockCholesky c = {.allocator = ab_heap()};
    grid_pairs(SIDE, s_pairs);
    CHECK(ab_block_cholesky_analyse(&c, AB_BLOCK, ROWS, (const int(*)[2])s_pairs, PAIRS));
    for (int again = 0; again < 2; again++) { // the pattern is kept
        CHECK(ab_block_cholesky_clear(&c));
        for (int k = 0; k < ROWS; k++) {
            add(&c, k, k);
        }
        for (int k = 0; k < PAIRS; k++) {
            add(&c, s_pairs[k][0], s_pairs[k][1]);
        }
        CHECK(ab_block_cholesky_factor(&c));
        grid_load(AB_BLOCK * ROWS, s_b, s_x);
        ab_block_cholesky_apply(&c, s_x);
        double maximum = grid_left_over(entry, AB_BLOCK, SIDE, (const int(*)[2])s_pairs, s_x, s_b);
        CHECK_NEAR(maximum, 0.0, 1e-13, 10.0);
        CHECK(ab_block_cholesky_analyse(&c, AB_BLOCK, ROWS, (const int(*)[2])s_pairs, PAIRS));
    }
    // by rows, each would have up to SIDE blocks below: the order must do better
    double by_rows = 0.5 * AB_BLOCK * AB_BLOCK * AB_BLOCK * ROWS * (SIDE + 1.0) * (SIDE + 2.0);
    CHECK(c.work < 0.6 * by_rows);
    ab_block_cholesky_done(&c);
}

static void a_pattern_beyond_the_work_allowed_is_not_analysed(void) {
    abBlockCholesky c = {.allocator = ab_heap(), .maximum_work = 1e4};
    grid_pairs(SIDE, s_pairs);
    CHECK(ab_block_cholesky_analyse(&c, AB_BLOCK, ROWS, (const int(*)[2])s_pairs, PAIRS));
    CHECK(c.work > c.maximum_work && c.n == 0);
    ab_block_cholesky_done(&c);
}

// A chain of 3 x 3 blocks, 4 on the diagonal and -1 beside it.
static void planar_blocks_are_solved_to_rounding(void) {
    enum { LINKS = 50 };
    abBlockCholesky c = {.allocator = ab_heap()};
    int pairs[LINKS - 1][2];
    double b[AB_BLOCK_PLANAR * LINKS], x[AB_BLOCK_PLANAR * LINKS];
    for (int k = 0; k + 1 < LINKS; k++) {
        pairs[k][0] = k, pairs[k][1] = k + 1;
    }
    CHECK(ab_block_cholesky_analyse(&c, AB_BLOCK_PLANAR, LINKS, (const int(*)[2])pairs, LINKS - 1));
    CHECK(ab_block_cholesky_clear(&c));
    for (int k = 0; k < LINKS; k++) {
        abBlockPlace to = ab_block_cholesky_at(&c, k, k);
        abBlockPlace beside = ab_block_cholesky_at(&c, k, k + 1 < LINKS ? k + 1 : k - 1);
        for (size_t i = 0; i < AB_BLOCK_PLANAR; i++) {
            to.at[to.stride * i + i] += 4.0;
            beside.at[beside.stride * i + i] -= k + 1 < LINKS ? 1.0 : 0.0;
            x[AB_BLOCK_PLANAR * (size_t)k + i] = b[AB_BLOCK_PLANAR * (size_t)k + i] =
                (double)((7 * k + 3 * (int)i) % 13);
        }
    }
    CHECK(ab_block_cholesky_factor(&c));
    ab_block_cholesky_apply(&c, x);
    for (int i = 0; i < AB_BLOCK_PLANAR * LINKS; i++) {
        double left = i >= AB_BLOCK_PLANAR ? x[i - AB_BLOCK_PLANAR] : 0.0;
        double right = i + AB_BLOCK_PLANAR < AB_BLOCK_PLANAR * LINKS ? x[i + AB_BLOCK_PLANAR] : 0.0;
        CHECK_NEAR(4.0 * x[i] - left - right, b[i], 1e-14, 13.0);
    }
    ab_block_cholesky_done(&c);
}

static void what_is_not_positive_is_refused(void) {
    abBlockCholesky c = {.allocator = ab_heap()};
    CHECK(ab_block_cholesky_analyse(&c, AB_BLOCK, 1, NULL, 0));
    CHECK(ab_block_cholesky_clear(&c));
    CHECK(!ab_block_cholesky_factor(&c));
    ab_block_cholesky_done(&c);
}

AB_TESTS(AB_TEST(a_grid_is_solved_to_rounding), AB_TEST(planar_blocks_are_solved_to_rounding),
         AB_TEST(a_pattern_beyond_the_work_allowed_is_not_analysed),
         AB_TEST(what_is_not_positive_is_refused))
