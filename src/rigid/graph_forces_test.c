// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// graph_forces_test.c - blocks in a plane: stacked, sliding, pulled off the ground.

#include "rigid/graph_forces.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { MOST = 200 };

typedef struct Scene {
    abContactGraph graph;
    abGraphForces p;
    abGraphRow rows[MOST];
    abGraphPull pulls[MOST];
    double b[MOST], f[MOST], w[MOST];
    unsigned char kind[MOST], side[MOST];
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
    void *plan = malloc(ab_contact_graph_plan_room(n, bodies));
    ab_contact_graph_plan(&s->graph, plan);
    s->p.graph = &s->graph, s->p.b = s->b, s->p.kind = s->kind, s->p.side = s->side;
    s->p.f = s->f, s->p.w = s->w;
    void *room = malloc(ab_graph_forces_room(&s->graph));
    bool found = ab_graph_forces_solve(&s->p, room);
    free(room);
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
// fourth power of the height, here below the ridge.
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

static void a_ridge_makes_two_equal_rows_alike(void) {
    Scene s = {0};
    set_row(&s, 0, 0, AB_GRAPH_FIXED, 0.0, -1.0);
    set_row(&s, 1, 0, AB_GRAPH_FIXED, 0.0, -1.0);
    s.p.ridge = 1e-3;
    CHECK(solve(&s, 2, 1));
    CHECK_NEAR(s.f[0], 1.0 / 2.001, 1e-12, 1.0);
    CHECK_NEAR(s.f[1], s.f[0], 1e-12, 1.0);
}

AB_TESTS(AB_TEST(stacked_blocks_share_their_weight_least),
         AB_TEST(a_sliding_block_leans_on_its_front),
         AB_TEST(a_tower_that_bends_is_solved_to_rounding), AB_TEST(a_wrong_guess_is_put_right),
         AB_TEST(no_solution_is_told), AB_TEST(a_ridge_makes_two_equal_rows_alike))
