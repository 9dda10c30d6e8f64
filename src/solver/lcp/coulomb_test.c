// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// coulomb_test.c - blocks that stick and slip, the rod of Painleve, random contacts.

#include "solver/lcp/contact_graph_plan.h"
#include "solver/lcp/coulomb.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/random_fixture.h"
#include "math/linear/product_fixture.h"

enum { MAX_COUNT = 30 };

typedef struct Problem {
    abCoulomb p;
    double A[MAX_COUNT * MAX_COUNT], b[MAX_COUNT], f[MAX_COUNT], w[MAX_COUNT];
    abCoulombContact contact[MAX_COUNT];
} Problem;

static Problem *new_problem(size_t n, size_t contacts, size_t tangents) {
    Problem *problem = calloc(1, sizeof *problem);
    problem->p = (abCoulomb){.n = n,
                             .contacts = contacts,
                             .A = problem->A,
                             .b = problem->b,
                             .f = problem->f,
                             .w = problem->w,
                             .contact = problem->contact};
    for (size_t k = 0; k < contacts; k++) { // normal, tangent(s), normal, ...
        size_t row = k * (1 + tangents);
        problem->contact[k] = (abCoulombContact){
            .normal = row, .tangent = {row + 1, tangents == 2 ? row + 2 : AB_NO_ROW}};
    }
    return problem;
}

static abCoulombStatus solve(Problem *problem) {
    void *workspace = malloc(ab_coulomb_workspace(problem->p.n));
    abCoulombStatus status = ab_coulomb_solve(&problem->p, workspace);
    free(workspace);
    return status;
}

// ---- blocks ----

// A unit cube of unit mass on its four corners, pulled by (fx, fy, fz) at its centre.
static Problem *new_cube(double fx, double fy, double fz, double friction) {
    static const double s_x[4] = {-0.5, 0.5, 0.5, -0.5}, s_y[4] = {-0.5, -0.5, 0.5, 0.5};
    Problem *problem = new_problem(12, 4, 2);
    double J[12 * 6], turn = sqrt(6.0); // by the root of the inertia 1 / 6
    for (size_t c = 0; c < 4; c++) {
        double x = s_x[c], y = s_y[c], z = -0.5;
        const double rows[3][6] = {{0.0, 0.0, 1.0, turn * y, -turn * x, 0.0},
                                   {1.0, 0.0, 0.0, 0.0, turn * z, -turn * y},
                                   {0.0, 1.0, 0.0, -turn * z, 0.0, turn * x}};
        memcpy(J + 18 * c, rows, sizeof rows);
        problem->b[3 * c] = fz;
        problem->b[3 * c + 1] = fx;
        problem->b[3 * c + 2] = fy;
        problem->contact[c].friction = friction;
    }
    set_product(problem->A, problem->p.n, 6, J);
    return problem;
}

static void sum_forces(const Problem *problem, double sum[3]) {
    for (int d = 0; d < 3; d++) {
        sum[d] = 0.0;
        for (int c = 0; c < 4; c++) {
            sum[d] += problem->f[3 * c + d];
        }
    }
}

static void a_block_sticks_within_the_cone(void) {
    Problem *problem = new_cube(1.8, 2.4, -10.0, 0.31); // 3 < 3.1
    double sum[3];
    CHECK(solve(problem) == AB_COULOMB_SOLVED);
    sum_forces(problem, sum);
    CHECK_NEAR(sum[0], 10.0, 1e-9, 1.0);
    CHECK_NEAR(sum[1], -1.8, 1e-9, 1.0);
    CHECK_NEAR(sum[2], -2.4, 1e-9, 1.0);
    for (int i = 0; i < 12; i++) {
        CHECK_NEAR(problem->w[i], 0.0, 1e-9, 10.0);
    }
    free(problem);
}

// The cone is round: friction is 2.9 along the pull (3, 4) / 5, whatever the axes of the tangents.
static void a_block_begins_to_slip_along_the_pull(void) {
    Problem *problem = new_cube(1.8, 2.4, -10.0, 0.29);
    double sum[3];
    CHECK(solve(problem) == AB_COULOMB_SOLVED);
    sum_forces(problem, sum);
    CHECK_NEAR(sum[1], -2.9 * 0.6, 1e-9, 1.0);
    CHECK_NEAR(sum[2], -2.9 * 0.8, 1e-9, 1.0);
    for (int c = 0; c < 4; c++) {
        CHECK(problem->contact[c].mode == AB_COULOMB_SLIPS);
        CHECK_NEAR(problem->w[3 * c], 0.0, 1e-9, 10.0);
        CHECK_NEAR(problem->w[3 * c + 1], 0.1 * 0.6, 1e-9, 10.0);
        CHECK_NEAR(problem->w[3 * c + 2], 0.1 * 0.8, 1e-9, 10.0);
    }
    free(problem);
}

