// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_graph_test.c - stacks, and heaps of random bodies beside the dense solver.

#include "solver/lcp/contact_graph.h"
#include "solver/lcp/contact_graph_plan.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/random_fixture.h"

typedef struct Heap {
    abContactGraph graph;
    abComplementarity p;
    abGraphRow *rows;
    double *b, *lo, *hi, *f, *w, *lack;
    unsigned char *kind, *side;
    void *plan, *workspace;
} Heap;

static Heap *new_heap(size_t n, size_t bodies) {
    Heap *h = calloc(1, sizeof *h);
    double **vectors[] = {&h->b, &h->lo, &h->hi, &h->f, &h->w, &h->lack};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
        *vectors[k] = calloc(n, sizeof(double));
    }
    h->rows = calloc(n, sizeof *h->rows);
    h->kind = calloc(n, 1);
    h->side = calloc(n, 1);
    h->graph = (abContactGraph){.n = n, .bodies = bodies, .rows = h->rows};
    h->p = (abComplementarity){.n = n,
                               .b = h->b,
                               .kind = h->kind,
                               .lo = h->lo,
                               .hi = h->hi,
                               .f = h->f,
                               .w = h->w,
                               .lack = h->lack,
                               .side = h->side};
    return h;
}

static void done(Heap *h) {
    void *parts[] = {h->b,    h->lo,   h->hi,   h->f,    h->w,        h->lack,
                     h->rows, h->kind, h->side, h->plan, h->workspace};
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        free(parts[k]);
    }
    free(h);
}

static abComplementarityStatus solve(Heap *h) {
    h->plan = malloc(ab_contact_graph_plan_workspace(h->graph.n, h->graph.bodies));
    ab_contact_graph_plan(&h->graph, h->plan);
    h->workspace = malloc(ab_contact_graph_solve_workspace(&h->graph));
    return ab_contact_graph_solve(&h->graph, &h->p, h->workspace);
}

// ---- stacks ----

static void set_side(abGraphRow *row, int side, size_t body, double sign, double x, double y) {
    // along z at (x, y): unit mass, 1 / inertia = 6
    const double J[AB_GRAPH_SPEEDS] = {0.0, 0.0, sign, sign * y, -sign * x, 0.0};
    row->body[side] = body;
    for (int d = 0; d < AB_GRAPH_SPEEDS; d++) {
        row->J[side][d] = J[d];
        row->Y[side][d] = d < 3 ? J[d] : 6.0 * J[d];
    }
}

// Unit cubes on each other with four corners; `number` gives the body at a height.
static Heap *new_stack(size_t boxes, const size_t *number) {
    static const double s_x[4] = {-0.5, 0.5, 0.5, -0.5}, s_y[4] = {-0.5, -0.5, 0.5, 0.5};
    Heap *h = new_heap(4 * boxes, boxes);
    for (size_t k = 0; k < boxes; k++) {
        for (size_t c = 0; c < 4; c++) {
            abGraphRow *row = &h->rows[4 * number[k] + c];
            set_side(row, 0, number[k], 1.0, s_x[c], s_y[c]);
            set_side(row, 1, k > 0 ? number[k - 1] : AB_GRAPH_FIXED, -1.0, s_x[c], s_y[c]);
            h->b[4 * number[k] + c] = k == 0 ? -9.81 : 0.0;
        }
    }
    return h;
}

static void corners_of_a_stack_share_what_is_above(void) {
    enum { BOXES = 160 };
    size_t number[2][BOXES];
    for (size_t k = 0; k < BOXES; k++) {
        number[0][k] = k;
        number[1][k] = k * 37 % BOXES; // as it comes
    }
    for (int order = 0; order < 2; order++) {
        Heap *h = new_stack(BOXES, number[order]);
        CHECK(solve(h) == AB_COMPLEMENTARITY_SOLVED);
        CHECK(h->p.residual <= 1e-9);
        for (size_t k = 0; k < BOXES; k++) {
            for (size_t c = 0; c < 4; c++) {
                double above = (double)(BOXES - k) * 9.81 / 4.0;
                CHECK_NEAR(h->f[4 * number[order][k] + c], above, 1e-7, above);
            }
        }
        CHECK(h->graph.start[h->graph.n] < 8 * h->graph.n);
        done(h);
    }
}

