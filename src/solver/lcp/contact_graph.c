// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_graph.c - the matrix of a contact graph within its envelope, for bounded_forces.c.
//
// Rows that are not free stay in the factor as rows of the unit matrix, so that the envelope need
// not change. Products go by way of the bodies:  A x = J (M^-1 J' x).
//
// Cost    sum over rows of the square of their width for each set of free rows.

#include "solver/lcp/contact_graph.h"

#include <math.h>
#include <string.h>

#include "math/linear/envelope.h"
#include "solver/lcp/complementarity_rows.h"
#include "solver/lcp/graph_rows.h"

typedef struct Graph {
    const abContactGraph *plan;
    abRowsWork rows;
    size_t from, m; // the subset in hand: rows order[from] to order[from + m - 1]
    double *A;      // within the envelope, scaled
    abEnvelope factor;
    double *speeds; // 6 by body
    double *diagonal;
    unsigned char *free; // n: in the factor
    bool fresh;          // nothing is factored
    double regularisation;
    const double *added; // on the diagonal instead of the regularisation; NULL: none
    size_t factorisations;
} Graph;

enum { GUESS_PASSES = 4 };

size_t ab_contact_graph_solve_workspace(const abContactGraph *g) {
    size_t entries = g->start[g->n];
    return ab_rows_workspace(g->n) +
           (3 * entries + AB_GRAPH_SPEEDS * g->bodies + g->n) * sizeof(double) + g->n;
}

static void lay_out(Graph *g, const abContactGraph *plan, abComplementarity *problem,
                    void *workspace) {
    size_t entries = plan->start[plan->n];
    *g = (Graph){.plan = plan};
    g->A = ab_rows_lay_out(&g->rows, problem, workspace);
    g->speeds = g->A + 3 * entries;
    g->diagonal = g->speeds + AB_GRAPH_SPEEDS * plan->bodies;
    g->free = (unsigned char *)(g->diagonal + plan->n);
    g->factor = (abEnvelope){.first = plan->first,
                             .start = plan->start,
                             .in = g->free,
                             .is_symmetric = true,
                             .L = g->A + entries,
                             .U = g->A + 2 * entries};
}

// ---- entries ----

static void assemble(Graph *g) {
    const abContactGraph *plan = g->plan;
    for (size_t k = 0; k < plan->n; k++) {
        double *row = g->A + plan->start[k], scale = g->rows.scale[plan->order[k]];
        for (size_t l = plan->first[k]; l <= k; l++) {
            const abGraphRow *other = ab_graph_row(plan, l);
            row[l - plan->first[k]] = ab_graph_entry(ab_graph_row(plan, k), other, other->Y[0]) *
                                      (scale * g->rows.scale[plan->order[l]]);
        }
    }
}

static bool is_finite(const abContactGraph *plan) {
    double sum = 0.0;
    for (size_t i = 0; i < plan->n; i++) {
        const abGraphRow *row = &plan->rows[i];
        for (int s = 0; s < 2; s++) {
            for (int k = 0; k < AB_GRAPH_SPEEDS && row->body[s] != AB_GRAPH_FIXED; k++) {
                sum += 0.0 * (row->J[s][k] + row->Y[s][k]);
            }
        }
    }
    return sum == 0.0;
}

// ---- by way of the bodies ----

static void push(Graph *g, size_t k, double x) {
    const abGraphRow *row = ab_graph_row(g->plan, k);
    ab_graph_push(row, row->Y[0], x * g->rows.scale[g->plan->order[k]], g->speeds);
}

static double apply_row(const Graph *g, size_t k) {
    return ab_graph_feel(ab_graph_row(g->plan, k), g->speeds) * g->rows.scale[g->plan->order[k]];
}

static void stop_bodies(Graph *g) {
    ab_graph_stop(g->plan, g->from, g->from + g->m, g->speeds);
}

// ---- the matrix for bounded_forces.c ----

static void set_regularisation(void *self, double regularisation) {
    Graph *g = self;
    g->regularisation = regularisation;
    g->fresh = true;
}

static void factor_row(Graph *g, size_t k) {
    const abContactGraph *plan = g->plan;
    size_t width = k - plan->first[k];
    double *U = g->factor.U + plan->start[k];
    memcpy(U, g->A + plan->start[k], (width + 1) * sizeof *U);
    U[width] += g->added != NULL ? g->added[k - g->from] : g->regularisation * U[width];
    ab_envelope_factor(&g->factor, k);
    U[width] = fmax(U[width], 0.1 * g->regularisation);
}

static void factor(Graph *g) {
    for (size_t k = g->from; k < g->from + g->m; k++) {
        factor_row(g, k);
    }
    g->factorisations++;
}

