// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// complementarity_test.c - known forces, and random problems of every kind in every order.

#include "solver/lcp/complementarity.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/random_fixture.h"
#include "math/linear/product_fixture.h"

enum { MAX_COUNT = 60 };

typedef struct Problem {
    abComplementarity p;
    double A[MAX_COUNT * MAX_COUNT], b[MAX_COUNT], lo[MAX_COUNT], hi[MAX_COUNT], f[MAX_COUNT],
        w[MAX_COUNT], lack[MAX_COUNT];
    unsigned char kind[MAX_COUNT], side[MAX_COUNT];
} Problem;

static Problem *new_problem(size_t n) {
    Problem *problem = calloc(1, sizeof *problem);
    problem->p = (abComplementarity){.n = n,
                                     .A = problem->A,
                                     .b = problem->b,
                                     .kind = problem->kind,
                                     .lo = problem->lo,
                                     .hi = problem->hi,
                                     .f = problem->f,
                                     .w = problem->w,
                                     .side = problem->side,
                                     .lack = problem->lack};
    return problem;
}

static abComplementarityStatus solve(Problem *problem) {
    void *workspace = malloc(ab_complementarity_workspace(problem->p.n));
    abComplementarityStatus status = ab_complementarity_solve(&problem->p, workspace);
    free(workspace);
    return status;
}

// ---- known forces ----

// Unit mass and radii of inertia 1 under g = 9.81; corners at (+-1, +-1).
static void four_corners_share_the_weight(void) {
    const double J[12] = {1.0, 1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0};
    Problem *problem = new_problem(4);
    set_product(problem->A, problem->p.n, 3, J);
    for (int i = 0; i < 4; i++) {
        problem->b[i] = -9.81;
    }
    CHECK(solve(problem) == AB_COMPLEMENTARITY_SOLVED);
    for (int i = 0; i < 4; i++) {
        CHECK_NEAR(problem->f[i], 9.81 / 4.0, 1e-9, 1.0);
        CHECK_NEAR(problem->w[i], 0.0, 1e-14, 9.81);
    }
    free(problem);
}

static void a_single_row_pushes_pulls_or_saturates(void) {
    Problem *problem = new_problem(5);
    for (int i = 0; i < 5; i++) {
        problem->A[6 * i] = 2.0;
        problem->b[i] = i == 1 ? 3.0 : -3.0;
    }
    problem->kind[2] = AB_ROW_BILATERAL;
    problem->b[2] = 3.0;
    problem->kind[3] = problem->kind[4] = AB_ROW_BOUNDED;
    problem->lo[3] = -1.0;
    problem->hi[3] = 1.0;
    problem->lo[4] = problem->hi[4] = 0.25;
    CHECK(solve(problem) == AB_COMPLEMENTARITY_SOLVED);
    const double f[5] = {1.5, 0.0, -1.5, 1.0, 0.25}, w[5] = {0.0, 3.0, 0.0, -1.0, -2.5};
    for (int i = 0; i < 5; i++) {
        CHECK_NEAR(problem->f[i], f[i], 1e-15, 1.0);
        CHECK_NEAR(problem->w[i], w[i], 1e-15, 1.0);
    }
    CHECK(problem->side[3] == AB_SIDE_HIGH);
    CHECK(problem->p.subsets == 5);
    free(problem);
}

// Two walls closing on a ball: its own acceleration cannot please both.
static void rows_at_fault_are_named(void) {
    const double J[3] = {1.0, -1.0, 0.0};
    Problem *problem = new_problem(3);
    set_product(problem->A, problem->p.n, 1, J);
    problem->A[8] = 1.0;
    problem->b[0] = problem->b[1] = -2.0;
    problem->b[2] = -5.0;
    CHECK(solve(problem) == AB_COMPLEMENTARITY_INFEASIBLE);
    CHECK_NEAR(problem->lack[0], 2.0, 1e-12, 2.0);
    CHECK_NEAR(problem->lack[1], 2.0, 1e-12, 2.0);
    CHECK(problem->lack[2] == 0.0);
    CHECK_NEAR(problem->f[2], 5.0, 1e-14, 5.0);
    CHECK_NEAR(problem->f[0], 0.0, 1e-9, 1.0);
    free(problem);
}

