// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// semidefinite_test.c - regular and redundant systems.

#include "math/linear/semidefinite.h"

#include "base/check.h"

enum { MAX_COUNT = 8 };

typedef struct System {
    abSemidefinite s;
    double A[MAX_COUNT * MAX_COUNT], null[MAX_COUNT * MAX_COUNT], scale[MAX_COUNT],
        workspace[MAX_COUNT];
    size_t order[MAX_COUNT];
} System;

// A = J J' for the n rows of J with `columns` entries.
static void begin_with(System *system, size_t n, size_t columns, const double *J, double *scale) {
    system->s = (abSemidefinite){.n = n,
                                 .A = system->A,
                                 .order = system->order,
                                 .scale = scale,
                                 .null = system->null,
                                 .workspace = system->workspace};
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            system->A[i * n + j] = 0.0;
            for (size_t k = 0; k < columns; k++) {
                system->A[i * n + j] += J[i * columns + k] * J[j * columns + k];
            }
        }
    }
    ab_semidefinite_factor(&system->s, 1e-12);
}

static void begin(System *system, size_t n, size_t columns, const double *J) {
    begin_with(system, n, columns, J, system->scale);
}

static void begin_plain(System *system, size_t n, size_t columns, const double *J) {
    begin_with(system, n, columns, J, NULL);
}

static void a_regular_system_is_solved(void) {
    const double J[12] = {1.0, 0.5, 0.0, 0.2, 0.0, 1e-3, 2e-3, 0.0, 3.0, 0.0, 1.0, 2.0};
    const double x[3] = {1.0, -2.0, 0.5};
    System system;
    double b[3] = {0.0};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 4; k++) {
                b[i] += J[4 * i + k] * J[4 * j + k] * x[j];
            }
        }
    }
    begin(&system, 3, 4, J);
    CHECK(system.s.rank == 3);
    ab_semidefinite_apply(&system.s, b);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(b[i], x[i], 1e-11, x[i]);
    }
}

// Rows of a plane given five times over, of which any two say all: the solution has the right
// forces and is orthogonal to all that do nothing.
static void of_many_solutions_the_least_is_given(void) {
    const double J[10] = {1.0, 0.0, 0.0, 1.0, 0.6, 0.8, 0.8, -0.6, 1.0, 0.0};
    const double f[2] = {3.0, -2.0};
    System system;
    double b[5], sum[2] = {0.0};
    for (int i = 0; i < 5; i++) {
        b[i] = J[2 * i] * f[0] + J[2 * i + 1] * f[1];
    }
    begin(&system, 5, 2, J);
    CHECK(system.s.rank == 2);
    ab_semidefinite_apply(&system.s, b);
    for (int i = 0; i < 5; i++) {
        sum[0] += J[2 * i] * b[i];
        sum[1] += J[2 * i + 1] * b[i];
    }
    CHECK_NEAR(sum[0], f[0], 1e-14, f[0]);
    CHECK_NEAR(sum[1], f[1], 1e-14, f[1]);
    // the least x with J' x = f is J (J'J)^-1 f; here J'J = diag(3, 2) as rows 3 and 4 are a basis
    for (int i = 0; i < 5; i++) {
        CHECK_NEAR(b[i], J[2 * i] * f[0] / 3.0 + J[2 * i + 1] * f[1] / 2.0, 1e-14, 1.0);
    }
}

static void rank_does_not_depend_on_units(void) {
    for (double unit = 1e-9; unit < 1e10; unit *= 1e3) {
        const double J[9] = {unit, 0.0, 0.0, 1.0, 1e-3, 0.0, 1.0, 2e-3, 0.0};
        System system;
        begin(&system, 3, 3, J);
        CHECK(system.s.rank == 2);
    }
}