// A pyramid of cubes side by side, in its plane: 4 boxes of 5 are over-determined many times. Its
// corners are asked for accelerations at random, which resists pivoting: with signs alone it took
// thousands of turns.
static Heap *new_pyramid(size_t base) {
    Heap *h = new_heap(2 * base * (base + 1), base * (base + 1) / 2);
    uint64_t state = base;
    size_t n = 0, box = 0, below = 0;
    for (size_t row = 0; row < base; row++) {
        for (size_t k = 0; k < base - row; k++, box++) {
            for (size_t c = 0; c < (row == 0 ? 2u : 4u); c++) {
                // a box stands 0.55 aside of those it stands on, and overlaps by 0.45
                static const double s_at[4] = {-0.5, -0.05, 0.05, 0.5};
                double x = row == 0 ? (double)c - 0.5 : s_at[c], aside = c < 2 ? 0.55 : -0.55;
                set_side(&h->rows[n], 0, box, 1.0, x, 0.0);
                set_side(&h->rows[n], 1, AB_GRAPH_FIXED, -1.0, 0.0, 0.0);
                if (row > 0) {
                    set_side(&h->rows[n], 1, below + k + c / 2, -1.0, x + aside, 0.0);
                }
                h->b[n++] = next_random(&state) - (row == 0 ? 9.81 : 0.0);
            }
        }
        below = box - (base - row);
    }
    h->graph.n = h->p.n = n;
    return h;
}

static void hard_problems_end_soon(void) {
    Heap *h = new_pyramid(20);
    CHECK(solve(h) == AB_COMPLEMENTARITY_SOLVED);
    CHECK(h->p.residual <= 1e-10);
    CHECK(h->p.sweeps <= 150);
    for (size_t i = 0; i < h->p.n; i++) {
        CHECK(h->f[i] >= 0.0 && h->w[i] >= -1e-9 && (h->f[i] == 0.0 || h->w[i] <= 1e-9));
    }
    done(h);
}

// ---- random heaps ----

// Rows between random bodies, a few fixed; rows in pairs say nearly the same as others of their
// pair of bodies. Joints and bounded rows among them. b from speeds that fit: feasible.
static Heap *new_random(uint64_t seed) {
    size_t bodies = 1 + seed % 12, n = 1 + seed % 40;
    uint64_t state = seed;
    Heap *h = new_heap(n, bodies);
    double *mass = calloc(bodies, sizeof *mass), *a = calloc(AB_GRAPH_SPEEDS * bodies, sizeof *a);
    for (size_t k = 0; k < bodies; k++) {
        mass[k] = exp2(floor(6.0 * next_random(&state)));
        for (int d = 0; d < AB_GRAPH_SPEEDS; d++) {
            a[AB_GRAPH_SPEEDS * k + d] = next_random(&state);
        }
    }
    for (size_t i = 0; i < n; i++) {
        for (int s = 0; s < 2; s++) {
            double draw = 0.5 * (next_random(&state) + 1.0) * (double)(bodies + 2);
            size_t body = (size_t)draw < bodies ? (size_t)draw : AB_GRAPH_FIXED;
            body = s == 1 && body == h->rows[i].body[0] ? AB_GRAPH_FIXED : body;
            h->rows[i].body[s] = i % 3 == 2 ? h->rows[i - 1].body[s] : body;
            body = h->rows[i].body[s];
            for (int d = 0; d < AB_GRAPH_SPEEDS && body != AB_GRAPH_FIXED; d++) {
                double value = i % 6 == 5 ? h->rows[i - 1].J[s][d] : next_random(&state);
                h->rows[i].J[s][d] = value;
                h->rows[i].Y[s][d] = value / mass[body];
                h->b[i] += value * a[AB_GRAPH_SPEEDS * body + d];
            }
        }
        h->kind[i] = (unsigned char)(i % 7 == 3   ? AB_ROW_BILATERAL
                                     : i % 7 == 4 ? AB_ROW_BOUNDED
                                                  : AB_ROW_UNILATERAL);
        h->lo[i] = -0.2;
        h->hi[i] = 0.1;
    }
    free(mass);
    free(a);
    return h;
}