// Both bodies fixed: nothing helps, and nothing is divided by zero.
static void a_row_that_no_force_moves_is_at_fault_only_when_it_closes(void) {
    Problem *problem = new_problem(2);
    problem->b[0] = 1.0;
    CHECK(solve(problem) == AB_COMPLEMENTARITY_SOLVED);
    problem->b[1] = -1.0;
    CHECK(solve(problem) == AB_COMPLEMENTARITY_INFEASIBLE);
    CHECK(problem->p.worst == 1 && problem->f[1] == 0.0 && problem->lack[1] == 1.0);
    free(problem);
}

static void what_is_not_a_number_is_refused(void) {
    Problem *problem = new_problem(2);
    problem->A[0] = problem->A[3] = 1.0;
    problem->b[1] = NAN;
    CHECK(solve(problem) == AB_COMPLEMENTARITY_NOT_FINITE);
    problem->b[1] = 0.0;
    problem->kind[0] = AB_ROW_BOUNDED;
    problem->lo[0] = 1.0;
    CHECK(solve(problem) == AB_COMPLEMENTARITY_NOT_FINITE);
    free(problem);
}

// A column of n blocks, the lowest of mass 1, those above `ratio` times it: weights add up.
static void heavy_on_light_is_solved(void) {
    static const double s_ratio[] = {1e-6, 1e-3, 1.0, 1e3, 1e6, 1e9};
    for (size_t k = 0; k < sizeof s_ratio / sizeof *s_ratio; k++) {
        double ratio = s_ratio[k];
        Problem *problem = new_problem(2);
        problem->A[0] = 1.0;
        problem->A[1] = problem->A[2] = -1.0;
        problem->A[3] = 1.0 + 1.0 / ratio;
        problem->b[0] = -10.0;
        CHECK(solve(problem) == AB_COMPLEMENTARITY_SOLVED);
        // w to rounding, and the least eigenvalue is 1 / (2 ratio)
        double allowed = 1e-12 + 4e-15 * ratio;
        CHECK_NEAR(problem->f[0], 10.0 * (1.0 + ratio), allowed, 10.0 * (1.0 + ratio));
        CHECK_NEAR(problem->f[1], 10.0 * ratio, allowed, 10.0 * ratio);
        free(problem);
    }
}

// ---- random problems ----

// Half the rows say what others say; kinds, units of rows and degeneracy at random. Feasible: b
// comes from forces and accelerations that fit.
static void make_random(Problem *problem, uint64_t seed) {
    size_t n = problem->p.n, columns = n / 2 + 1;
    double *J = calloc(n * columns, sizeof *J), *f = calloc(n, sizeof *f);
    uint64_t state = seed;
    for (size_t i = 0; i < n; i++) {
        double unit = exp2(floor(10.0 * next_random(&state)));
        for (size_t k = 0; k < columns; k++) {
            J[i * columns + k] = next_random(&state) < 0.0 ? 0.0 : unit * next_random(&state);
        }
        if (i % 7 == 3) { // the row before once more
            memcpy(J + i * columns, J + (i - 1) * columns, columns * sizeof *J);
        }
        problem->kind[i] = (unsigned char)(i % 5 == 0   ? AB_ROW_BILATERAL
                                           : i % 5 == 1 ? AB_ROW_BOUNDED
                                                        : AB_ROW_UNILATERAL);
        problem->lo[i] = -1.0 / unit;
        problem->hi[i] = 0.5 / unit;
    }
    set_product(problem->A, problem->p.n, columns, J);
    for (size_t i = 0; i < n; i++) {
        double unit = sqrt(problem->A[i * n + i]), draw = next_random(&state);
        unit = unit > 0.0 ? unit : 1.0;
        double w = 0.0;
        if (problem->kind[i] == AB_ROW_BOUNDED) {
            f[i] = draw < -0.3 ? problem->lo[i] : draw < 0.3 ? 0.0 : problem->hi[i];
            w = draw < -0.3 ? unit * (draw + 1.0) : draw < 0.3 ? 0.0 : unit * (draw - 1.0);
        } else if (problem->kind[i] == AB_ROW_BILATERAL) {
            f[i] = draw / unit;
        } else {
            f[i] = draw > 0.2 ? draw / unit : 0.0;
            w = draw < -0.4 ? -draw * unit : 0.0; // between: neither force nor acceleration
        }
        problem->b[i] = w;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            problem->b[i] -= problem->A[i * n + j] * f[j];
        }
    }
    free(J);
    free(f);
}

