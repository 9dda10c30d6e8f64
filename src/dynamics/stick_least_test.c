// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>

#include "base/check.h"
#include "dynamics/stick.h"

enum { N = 4 };

static double s_matrix[N * N], s_factors[N * N], s_gram[N * N];
static size_t s_pivots[N], s_order[N];
static abStick s_stick = {
    .matrix = s_matrix, .factors = s_factors, .gram = s_gram, .pivots = s_pivots, .order = s_order};

// S = V V' for columns V of the given number.
static void set_matrix(int columns, const double V[N][N]) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            s_matrix[i * N + j] = 0.0;
            for (int k = 0; k < columns; k++) {
                s_matrix[i * N + j] += V[i][k] * V[j][k];
            }
        }
    }
}

static const double s_columns[N][N] = {
    {3.0, 0.0, 1.0, 0.2}, {1.0, 2.0, 0.0, -1.0}, {-1.0, 1.0, 2.0, 0.5}, {0.5, -2.0, 1.0, 4.0}};

static double product(const double *z, int row) {
    double sum = 0.0;
    for (int j = 0; j < N; j++) {
        sum += s_matrix[row * N + j] * z[j];
    }
    return sum;
}

static void without_redundant_rows_it_is_the_solution(void) {
    const double r[N] = {1.0, -2.0, 3.0, 0.5};
    double z[N], room[2 * N];
    set_matrix(N, s_columns);
    CHECK(ab_stick_least(&s_stick, N, r, z, room));
    for (int i = 0; i < N; i++) {
        CHECK_NEAR(product(z, i), r[i], 1e-14, 3.0);
    }
}

// r = S u for any u: the least z differs from u by what S does not see, so z = V c.
static void with_redundant_rows_it_is_the_least(void) {
    const double u[N] = {1.0, 2.0, -1.0, 3.0};
    for (int rank = 1; rank < N; rank++) {
        double z[N], r[N], room[2 * N];
        set_matrix(rank, s_columns);
        for (int i = 0; i < N; i++) {
            r[i] = product(u, i);
        }
        CHECK(ab_stick_least(&s_stick, N, r, z, room));
        double away = 0.0; // z against z - u, which is orthogonal to all V
        for (int i = 0; i < N; i++) {
            CHECK_NEAR(product(z, i), r[i], 1e-13, 100.0);
            away += z[i] * (z[i] - u[i]);
        }
        CHECK_NEAR(away, 0.0, 1e-12, 10.0);
    }
}

static void nothing_answers_to_nothing(void) {
    const double r[N] = {1.0, 1.0, 1.0, 1.0};
    double z[N], room[2 * N];
    set_matrix(0, s_columns);
    CHECK(ab_stick_least(&s_stick, N, r, z, room));
    for (int i = 0; i < N; i++) {
        CHECK(z[i] == 0.0);
    }
}

AB_TESTS(AB_TEST(without_redundant_rows_it_is_the_solution),
         AB_TEST(with_redundant_rows_it_is_the_least), AB_TEST(nothing_answers_to_nothing))