// It slides along y and is pulled along x: friction acts against the slip alone.
static void a_sliding_block_has_friction_against_its_slip(void) {
    Problem *problem = new_cube(1.0, 0.0, -10.0, 0.3);
    double sum[3];
    for (int c = 0; c < 4; c++) {
        problem->contact[c].slides = true;
        problem->contact[c].slip[1] = 1.0;
    }
    CHECK(solve(problem) == AB_COULOMB_SOLVED);
    sum_forces(problem, sum);
    CHECK_NEAR(sum[0], 10.0, 1e-9, 1.0);
    CHECK_NEAR(sum[1], 0.0, 1e-9, 1.0);
    CHECK_NEAR(sum[2], -3.0, 1e-9, 1.0);
    CHECK(problem->contact[0].stiffness > 0.0);
    free(problem);
}

static void a_block_that_is_lifted_has_no_forces(void) {
    Problem *problem = new_cube(1.0, 1.0, 2.0, 0.5);
    CHECK(solve(problem) == AB_COULOMB_SOLVED);
    for (int i = 0; i < 12; i++) {
        CHECK_NEAR(problem->f[i], 0.0, 1e-10, 1.0);
    }
    CHECK(problem->contact[2].mode == AB_COULOMB_OPEN);
    free(problem);
}

// ---- the rod of Painleve ----

// A thin rod of mass 1 and length 2 slides with its lower end, at the angle `angle` to the ground,
// and turns with `spin`:  dw_n / df_n = 1 + 3 cos (cos - mu sin),  b_n = spin^2 sin - g.
static Problem *new_rod(double angle, double spin, double friction) {
    double c = cos(angle), s = sin(angle), I = 1.0 / 3.0, g = 9.81;
    Problem *problem = new_problem(2, 1, 1);
    double rx = -c, ry = -s; // from the centre to the end; it slides towards +x
    problem->A[0] = 1.0 + rx * rx / I;
    problem->A[1] = problem->A[2] = -rx * ry / I;
    problem->A[3] = 1.0 + ry * ry / I;
    problem->b[0] = spin * spin * s - g;
    problem->b[1] = spin * spin * c;
    problem->contact[0].friction = friction;
    problem->contact[0].slides = true;
    problem->contact[0].slip[0] = 1.0;
    return problem;
}

// Leaning so that friction presses the end into the ground: slip along -x, here as the angle pi -
// a.
static void the_rod_of_painleve_is_told(void) {
    double pi = 3.14159265358979323846, angle = atan(2.0);
    // mu below 4 / 3: always solved
    for (int k = 0; k < 2; k++) {
        Problem *rod = new_rod(pi - angle, k == 0 ? 0.0 : 5.0, 1.3);
        CHECK(solve(rod) == AB_COULOMB_SOLVED);
        CHECK_NEAR(rod->contact[0].stiffness, 1.6 - 1.2 * 1.3, 1e-5, 1.0);
        CHECK((rod->f[0] > 0.0) == (k == 0));
        free(rod);
    }
    Problem *still = new_rod(pi - angle, 0.0, 1.5); // 1.6 - 1.8 < 0, b < 0
    CHECK(solve(still) == AB_COULOMB_INCONSISTENT);
    CHECK_NEAR(still->contact[0].stiffness, -0.2, 1e-5, 1.0);
    free(still);
    Problem *spun = new_rod(pi - angle, 5.0, 1.5); // b > 0: open, or pressed by b / 0.2
    CHECK(solve(spun) == AB_COULOMB_AMBIGUOUS);
    free(spun);
}

// ---- random contacts ----

static void check_conditions(const Problem *problem) {
    const abCoulomb *p = &problem->p;
    for (size_t k = 0; k < p->contacts; k++) {
        const abCoulombContact *c = &p->contact[k];
        double fn = p->f[c->normal], wn = p->w[c->normal];
        double scale = 10.0 * (1.0 + fabs(fn));
        CHECK(fn >= 0.0 && wn >= -1e-8 * scale && fabs(fn * wn) <= 1e-8 * scale * scale);
        double ft[2] = {0.0, 0.0}, wt[2] = {0.0, 0.0};
        for (int t = 0; t < 2 && c->tangent[t] != AB_NO_ROW; t++) {
            ft[t] = p->f[c->tangent[t]];
            wt[t] = p->w[c->tangent[t]];
        }
        double force = sqrt(ft[0] * ft[0] + ft[1] * ft[1]), limit = c->friction * fn;
        double slip = sqrt(wt[0] * wt[0] + wt[1] * wt[1]);
        if (c->slides) {
            CHECK_NEAR(ft[0], -limit * c->slip[0], 1e-8, scale);
            CHECK_NEAR(ft[1], -limit * c->slip[1], 1e-8, scale);
            continue;
        }
        CHECK(force <= limit + 1e-8 * scale);
        // against the slip, and all of it where there is slip
        CHECK_NEAR(ft[0] * wt[0] + ft[1] * wt[1], -limit * slip, 1e-7, scale * scale);
    }
}

