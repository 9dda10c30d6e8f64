// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// graph_forces_test.c - blocks in a plane: stacked, sliding, pulled off the ground.

#include "solver/lcp/contact_graph_plan.h"
#include "solver/lcp/graph_forces.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { MAX_COUNT = 200 };

typedef struct Scene {
    abContactGraph graph;
    abGraphForces p;
    abGraphRow rows[MAX_COUNT];
    abGraphPull pulls[MAX_COUNT];
    double b[MAX_COUNT], f[MAX_COUNT], w[MAX_COUNT];
    unsigned char kind[MAX_COUNT], side[MAX_COUNT];
} Scene;

// A row along y at (x, y) of a body of unit mass and inertia 1/6; the other side is `below`.
static void set_row(Scene *s, size_t row, size_t body, size_t below, double x, double b) {
    const double J[AB_GRAPH_SPEEDS] = {0.0, 1.0, 0.0, 0.0, 0.0, x};
    s->rows[row].body[0] = below;
    s->rows[row].body[1] = body;
    for (int k = 0; k < AB_GRAPH_SPEEDS; k++) {
        double Y = k < 3 ? J[k] : 6.0 * J[k];
        s->rows[row].J[1][k] = J[k], s->rows[row].Y[1][k] = Y;
        s->rows[row].J[0][k] = -J[k], s->rows[row].Y[0][k] = -Y;
    }
    s->b[row] = b;
    s->kind[row] = AB_ROW_UNILATERAL;
    s->side[row] = AB_SIDE_FREE;
}

static bool solve(Scene *s, size_t n, size_t bodies) {
    s->graph = (abContactGraph){.n = n, .bodies = bodies, .rows = s->rows};
    void *plan = malloc(ab_contact_graph_plan_workspace(n, bodies));
    ab_contact_graph_plan(&s->graph, plan);
    s->p.graph = &s->graph, s->p.b = s->b, s->p.kind = s->kind, s->p.side = s->side;
    s->p.f = s->f, s->p.w = s->w;
    void *workspace = malloc(ab_graph_forces_workspace(&s->graph));
    bool found = ab_graph_forces_solve(&s->p, workspace);
    free(workspace);
    free(plan);
    return found;
}

// Three points under each block, where two would do.
static void stacked_blocks_share_their_weight_least(void) {
    static const double s_x[3] = {-0.5, 0.0, 0.5};
    enum { BLOCKS = 8 };
    Scene s = {0};
    for (size_t k = 0; k < BLOCKS; k++) {
        for (size_t c = 0; c < 3; c++) {
            set_row(&s, 3 * k + c, k, k == 0 ? AB_GRAPH_FIXED : k - 1, s_x[c],
                    k == 0 ? -9.81 : 0.0);
        }
    }
    CHECK(solve(&s, 3 * BLOCKS, BLOCKS));
    CHECK(s.p.factorisations == 1);
    for (size_t k = 0; k < BLOCKS; k++) {
        double sum = 0.0, weight = 9.81 * (double)(BLOCKS - k);
        for (size_t c = 0; c < 3; c++) {
            sum += s.f[3 * k + c];
            CHECK(fabs(s.w[3 * k + c]) <= 1e-12 * weight);
        }
        CHECK_NEAR(sum, weight, 1e-11, weight);
        CHECK_NEAR(s.f[3 * k], s.f[3 * k + 2], 1e-9, weight);
    }
}

// At (+-1/2, -1/2) from its middle, dragged at both points by mu times the force, to the left. The
// couple of the drag, mu m g / 2, moves force from one point to the other.
static void a_sliding_block_leans_on_its_front(void) {
    const double mu = 0.3;
    Scene s = {0};
    set_row(&s, 0, 0, AB_GRAPH_FIXED, -0.5, -9.81);
    set_row(&s, 1, 0, AB_GRAPH_FIXED, 0.5, -9.81);
    for (size_t k = 0; k < 2; k++) {
        s.pulls[k].Y[1][0] = -mu;             // by the mass
        s.pulls[k].Y[1][5] = 6.0 * -0.5 * mu; // (-mu, 0) at y = -1/2 turns by y mu
    }
    s.p.pull = s.pulls;
    CHECK(solve(&s, 2, 1));
    CHECK_NEAR(s.f[0] + s.f[1], 9.81, 1e-12, 9.81);
    CHECK_NEAR(s.f[1] - s.f[0], mu * 9.81, 1e-12, 9.81);
}

