// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// symmetric_eigen_test.c - eigenvalues against closed forms; what the vectors must satisfy.

#include "math/linear/symmetric_eigen.h"

#include "base/check.h"
#include "math/linear/cholesky.h"

enum { N = 12 };

// A chain of N equal masses between walls: values 2 - 2 cos(k pi / (N + 1)).
static void chain(double *A) {
    memset(A, 0, N * N * sizeof *A);
    for (int i = 0; i < N; i++) {
        A[i * N + i] = 2.0;
        if (i + 1 < N) {
            A[i * N + i + 1] = A[(i + 1) * N + i] = -1.0;
        }
    }
}

static void a_chain_has_its_closed_form(void) {
    double A[N * N], values[N], V[N * N];
    chain(A);
    CHECK(ab_symmetric_eigen(N, A, values, V));
    for (int k = 0; k < N; k++) {
        // some eight sweeps of rotations, each right to rounding of the largest value
        CHECK_NEAR(values[k], 2.0 - 2.0 * cos((k + 1) * acos(-1.0) / (N + 1)), 1e-14, 4.0);
    }
}

static void vectors_diagonalise_a_pair(void) {
    double A[N * N], B[N * N], K[N * N], M[N * N], values[N], V[N * N];
    chain(K);
    for (int i = 0; i < N * N; i++) { // a mass matrix that is not diagonal
        M[i] = i % (N + 1) == 0 ? 1.0 + 0.3 * (i / N) : 0.05;
    }
    memcpy(A, K, sizeof A);
    memcpy(B, M, sizeof B);
    CHECK(ab_symmetric_eigen_of_pair(N, A, B, values, V));
    for (int a = 0; a < N; a++) {
        for (int b = 0; b < N; b++) {
            double m = 0.0, k = 0.0;
            for (int i = 0; i < N; i++) {
                for (int j = 0; j < N; j++) {
                    m += V[i * N + a] * M[i * N + j] * V[j * N + b];
                    k += V[i * N + a] * K[i * N + j] * V[j * N + b];
                }
            }
            CHECK_NEAR(m, a == b ? 1.0 : 0.0, 1e-13, 1.0);
            CHECK_NEAR(k, a == b ? values[a] : 0.0, 1e-13, 4.0);
        }
    }
}

static void equal_values_keep_vectors_apart(void) {
    double A[9] = {5.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 5.0}, values[3], V[9];
    CHECK(ab_symmetric_eigen(3, A, values, V));
    for (int i = 0; i < 9; i++) {
        CHECK(V[i] == (i % 4 == 0 ? 1.0 : 0.0));
    }
}

static void cholesky_names_the_row_that_is_not_positive(void) {
    double A[9] = {4.0, 0.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0, 3.0}; // row 1: 1 - (2/2)^2 = 0
    CHECK(ab_cholesky_factor(3, A, 1e-12) == 1);
    double B[4] = {4.0, 0.0, 2.0, 5.0}, b[2] = {8.0, 12.0};
    CHECK(ab_cholesky_factor(2, B, 1e-12) == 2);
    ab_cholesky_apply(2, B, b);
    CHECK_NEAR(b[0], 1.0, 1e-15, 1.0); // [4 2; 2 5] [1 2] = [8 12]
    CHECK_NEAR(b[1], 2.0, 1e-15, 1.0);
}

AB_TESTS(AB_TEST(a_chain_has_its_closed_form), AB_TEST(vectors_diagonalise_a_pair),
         AB_TEST(equal_values_keep_vectors_apart),
         AB_TEST(cholesky_names_the_row_that_is_not_positive))
