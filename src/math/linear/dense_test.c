// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "math/linear/dense.h"

#include <stdint.h>

#include "base/check.h"
#include "base/random_fixture.h"

enum { N_MAX = 40 };

static uint64_t s_seed = 7;

static void product(size_t n, const double *A, const double *x, double *b) {
    for (size_t i = 0; i < n; i++) {
        b[i] = 0.0;
        for (size_t j = 0; j < n; j++) {
            b[i] += A[i * n + j] * x[j];
        }
    }
}

static double residual(size_t n, const double *A, const double *x, const double *b) {
    static double r[N_MAX];
    double worst = 0.0;
    product(n, A, x, r);
    for (size_t i = 0; i < n; i++) {
        worst = fmax(worst, fabs(r[i] - b[i]));
    }
    return worst;
}

static void lu_solves_random_systems(void) {
    static double A[N_MAX * N_MAX], LU[N_MAX * N_MAX], b[N_MAX], x[N_MAX];
    size_t pivot[N_MAX];
    for (size_t n = 1; n <= N_MAX; n++) {
        for (size_t i = 0; i < n * n; i++) {
            LU[i] = A[i] = next_random(&s_seed);
        }
        for (size_t i = 0; i < n; i++) {
            x[i] = b[i] = next_random(&s_seed);
        }
        CHECK(ab_lu_solve(n, LU, pivot, x));
        double size = 1.0;
        for (size_t i = 0; i < n; i++) {
            size = fmax(size, fabs(x[i]));
        }
        // backward stable: residual n growth eps |A| |x|
        CHECK_NEAR(residual(n, A, x, b), 0.0, 1e-15 * (double)(n * n), size);
    }
}

static void lu_pivots_where_the_diagonal_is_zero(void) {
    double A[] = {0.0, 1.0, 2.0, 1.0, 0.0, 3.0, 4.0, -3.0, 8.0}, b[] = {8.0, 10.0, 22.0};
    size_t pivot[3];
    CHECK(ab_lu_solve(3, A, pivot, b)); // x = 1 2 3: exact in small integers
    CHECK_NEAR(b[0], 1.0, 1e-15, 10.0);
    CHECK_NEAR(b[1], 2.0, 1e-15, 10.0);
    CHECK_NEAR(b[2], 3.0, 1e-15, 10.0);
}

static void lu_refuses_singular_and_not_finite_matrices(void) {
    double equal_rows[] = {1.0, 2.0, 1.0, 2.0}, zero[] = {0.0}, wrong[] = {NAN, 1.0, 1.0, 1.0};
    size_t pivot[2];
    CHECK(!ab_lu_factor(2, equal_rows, pivot));
    CHECK(!ab_lu_factor(1, zero, pivot));
    CHECK(!ab_lu_factor(2, wrong, pivot));
}

static void one_factor_serves_many_sides(void) {
    double A[] = {4.0, 1.0, 2.0, 3.0}, first[] = {5.0, 5.0}, second[] = {4.0, 2.0};
    size_t pivot[2];
    CHECK(ab_lu_factor(2, A, pivot));
    ab_lu_apply(2, A, pivot, first);
    ab_lu_apply(2, A, pivot, second);
    CHECK_NEAR(first[0], 1.0, 1e-15, 1.0);
    CHECK_NEAR(first[1], 1.0, 1e-15, 1.0);
    CHECK_NEAR(second[0], 1.0, 1e-15, 1.0);
    CHECK_NEAR(second[1], 0.0, 1e-15, 1.0);
}

AB_TESTS(AB_TEST(lu_solves_random_systems), AB_TEST(lu_pivots_where_the_diagonal_is_zero),
         AB_TEST(lu_refuses_singular_and_not_finite_matrices),
         AB_TEST(one_factor_serves_many_sides))
