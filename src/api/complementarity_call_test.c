// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "abut/complementarity.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"

enum { ROWS = 5 };

static uint32_t s_state;

static double random_number(void) { // -1 to 1
    s_state = s_state * 1664525u + 1013904223u;
    return (double)(s_state >> 8) / 8388608.0 - 1.0;
}

// A = B B' with B of `rank` columns, and b such that forces and accelerations of `f` and `w` solve it.
static void make(int rank, double A[ROWS][ROWS], double b[ROWS], double w[ROWS]) {
    double B[ROWS][ROWS], f[ROWS];
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k < rank; k++) {
            B[i][k] = random_number();
        }
        bool presses = random_number() > 0.0;
        f[i] = presses ? 1.0 + random_number() : 0.0;
        w[i] = presses ? 0.0 : 1.0 + random_number();
    }
    for (int i = 0; i < ROWS; i++) {
        b[i] = w[i];
        for (int k = 0; k < ROWS; k++) {
            A[i][k] = 0.0;
            for (int m = 0; m < rank; m++) {
                A[i][k] += B[i][m] * B[k][m];
            }
            b[i] -= A[i][k] * f[k];
        }
    }
}

// Of a semidefinite A the accelerations are unique: whatever the forces, they are those it was made of.
static void a_problem_made_of_its_solution_is_solved(void) {
    for (int trial = 0; trial < 400; trial++) {
        double A[ROWS][ROWS], b[ROWS], wanted[ROWS], f[ROWS], w[ROWS];
        s_state = (uint32_t)trial;
        make(2 + trial % 4, A, b, wanted);
        abComplementarityProblem problem = {.count = ROWS, .matrix = &A[0][0], .offset = b};
        abComplementaritySolution solution;
        abError error = {0};
        CHECK(ab_complementarity(&problem, ab_heap(), f, w, &solution, &error) == AB_OK);
        CHECK(solution.worst_row == -1 && solution.residual <= 1e-9);
        for (int i = 0; i < ROWS; i++) {
            CHECK(f[i] >= 0.0);
            CHECK_NEAR(w[i], wanted[i], 1e-9, 1.0);
            CHECK_NEAR(f[i] * w[i], 0.0, 1e-9, 1.0);
        }
    }
}

// Four legs under a table: forces that are not unique are the least ones.
static void of_many_forces_the_least_are_given(void) {
    double A[16], b[4], f[4];
    static const double x[4] = {1.0, -1.0, -1.0, 1.0}, y[4] = {1.0, 1.0, -1.0, -1.0};
    for (int i = 0; i < 4; i++) {
        b[i] = -10.0;
        for (int k = 0; k < 4; k++) {
            A[4 * i + k] = 1.0 + x[i] * x[k] + y[i] * y[k];
        }
    }
    abError error = {0};
    abComplementarityProblem problem = {.count = 4, .matrix = A, .offset = b};
    CHECK(ab_complementarity(&problem, ab_heap(), f, NULL, NULL, &error) == AB_OK);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(f[i], 2.5, 1e-9, 1.0); // as far as the regularisation tells
    }
}

// A joint and a friction force at its bound: w = f + b row by row.
static void rows_of_each_kind_obey_their_bounds(void) {
    static const double A[9] = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
    static const double b[3] = {3.0, 5.0, -1.0}, low[3] = {0.0, -2.0, -2.0},
                        high[3] = {0.0, 2.0, 2.0};
    static const abConstraintKind kinds[3] = {AB_CONSTRAINT_BILATERAL, AB_CONSTRAINT_BOUNDED,
                                              AB_CONSTRAINT_BOUNDED};
    double f[3], w[3];
    abError error = {0};
    abComplementarityProblem problem = {3, A, b, kinds, low, high, 0.0};
    CHECK(ab_complementarity(&problem, ab_heap(), f, w, NULL, &error) == AB_OK);
    CHECK_NEAR(f[0], -3.0, 1e-12, 1.0); // holds
    CHECK_NEAR(f[1], -2.0, 1e-12, 1.0); // all that it may: it is moved
    CHECK_NEAR(w[1], 3.0, 1e-12, 1.0);
    CHECK_NEAR(f[2], 1.0, 1e-12, 1.0); // less
}

static const char *problem_of(int count, const double *A, const double *b, const double *low,
                              const double *high, abResult wanted) {
    static abError error;
    static const abConstraintKind bounded[2] = {AB_CONSTRAINT_BOUNDED, AB_CONSTRAINT_BOUNDED};
    double f[2];
    ab_error_clear(&error);
    abComplementarityProblem problem = {.count = count,
                                        .matrix = A,
                                        .offset = b,
                                        .kinds = low != NULL ? bounded : NULL,
                                        .low = low,
                                        .high = high};
    CHECK(ab_complementarity(&problem, ab_heap(), f, NULL, NULL, &error) == wanted);
    return error.count > 0 ? error.problems[0].text : "";
}

static void mistakes_are_named(void) {
    static const double one[4] = {1.0, 0.0, 0.0, 1.0}, skew[4] = {1.0, 0.5, 0.2, 1.0};
    static const double bad[4] = {1.0, NAN, NAN, 1.0}, down[2] = {-1.0, -1.0}, up[2] = {1.0, 1.0};
    static const double none[4] = {0.0, 0.0, 0.0, 1.0}, endless[2] = {1.0, INFINITY};
    CHECK(strstr(problem_of(0, one, down, NULL, NULL, AB_USAGE), "1 to 20000 rows, found 0") !=
          NULL);
    CHECK(strstr(problem_of(2, skew, down, NULL, NULL, AB_USAGE), "not symmetric") != NULL);
    CHECK(strstr(problem_of(2, bad, down, NULL, NULL, AB_USAGE), "the matrix of row 0") != NULL);
    CHECK(strstr(problem_of(2, one, endless, NULL, NULL, AB_USAGE), "the offset of row 1") != NULL);
    CHECK(strstr(problem_of(2, one, down, up, down, AB_USAGE), "the lower bound of row 0") != NULL);
    CHECK(strstr(problem_of(2, none, down, NULL, NULL, AB_NUMERICS), "row 0 lacks the most") !=
          NULL);
}

AB_TESTS(AB_TEST(a_problem_made_of_its_solution_is_solved),
         AB_TEST(of_many_forces_the_least_are_given), AB_TEST(rows_of_each_kind_obey_their_bounds),
         AB_TEST(mistakes_are_named))