static void a_row_of_zeros_is_redundant(void) {
    const double J[4] = {0.0, 0.0, 2.0, 1.0};
    System system;
    double b[2] = {0.0, 5.0};
    begin(&system, 2, 2, J);
    CHECK(system.s.rank == 1 && system.s.order[1] == 0);
    ab_semidefinite_apply(&system.s, b);
    CHECK(b[0] == 0.0);
    CHECK_NEAR(b[1], 1.0, 1e-15, 1.0);
}

// ---- rows as they are ----

enum { N = 4 };

static const double s_columns[N][N] = {
    {3.0, 0.0, 1.0, 0.2}, {1.0, 2.0, 0.0, -1.0}, {-1.0, 1.0, 2.0, 0.5}, {0.5, -2.0, 1.0, 4.0}};

// x for V V' x = b with so many columns of V.
static void solve_plain(int columns, double *b) {
    System system;
    double J[N * N];
    for (int i = 0; i < N * columns; i++) {
        J[i] = s_columns[i / columns][i % columns];
    }
    begin_plain(&system, N, (size_t)columns, J);
    CHECK(system.s.rank == (size_t)columns);
    ab_semidefinite_apply(&system.s, b);
}

static double product(int columns, const double *x, int row) {
    double sum = 0.0;
    for (int j = 0; j < N; j++) {
        for (int k = 0; k < columns; k++) {
            sum += s_columns[row][k] * s_columns[j][k] * x[j];
        }
    }
    return sum;
}

static void without_redundant_rows_it_is_the_solution(void) {
    const double r[N] = {1.0, -2.0, 3.0, 0.5};
    double x[N] = {1.0, -2.0, 3.0, 0.5};
    solve_plain(N, x);
    for (int i = 0; i < N; i++) {
        CHECK_NEAR(product(N, x, i), r[i], 1e-14, 3.0);
    }
}

// b = V V' u for any u: the least x differs from u by what V' does not see, so x = V c.
static void with_redundant_rows_it_is_the_least(void) {
    const double u[N] = {1.0, 2.0, -1.0, 3.0};
    for (int rank = 1; rank < N; rank++) {
        double b[N], x[N];
        for (int i = 0; i < N; i++) {
            b[i] = x[i] = product(rank, u, i);
        }
        solve_plain(rank, x);
        double away = 0.0; // x against x - u, which is orthogonal to all V
        for (int i = 0; i < N; i++) {
            CHECK_NEAR(product(rank, x, i), b[i], 1e-13, 100.0);
            away += x[i] * (x[i] - u[i]);
        }
        CHECK_NEAR(away, 0.0, 1e-12, 10.0);
    }
}

// What is left of b is then orthogonal to all that V V' reaches.
static void of_a_contradiction_the_least_squares_are_solved(void) {
    const double b[N] = {1.0, -2.0, 3.0, 0.5};
    for (int rank = 1; rank < N; rank++) {
        double x[N] = {1.0, -2.0, 3.0, 0.5};
        solve_plain(rank, x);
        for (int k = 0; k < rank; k++) {
            double along = 0.0;
            for (int i = 0; i < N; i++) {
                along += s_columns[i][k] * (b[i] - product(rank, x, i));
            }
            CHECK_NEAR(along, 0.0, 1e-13, 10.0);
        }
    }
}

static void nothing_answers_to_nothing(void) {
    double x[N] = {1.0, 1.0, 1.0, 1.0};
    solve_plain(0, x);
    for (int i = 0; i < N; i++) {
        CHECK(x[i] == 0.0);
    }
}

AB_TESTS(AB_TEST(a_regular_system_is_solved), AB_TEST(of_many_solutions_the_least_is_given),
         AB_TEST(rank_does_not_depend_on_units), AB_TEST(a_row_of_zeros_is_redundant),
         AB_TEST(without_redundant_rows_it_is_the_solution),
         AB_TEST(with_redundant_rows_it_is_the_least),
         AB_TEST(of_a_contradiction_the_least_squares_are_solved),
         AB_TEST(nothing_answers_to_nothing))
