// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// block_fixture.h - for tests: a square grid of bodies, each with blocks to its neighbours, and
// what is left of A x = b.

#ifndef AB_BLOCK_FIXTURE_H
#define AB_BLOCK_FIXTURE_H

#include <math.h>

// Of a grid of `edge` by `edge`: 2 edge (edge - 1) pairs, of which some name the later one first.
static inline void grid_pairs(int edge, int (*pairs)[2]) {
    int count = 0;
    for (int k = 0; k < edge * edge; k++) {
        if (k % edge + 1 < edge) {
            pairs[count][0] = k, pairs[count++][1] = k + 1;
        }
        if (k + edge < edge * edge) {
            pairs[count][0] = k + edge, pairs[count++][1] = k;
        }
    }
}

// A right side, into both.
static inline void grid_load(int n, double *b, double *x) {
    for (int i = 0; i < n; i++) {
        b[i] = x[i] = (i * 37) % 19 - 9.0;
    }
}

// Entry (r, q) of the block (i, j), each of side x side.
typedef double GridEntry(int i, int j, int r, int q, int side);

static inline void grid_take_off(GridEntry *entry, int side, int i, int j, const double *x,
                                 double *b) {
    for (int r = 0; r < side; r++) {
        for (int q = 0; q < side; q++) {
            b[side * i + r] -= entry(i, j, r, q, side) * x[side * j + q];
        }
    }
}

// The largest of |b - A x|; b is used up.
static inline double grid_left_over(GridEntry *entry, int side, int edge, const int (*pairs)[2],
                                    const double *x, double *b) {
    int n = edge * edge, pair_count = 2 * edge * (edge - 1);
    double maximum = 0.0;
    for (int k = 0; k < n; k++) {
        grid_take_off(entry, side, k, k, x, b);
    }
    for (int k = 0; k < pair_count; k++) {
        grid_take_off(entry, side, pairs[k][0], pairs[k][1], x, b);
        grid_take_off(entry, side, pairs[k][1], pairs[k][0], x, b);
    }
    for (int i = 0; i < side * n; i++) {
        maximum = isfinite(b[i]) ? fmax(maximum, fabs(b[i])) : INFINITY;
    }
    return maximum;
}

#endif
