// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// envelope_test.c - systems within an envelope, symmetric or not, with rows left out.

#include "math/linear/envelope.h"

#include "base/check.h"

enum { N = 5, ENTRIES = 9 };

// Two subsets: rows 0 to 2, rows 3 and 4.
static const size_t s_first[N] = {0, 0, 0, 3, 3};
static const size_t s_start[N] = {0, 1, 3, 6, 7};
static const double s_A[N][N] = {{4.0, 1.0, -0.5, 0.0, 0.0},
                                 {0.3, 5.0, 2.0, 0.0, 0.0},
                                 {0.7, -1.0, 6.0, 0.0, 0.0},
                                 {0.0, 0.0, 0.0, 3.0, 1.0},
                                 {0.0, 0.0, 0.0, -2.0, 4.0}};

static double entry(int i, int j, bool is_symmetric) {
    return is_symmetric ? 0.5 * (s_A[i][j] + s_A[j][i]) : s_A[i][j];
}

// x of A x = b = {1, ..., 5}; b itself where a row is out.
static void solve(bool is_symmetric, const unsigned char *in, double *x) {
    double L[ENTRIES] = {0.0}, U[ENTRIES] = {0.0};
    const abEnvelope e = {
        .first = s_first, .start = s_start, .in = in, .is_symmetric = is_symmetric, .L = L, .U = U};
    for (size_t k = 0; k < N; k++) {
        for (size_t l = s_first[k]; l <= k; l++) {
            size_t at = s_start[k] + l - s_first[k];
            L[at] = is_symmetric ? 1e9 : entry((int)k, (int)l, false); // not read
            U[at] = entry((int)l, (int)k, is_symmetric);
        }
        ab_envelope_factor(&e, k);
        x[k] = (double)(k + 1);
    }
    ab_envelope_solve(&e, 0, 3, x);
    ab_envelope_solve(&e, 3, N, x + 3);
}

static void check(bool is_symmetric, const unsigned char *in) {
    double x[N];
    solve(is_symmetric, in, x);
    for (int i = 0; i < N; i++) {
        double sum = 0.0;
        for (int j = 0; j < N; j++) {
            sum += in[i] && in[j] ? entry(i, j, is_symmetric) * x[j] : 0.0;
        }
        CHECK_NEAR(in[i] ? sum : x[i], i + 1.0, 1e-15, 20.0); // rounding of some products
    }
}

static void a_system_is_solved(void) {
    const unsigned char in[N] = {1, 1, 1, 1, 1};
    check(false, in);
    check(true, in);
}

static void rows_left_out_touch_no_others(void) {
    for (int out = 0; out < N; out++) {
        unsigned char in[N] = {1, 1, 1, 1, 1};
        in[out] = 0;
        check(false, in);
        check(true, in);
    }
}

AB_TESTS(AB_TEST(a_system_is_solved), AB_TEST(rows_left_out_touch_no_others))