static void choose(void *self, const unsigned char *side) {
    Graph *g = self;
    bool same = !g->fresh;
    for (size_t k = 0; k < g->m; k++) {
        unsigned char is_free = side[k] == AB_SIDE_FREE;
        same = same && g->free[g->from + k] == is_free;
        g->free[g->from + k] = is_free;
    }
    if (!same) {
        factor(g);
        g->fresh = false;
    }
}

static void factor_all(void *self, const double *added) {
    Graph *g = self;
    memset(g->free + g->from, 1, g->m);
    g->added = added;
    factor(g);
    g->added = NULL;
    g->fresh = true;
}

// Entries that are not free are zero in x, and stay.
static void solve(void *self, double *x) {
    const Graph *g = self;
    ab_envelope_solve(&g->factor, g->from, g->from + g->m, x);
}

static void add_product(void *self, const double *x, double *restrict y) {
    Graph *g = self;
    stop_bodies(g);
    for (size_t k = 0; k < g->m; k++) {
        if (x[k] != 0.0) {
            push(g, g->from + k, x[k]);
        }
    }
    for (size_t k = 0; k < g->m; k++) {
        y[k] += apply_row(g, g->from + k);
    }
}

// ---- one subset, and the whole ----

// Relaxes row after row, forth and back: the order goes from one end of the subset to the other.
static void guess_sides(Graph *g) {
    abRowsWork *rows = &g->rows;
    abBoundedForces *q = &rows->forces;
    memset(q->x, 0, g->m * sizeof *q->x);
    stop_bodies(g);
    for (size_t pass = 0; pass < GUESS_PASSES * g->m; pass++) {
        size_t at = pass % g->m, k = pass / g->m % 2 == 0 ? at : g->m - 1 - at;
        double w = q->b[k] + apply_row(g, g->from + k), x = q->x[k] - w / rows->diagonal[k];
        x = x < rows->lo[k] ? rows->lo[k] : x > rows->hi[k] ? rows->hi[k] : x;
        if (x != q->x[k]) {
            push(g, g->from + k, x - q->x[k]);
            q->x[k] = x;
        }
    }
    for (size_t k = 0; k < g->m; k++) {
        q->w[k] = q->b[k] + apply_row(g, g->from + k);
    }
    ab_rows_guess_sides(rows, g->m);
}

static void solve_subset(Graph *g, size_t from, size_t end) {
    const abContactGraph *plan = g->plan;
    g->from = from;
    g->m = end - from;
    for (size_t k = from; k < end; k++) {
        ab_rows_load(&g->rows, k - from, plan->order[k], g->A[plan->start[k + 1] - 1]);
    }
    if (!g->rows.problem->warm) {
        guess_sides(g);
    }
    const abForceMatrix matrix = {.self = g,
                                  .set_regularisation = set_regularisation,
                                  .choose = choose,
                                  .solve = solve,
                                  .factor_all = factor_all,
                                  .add_product = add_product};
    ab_rows_solve(&g->rows, plan->order + from, end - from, &matrix);
}

static void compute_accelerations(Graph *g) {
    abComplementarity *p = g->rows.problem;
    memset(g->speeds, 0, AB_GRAPH_SPEEDS * g->plan->bodies * sizeof(double));
    for (size_t k = 0; k < p->n; k++) {
        size_t i = g->plan->order[k];
        if (g->rows.scale[i] > 0.0) {
            push(g, k, p->f[i] / g->rows.scale[i]);
        }
    }
    for (size_t k = 0; k < p->n; k++) {
        size_t i = g->plan->order[k];
        double scale = g->rows.scale[i];
        p->w[i] = p->b[i] + (scale > 0.0 ? apply_row(g, k) / scale : 0.0);
    }
}

abComplementarityStatus ab_contact_graph_solve(const abContactGraph *plan, abComplementarity *p,
                                               void *workspace) {
    Graph g;
    lay_out(&g, plan, p, workspace);
    if (!is_finite(plan) || !ab_rows_are_finite(p)) {
        memset(p->f, 0, p->n * sizeof *p->f);
        return AB_COMPLEMENTARITY_NOT_FINITE;
    }
    for (size_t i = 0; i < p->n; i++) {
        g.diagonal[i] = ab_graph_diagonal(&plan->rows[i]);
    }
    ab_rows_scale(&g.rows, g.diagonal, 1);
    ab_rows_solve_dead(&g.rows);
    assemble(&g);
    for (size_t k = 0; k < plan->subsets; k++) {
        solve_subset(&g, plan->subset[k], plan->subset[k + 1]);
    }
    p->factorisations = g.factorisations;
    compute_accelerations(&g);
    return ab_rows_judge(&g.rows);
}