// The same along x, half a block below the middle of the body and above that of the other.
static void set_joint(Scene *s, size_t row, size_t body, size_t below, double b) {
    set_row(s, row, body, below, 0.0, b);
    for (int side = 0; side < 2; side++) {
        double *J = s->rows[row].J[side], *Y = s->rows[row].Y[side];
        J[0] = Y[0] = side == 0 ? -1.0 : 1.0;
        J[1] = Y[1] = 0.0;
        J[5] = 0.5, Y[5] = 3.0;
    }
    s->kind[row] = AB_ROW_BILATERAL;
}

// In a wind a to the right its foot carries the couple a n^2/2. The least eigenvalue falls with the
// fourth power of the height, here below the regularisation.
static void a_tower_that_bends_is_solved_to_rounding(void) {
    enum { BLOCKS = 60 };
    const double wind = 0.01 * 9.81;
    Scene s = {0};
    for (size_t k = 0; k < BLOCKS; k++) {
        size_t below = k == 0 ? AB_GRAPH_FIXED : k - 1;
        set_row(&s, 3 * k, k, below, -0.5, k == 0 ? -9.81 : 0.0);
        set_row(&s, 3 * k + 1, k, below, 0.5, k == 0 ? -9.81 : 0.0);
        set_joint(&s, 3 * k + 2, k, below, k == 0 ? wind : 0.0);
    }
    CHECK(solve(&s, 3 * BLOCKS, BLOCKS));
    for (size_t k = 0; k < BLOCKS; k++) {
        double above = (double)(BLOCKS - k), couple = 0.5 * wind * above * above;
        CHECK_NEAR(s.f[3 * k] + s.f[3 * k + 1], 9.81 * above, 1e-12, 9.81 * BLOCKS);
        CHECK_NEAR(s.f[3 * k + 1] - s.f[3 * k], 2.0 * couple, 1e-9, 9.81 * BLOCKS);
        CHECK_NEAR(s.f[3 * k + 2], -wind * above, 1e-11, 9.81 * BLOCKS);
        for (size_t i = 3 * k; i < 3 * k + 3; i++) {
            CHECK(fabs(s.w[i]) <= 1e-14 * 9.81 * above); // the top has its own rounding
        }
    }
}

static void a_wrong_guess_is_put_right(void) {
    Scene s = {0};
    set_row(&s, 0, 0, AB_GRAPH_FIXED, -0.5, -1.0);
    set_row(&s, 1, 0, AB_GRAPH_FIXED, 0.5, 8.0); // turned up there
    CHECK(solve(&s, 2, 1));
    CHECK(s.side[0] == AB_SIDE_FREE && s.side[1] == AB_SIDE_LOW);
    CHECK(s.f[1] == 0.0 && s.w[1] > 0.0);
    CHECK_NEAR(s.f[0], 1.0 / (1.0 + 6.0 * 0.25), 1e-12, 1.0);
}

// A pull that presses a point down as much as the point presses back: there is no factor.
static void no_solution_is_told(void) {
    Scene s = {0};
    set_row(&s, 0, 0, AB_GRAPH_FIXED, -0.5, -1.0);
    s.pulls[0].Y[1][1] = -4.0;
    s.p.pull = s.pulls;
    CHECK(!solve(&s, 1, 1));
}

