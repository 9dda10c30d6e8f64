// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_lu_test.c - grids of bodies under forces that are not symmetric: the answer meets the
// equations.

#include "base/check.h"
#include "math/linear/block_cholesky.h"
#include "math/linear/block_fixture.h"
#include "math/linear/block_lu.h"

enum { SIDE = 11, ROWS = SIDE * SIDE, PAIRS = 2 * SIDE * (SIDE - 1) };

static int s_pairs[PAIRS][2];
static double s_b[AB_BLOCK * ROWS], s_x[AB_BLOCK * ROWS];

// Entry (r, q) of the block (i, j); on diagonals the largest stands beside the diagonal of numbers,
// so that rows must be exchanged.
static double entry(int i, int j, int r, int q, int side) {
    if (i == j) {
        return (q + 1) % side == r ? 14.0 + 0.1 * ((i + r) % 7) : 0.2 * ((i + 3 * r + q) % 5);
    }
    return 0.1 * ((i + 7 * j + 3 * r + 5 * q) % 11) - 0.5;
}

static void add(abBlockCholesky *c, int i, int j) {
    abBlockPlace to = ab_block_lu_at(c, i, j);
    for (int r = 0; r < c->side; r++) {
        for (int q = 0; q < c->side; q++) {
            int row = to.is_turned ? q : r, column = to.is_turned ? r : q;
            to.at[to.stride * (size_t)row + (size_t)column] += entry(i, j, r, q, c->side);
        }
    }
}

static void solve_grid(int side) {
    abBlockCholesky c = {.allocator = ab_heap()};
    grid_pairs(SIDE, s_pairs);
    CHECK(ab_block_cholesky_analyse(&c, side, ROWS, (const int(*)[2])s_pairs, PAIRS));
    for (int again = 0; again < 2; again++) { // the pattern is kept
        CHECK(ab_block_lu_clear(&c));
        for (int k = 0; k < ROWS; k++) {
            add(&c, k, k);
        }
        for (int k = 0; k < PAIRS; k++) {
            add(&c, s_pairs[k][0], s_pairs[k][1]);
            add(&c, s_pairs[k][1], s_pairs[k][0]);
        }
        CHECK(ab_block_lu_factor(&c));
        grid_load(side * ROWS, s_b, s_x);
        ab_block_lu_apply(&c, s_x);
        double maximum = grid_left_over(entry, side, SIDE, (const int(*)[2])s_pairs, s_x, s_b);
        CHECK_NEAR(maximum, 0.0, 1e-12, 10.0); // a few hundred roundings of numbers of 10
    }
    ab_block_cholesky_done(&c);
}

static void grids_are_solved_to_rounding(void) {
    solve_grid(AB_BLOCK);
    solve_grid(AB_BLOCK_PLANAR);
}

static void no_pivot_is_an_answer(void) {
    abBlockCholesky c = {.allocator = ab_heap()};
    CHECK(ab_block_cholesky_analyse(&c, AB_BLOCK_PLANAR, 1, NULL, 0));
    CHECK(ab_block_lu_clear(&c));
    CHECK(!ab_block_lu_factor(&c));
    ab_block_cholesky_done(&c);
}

AB_TESTS(AB_TEST(grids_are_solved_to_rounding), AB_TEST(no_pivot_is_an_answer))