// The rows in reverse, or by a stride that has no common factor with n.
static void permute(const Problem *from, Problem *to, size_t stride) {
    size_t n = from->p.n;
    for (size_t i = 0; i < n; i++) {
        size_t k = (i * stride + stride) % n;
        for (size_t j = 0; j < n; j++) {
            to->A[i * n + j] = from->A[k * n + (j * stride + stride) % n];
        }
        to->b[i] = from->b[k];
        to->lo[i] = from->lo[k];
        to->hi[i] = from->hi[k];
        to->kind[i] = from->kind[k];
    }
}

static void check_conditions(const Problem *problem) {
    const abComplementarity *p = &problem->p;
    CHECK(p->residual <= 1e-12);
    for (size_t i = 0; i < p->n; i++) {
        double lo = p->kind[i] == AB_ROW_BOUNDED     ? p->lo[i]
                    : p->kind[i] == AB_ROW_BILATERAL ? -INFINITY
                                                     : 0.0;
        double hi = p->kind[i] == AB_ROW_BOUNDED ? p->hi[i] : INFINITY;
        CHECK(p->f[i] >= lo && p->f[i] <= hi);
        CHECK(p->side[i] != AB_SIDE_LOW || p->f[i] == lo);
        CHECK(p->side[i] != AB_SIDE_HIGH || p->f[i] == hi);
    }
}

static void random_problems_are_solved_in_every_order(void) {
    for (uint64_t seed = 1; seed <= 300; seed++) {
        size_t n = 1 + seed % (MAX_COUNT - 1);
        Problem *problem = new_problem(n), *other = new_problem(n);
        make_random(problem, seed);
        CHECK(solve(problem) == AB_COMPLEMENTARITY_SOLVED);
        check_conditions(problem);
        size_t stride = n > 1 ? n - 1 : 1;
        permute(problem, other, stride);
        CHECK(solve(other) == AB_COMPLEMENTARITY_SOLVED);
        double maximum = 0.0;
        for (size_t i = 0; i < n; i++) {
            maximum = fmax(maximum, fabs(problem->f[i]) * sqrt(problem->A[i * n + i]));
        }
        for (size_t i = 0; i < n; i++) {
            size_t k = (i * stride + stride) % n;
            // rounding over the regularisation: 1e-16 n / 1e-7
            CHECK_NEAR(other->f[i] * sqrt(problem->A[k * n + k]),
                       problem->f[k] * sqrt(problem->A[k * n + k]), 1e-7, maximum);
        }
        free(problem);
        free(other);
    }
}

// No smaller forces do the same: those found are orthogonal to all that do nothing among the free
// rows, unless a bound is in the way. Here with bilateral rows only, so that none is.
static void of_many_forces_the_least_are_given(void) {
    for (uint64_t seed = 1; seed <= 50; seed++) {
        size_t n = 6 + seed % 20;
        Problem *problem = new_problem(n);
        make_random(problem, seed);
        memset(problem->kind, AB_ROW_BILATERAL, n);
        double *f = calloc(n, sizeof *f);
        uint64_t state = seed;
        // b = - A f of forces f = A g / A_ii, which are least: orthogonal to what A does not see
        for (size_t i = 0; i < n; i++) {
            problem->b[i] = 0.0;
        }
        for (size_t j = 0; j < n; j++) {
            double g = next_random(&state) / sqrt(fmax(problem->A[j * n + j], 1e-300));
            for (size_t i = 0; i < n && problem->A[j * n + j] > 0.0; i++) {
                f[i] += problem->A[i * n + j] / fmax(problem->A[i * n + i], 1e-300) * g;
            }
        }
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++) {
                problem->b[i] -= problem->A[i * n + j] * f[j];
            }
        }
        CHECK(solve(problem) == AB_COMPLEMENTARITY_SOLVED);
        for (size_t i = 0; i < n; i++) {
            CHECK_NEAR(problem->f[i], f[i], 1e-7, sqrt((double)n) / sqrt(problem->A[i * n + i]));
        }
        free(f);
        free(problem);
    }
}