// Three points of a face, of which two say all, and slip that turns the body by `turn` for a force
// of one in each. Of the first two points alone the determinant is that of their levers, 0.5, times
// -0.8 + 0.7 < 0; of all it is the sum over the pairs, 0.5 (-0.1) + 0.5 (3.0) + 1.0 (2.9) > 0.
static void points_that_slip_are_solved_in_any_order(void) {
    static const double x[3] = {-0.5, 0.0, 0.5}, turn[3] = {-0.7, -0.8, 2.2};
    static const size_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    double alike[3] = {0};
    for (int o = 0; o < 6; o++) {
        Scene s = {0};
        double sum = 0.0, couple = 0.0;
        for (size_t k = 0; k < 3; k++) {
            size_t i = orders[o][k];
            set_row(&s, k, 0, AB_GRAPH_FIXED, x[i], -9.81);
            s.pulls[k].Y[1][5] = turn[i] - 6.0 * x[i];
        }
        s.p.pull = s.pulls;
        CHECK(solve(&s, 3, 1));
        for (size_t k = 0; k < 3; k++) {
            size_t i = orders[o][k];
            CHECK(s.f[k] > 0.0 && fabs(s.w[k]) <= 1e-12 * 9.81);
            sum += s.f[k];
            couple += turn[i] * s.f[k];
            alike[i] = o == 0 ? s.f[k] : alike[i];
            CHECK_NEAR(s.f[k], alike[i], 1e-9, 9.81); // rounding by the regularisation
        }
        CHECK_NEAR(sum, 9.81, 1e-12, 9.81);
        CHECK_NEAR(couple, 0.0, 1e-12, 9.81);
    }
}

static void a_ridge_makes_two_equal_rows_alike(void) {
    Scene s = {0};
    set_row(&s, 0, 0, AB_GRAPH_FIXED, 0.0, -1.0);
    set_row(&s, 1, 0, AB_GRAPH_FIXED, 0.0, -1.0);
    s.p.regularisation = 1e-3;
    CHECK(solve(&s, 2, 1));
    CHECK_NEAR(s.f[0], 0.5, 1e-12, 1.0); // and what it takes is given back
    CHECK_NEAR(s.f[1], s.f[0], 1e-12, 1.0);
}

// Held from both sides, by rows that ask for two accelerations at once: forces without bound do
// nothing about it. The sides begin as if both pressed.
static void rows_that_contradict_each_other_have_no_forces_without_bound(void) {
    for (int both = 0; both < 2; both++) {
        Scene s = {0};
        set_row(&s, 0, 0, AB_GRAPH_FIXED, -0.5, 6.6);
        set_row(&s, 1, 0, AB_GRAPH_FIXED, 0.5, 6.6);
        for (size_t k = 2; k < 4; k++) { // the same two from the other side
            set_row(&s, k, 0, AB_GRAPH_FIXED, k == 2 ? -0.5 : 0.5, -0.2);
            for (int v = 0; v < AB_GRAPH_SPEEDS; v++) {
                s.rows[k].J[0][v] = -s.rows[k].J[0][v], s.rows[k].Y[0][v] = -s.rows[k].Y[0][v];
                s.rows[k].J[1][v] = -s.rows[k].J[1][v], s.rows[k].Y[1][v] = -s.rows[k].Y[1][v];
            }
        }
        s.p.regularisation = both == 0 ? 0.0 : 1e-6;
        bool found = solve(&s, 4, 1);
        for (int i = 0; i < 4 && found; i++) {
            CHECK(fabs(s.f[i]) < 10.0 && s.w[i] >= -1e-9);
        }
    }
}

AB_TESTS(AB_TEST(stacked_blocks_share_their_weight_least),
         AB_TEST(a_sliding_block_leans_on_its_front),
         AB_TEST(a_tower_that_bends_is_solved_to_rounding), AB_TEST(a_wrong_guess_is_put_right),
         AB_TEST(no_solution_is_told), AB_TEST(points_that_slip_are_solved_in_any_order),
         AB_TEST(a_ridge_makes_two_equal_rows_alike),
         AB_TEST(rows_that_contradict_each_other_have_no_forces_without_bound))