static double entry(const abGraphRow *a, const abGraphRow *b) {
    double sum = 0.0;
    for (int s = 0; s < 4; s++) {
        const size_t body = a->body[s / 2];
        for (int d = 0; d < AB_GRAPH_SPEEDS && body == b->body[s % 2] && body != AB_GRAPH_FIXED;
             d++) {
            sum += a->J[s / 2][d] * b->Y[s % 2][d];
        }
    }
    return sum;
}

static void heaps_get_the_forces_of_the_dense_solver(void) {
    for (uint64_t seed = 1; seed <= 300; seed++) {
        Heap *h = new_random(seed);
        size_t n = h->p.n;
        double *A = calloc(n * n, sizeof *A), *f = calloc(n, sizeof *f), *w = calloc(n, sizeof *w);
        unsigned char *side = calloc(n, 1);
        for (size_t i = 0; i < n; i++) {
            for (size_t k = 0; k < n; k++) {
                A[i * n + k] = entry(&h->rows[i], &h->rows[k]);
            }
        }
        abComplementarity dense = h->p;
        void *workspace = malloc(ab_complementarity_workspace(n));
        dense.A = A;
        dense.f = f;
        dense.w = w;
        dense.side = side;
        dense.lack = NULL;
        abComplementarityStatus status = ab_complementarity_solve(&dense, workspace);
        CHECK(solve(h) == status);
        CHECK(h->p.residual <= 1e-11);
        double maximum = 0.0;
        for (size_t i = 0; i < n; i++) {
            maximum = fmax(maximum, fabs(f[i]) * sqrt(A[i * (n + 1)]));
        }
        double allowed = h->p.regularisation < 1e-6 || dense.regularisation < 1e-6 ? 1e-3 : 1e-7;
        for (size_t i = 0; i < n; i++) {
            double scale = sqrt(A[i * (n + 1)]);
            CHECK_NEAR(h->f[i] * scale, f[i] * scale, allowed, maximum);
            CHECK_NEAR(h->w[i], w[i], 1e-9, 10.0);
        }
        free(A);
        free(f);
        free(w);
        free(side);
        free(workspace);
        done(h);
    }
}

// Bodies that do not touch, fixed ones, and a row whose force moves nothing.
static void rows_that_move_nothing_do_no_harm(void) {
    Heap *h = new_heap(4, 2);
    for (size_t i = 0; i < 4; i++) {
        set_side(&h->rows[i], 0, i < 2 ? i : AB_GRAPH_FIXED, 1.0, 0.0, 0.0);
        h->rows[i].body[1] = AB_GRAPH_FIXED;
        h->b[i] = -1.0;
    }
    h->rows[3].body[0] = 1; // body 1 once more, but along nothing
    memset(h->rows[3].J, 0, sizeof h->rows[3].J);
    memset(h->rows[3].Y, 0, sizeof h->rows[3].Y);
    h->b[3] = 2.0;
    CHECK(solve(h) == AB_COMPLEMENTARITY_INFEASIBLE); // row 2 closes between fixed bodies
    CHECK(h->p.worst == 2 && h->lack[2] == 1.0);
    CHECK(h->f[0] == 1.0 && h->f[1] == 1.0 && h->f[2] == 0.0 && h->f[3] == 0.0);
    CHECK(h->w[3] == 2.0);
    done(h);
}

AB_TESTS(AB_TEST(corners_of_a_stack_share_what_is_above), AB_TEST(hard_problems_end_soon),
         AB_TEST(heaps_get_the_forces_of_the_dense_solver),
         AB_TEST(rows_that_move_nothing_do_no_harm))