static void a_warm_start_changes_nothing_but_the_work(void) {
    size_t cold = 0, warm = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        Problem *problem = new_problem(30);
        double f[30];
        make_random(problem, seed);
        solve(problem);
        cold += problem->p.sweeps;
        memcpy(f, problem->f, sizeof f);
        problem->p.warm = true;
        solve(problem);
        warm += problem->p.sweeps;
        for (int i = 0; i < 30; i++) {
            CHECK_NEAR(problem->f[i], f[i], 1e-7, 30.0 / sqrt(problem->A[31 * i]));
        }
        // from the worst of all places too
        for (int i = 0; i < 30; i++) {
            problem->side[i] = problem->side[i] == AB_SIDE_FREE ? AB_SIDE_LOW : AB_SIDE_FREE;
        }
        CHECK(solve(problem) == AB_COMPLEMENTARITY_SOLVED);
        check_conditions(problem);
        free(problem);
    }
    CHECK(warm < cold);
}

// Masses in grams or millions of tons: forces are the same to the last bit.
static void units_do_not_matter(void) {
    for (int power = -120; power <= 120; power += 30) {
        Problem *problem = new_problem(40), *other = new_problem(40);
        make_random(problem, 11);
        solve(problem);
        for (size_t i = 0; i < 40; i++) {
            for (size_t k = 0; k < 40; k++) {
                other->A[40 * i + k] = scalbn(problem->A[40 * i + k], -power);
            }
            other->b[i] = scalbn(problem->b[i], 7);
            other->kind[i] = problem->kind[i];
            other->lo[i] = scalbn(problem->lo[i], power + 7);
            other->hi[i] = scalbn(problem->hi[i], power + 7);
        }
        CHECK(solve(other) == AB_COMPLEMENTARITY_SOLVED);
        for (size_t i = 0; i < 40; i++) {
            CHECK(other->f[i] == scalbn(problem->f[i], power + 7));
        }
        free(problem);
        free(other);
    }
}

// Forces along  d_i = lack_i / A_ii  would move nothing and yet would be asked for: A d = 0, b.d <
// 0, d >= 0 but in joints. So no f is a solution.
static void what_lacks_proves_that_there_is_no_solution(void) {
    int infeasible = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        size_t n = 4 + seed % (MAX_COUNT - 4);
        Problem *problem = new_problem(n);
        double d[MAX_COUNT], maximum = 0.0, work = 0.0;
        uint64_t state = seed;
        make_random(problem, seed);
        for (size_t i = 0; i < n; i++) {
            problem->b[i] = next_random(&state) * sqrt(problem->A[i * (n + 1)]);
        }
        abComplementarityStatus status = solve(problem);
        CHECK(status == AB_COMPLEMENTARITY_SOLVED || status == AB_COMPLEMENTARITY_INFEASIBLE);
        CHECK(problem->p.residual <= 1e-8);
        infeasible += status == AB_COMPLEMENTARITY_INFEASIBLE;
        for (size_t i = 0; i < n; i++) {
            double diagonal = problem->A[i * (n + 1)];
            d[i] = diagonal > 0.0 ? problem->lack[i] / diagonal : 0.0;
            maximum = fmax(maximum, fabs(d[i]) * sqrt(diagonal));
            work += d[i] * problem->b[i];
        }
        for (size_t i = 0; i < n && status == AB_COMPLEMENTARITY_INFEASIBLE; i++) {
            double moved = 0.0, scale = sqrt(problem->A[i * (n + 1)]);
            for (size_t k = 0; k < n; k++) {
                moved += problem->A[i * n + k] * d[k];
            }
            CHECK(problem->kind[i] == AB_ROW_BILATERAL || d[i] * scale >= -1e-6 * maximum);
            // what was still settling when the rest was seen to stay is in the lack too
            CHECK(fabs(moved) <= 1e-3 * maximum * scale);
        }
        CHECK(status != AB_COMPLEMENTARITY_INFEASIBLE || work < 0.0);
        free(problem);
    }
    CHECK(infeasible > 20 && infeasible < 190);
}

AB_TESTS(AB_TEST(four_corners_share_the_weight), AB_TEST(a_single_row_pushes_pulls_or_saturates),
         AB_TEST(rows_at_fault_are_named),
         AB_TEST(a_row_that_no_force_moves_is_at_fault_only_when_it_closes),
         AB_TEST(what_is_not_a_number_is_refused), AB_TEST(heavy_on_light_is_solved),
         AB_TEST(random_problems_are_solved_in_every_order),
         AB_TEST(of_many_forces_the_least_are_given), AB_TEST(units_do_not_matter),
         AB_TEST(what_lacks_proves_that_there_is_no_solution),
         AB_TEST(a_warm_start_changes_nothing_but_the_work))