static void random_contacts_satisfy_the_conditions(void) {
    int solved = 0, all = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        size_t tangents = 1 + seed % 2, contacts = 1 + seed % 8, n = contacts * (1 + tangents);
        size_t columns = n / 2 + 2;
        uint64_t state = seed;
        double J[MAX_COUNT * MAX_COUNT], a[MAX_COUNT];
        Problem *problem = new_problem(n, contacts, tangents);
        for (size_t k = 0; k < columns; k++) {
            a[k] = next_random(&state);
        }
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < columns; k++) {
                J[i * columns + k] = next_random(&state);
                problem->b[i] += J[i * columns + k] * a[k];
            }
        }
        set_product(problem->A, problem->p.n, columns, J);
        for (size_t k = 0; k < contacts; k++) {
            abCoulombContact *c = &problem->contact[k];
            c->friction = 0.4 * (1.0 + next_random(&state));
            c->slides = next_random(&state) > 0.6;
            double angle = 3.0 * next_random(&state);
            c->slip[0] = tangents == 2 ? cos(angle) : angle > 0.0 ? 1.0 : -1.0;
            c->slip[1] = tangents == 2 ? sin(angle) : 0.0;
        }
        abCoulombStatus status = solve(problem);
        all++;
        if (status == AB_COULOMB_SOLVED || status == AB_COULOMB_AMBIGUOUS) {
            solved++;
            CHECK(problem->p.residual <= 1e-9);
            check_conditions(problem);
        }
        free(problem);
    }
    CHECK(solved == all);
}

// Two unit cubes on one another by their graph: the lower is pulled so that one of both slips.
static void a_graph_gives_the_motion_of_the_matrix(void) {
    enum { N = 24 };
    static const double s_x[4] = {-0.5, 0.5, 0.5, -0.5}, s_y[4] = {-0.5, -0.5, 0.5, 0.5};
    for (int pull = 0; pull < 4; pull++) {
        Problem *dense = new_problem(N, 8, 2), *sparse = new_problem(N, 8, 2);
        abGraphRow rows[N] = {0};
        double turn = sqrt(6.0);
        for (size_t c = 0; c < 8; c++) {
            size_t upper = c / 4; // 0: on the ground, 1: on body 0
            for (size_t side = 0; side < 2; side++) {
                double x = s_x[c % 4], y = s_y[c % 4], z = side == 0 ? 0.5 : -0.5;
                const double J[3][6] = {{0.0, 0.0, 1.0, turn * y, -turn * x, 0.0},
                                        {1.0, 0.0, 0.0, 0.0, turn * z, -turn * y},
                                        {0.0, 1.0, 0.0, -turn * z, 0.0, turn * x}};
                for (size_t k = 0; k < 3; k++) {
                    abGraphRow *row = &rows[3 * c + k];
                    row->body[side] = side == 1 ? upper : upper == 1 ? 0 : AB_GRAPH_FIXED;
                    for (size_t d = 0; d < 6; d++) {
                        row->J[side][d] = row->Y[side][d] = side == 1 ? J[k][d] : -J[k][d];
                    }
                }
            }
            dense->b[3 * c] = upper == 0 ? -10.0 : 0.0;
            dense->b[3 * c + 1] = (upper == 0 ? 4.0 : -4.0) * pull;
            dense->contact[c].friction = 0.3;
        }
        for (size_t i = 0; i < N; i++) {
            for (size_t k = 0; k < N; k++) {
                for (int s = 0; s < 4; s++) {
                    size_t a = rows[i].body[s / 2], b = rows[k].body[s % 2];
                    for (size_t d = 0; d < 6 && a == b && a != AB_GRAPH_FIXED; d++) {
                        dense->A[i * N + k] += rows[i].J[s / 2][d] * rows[k].Y[s % 2][d];
                    }
                }
            }
        }
        memcpy(sparse->b, dense->b, sizeof dense->b);
        memcpy(sparse->contact, dense->contact, sizeof dense->contact);
        abContactGraph graph = {.n = N, .bodies = 2, .rows = rows};
        void *plan = malloc(ab_contact_graph_plan_workspace(N, 2));
        ab_contact_graph_plan(&graph, plan);
        sparse->p.graph = &graph;
        void *workspace = malloc(ab_coulomb_graph_workspace(&graph));
        CHECK(solve(dense) == AB_COULOMB_SOLVED);
        CHECK(ab_coulomb_solve(&sparse->p, workspace) == AB_COULOMB_SOLVED);
        for (size_t i = 0; i < N; i++) {
            CHECK_NEAR(sparse->w[i], dense->w[i], 1e-8, 10.0);
        }
        free(workspace);
        free(plan);
        free(dense);
        free(sparse);
    }
}

static void what_is_not_a_number_is_refused(void) {
    Problem *problem = new_cube(1.0, 0.0, -10.0, NAN);
    CHECK(solve(problem) == AB_COULOMB_NOT_FINITE);
    free(problem);
}

AB_TESTS(AB_TEST(a_block_sticks_within_the_cone), AB_TEST(a_block_begins_to_slip_along_the_pull),
         AB_TEST(a_sliding_block_has_friction_against_its_slip),
         AB_TEST(a_block_that_is_lifted_has_no_forces), AB_TEST(the_rod_of_painleve_is_told),
         AB_TEST(random_contacts_satisfy_the_conditions),
         AB_TEST(a_graph_gives_the_motion_of_the_matrix), AB_TEST(what_is_not_a_number_is_refused))
