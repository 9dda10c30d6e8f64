// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_graph.c - the matrix of a contact graph within its envelope, for bounded_forces.c.
//
// Rows that are not free stay in the factor as rows of the unit matrix, so that the envelope need
// not change. Products go by way of the bodies:  A x = J (M^-1 J' x).
//
// Cost    sum over rows of the square of their width for each set of free rows.

#include "rigid/contact_graph.h"

#include <math.h>
#include <string.h>

#include "rigid/complementarity_rows.h"
#include "rigid/row_sums.h"

typedef struct Graph {
    const abContactGraph *plan;
    abRowsWork rows;
    size_t from, m; // the subset in hand: rows order[from] to order[from + m - 1]
    double *A;      // within the envelope, scaled
    double *L;      // its factor
    double *speeds; // 6 by body
    double *diagonal;
    unsigned char *free; // n: in the factor
    bool fresh;          // nothing is factored
    double ridge;
    const double *added; // on the diagonal instead of the ridge; NULL: none
    size_t factorisations;
} Graph;

enum { GUESS_PASSES = 4 };

size_t ab_contact_graph_solve_room(const abContactGraph *g) {
    size_t entries = g->start[g->n];
    return ab_rows_room(g->n) +
           (2 * entries + AB_GRAPH_SPEEDS * g->bodies + g->n) * sizeof(double) + g->n;
}

static void lay_out(Graph *g, const abContactGraph *plan, abComplementarity *problem, void *room) {
    size_t entries = plan->start[plan->n];
    *g = (Graph){.plan = plan};
    g->A = ab_rows_lay_out(&g->rows, problem, room);
    g->L = g->A + entries;
    g->speeds = g->L + entries;
    g->diagonal = g->speeds + AB_GRAPH_SPEEDS * plan->bodies;
    g->free = (unsigned char *)(g->diagonal + plan->n);
}

// ---- entries ----

double ab_graph_entry(const abGraphRow *a, const abGraphRow *b) {
    double sum = 0.0;
    for (int s = 0; s < 2; s++) {
        for (int t = 0; t < 2; t++) {
            if (a->body[s] == b->body[t] && a->body[s] != AB_GRAPH_FIXED) {
                sum += ab_graph_dot(a->J[s], b->Y[t]);
            }
        }
    }
    return sum;
}

static const abGraphRow *row_at(const Graph *g, size_t k) {
    return &g->plan->rows[g->plan->order[k]];
}

static void assemble(Graph *g) {
    const abContactGraph *plan = g->plan;
    for (size_t k = 0; k < plan->n; k++) {
        double *row = g->A + plan->start[k], scale = g->rows.scale[plan->order[k]];
        for (size_t l = plan->first[k]; l <= k; l++) {
            row[l - plan->first[k]] = ab_graph_entry(row_at(g, k), row_at(g, l)) *
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
    const abGraphRow *row = row_at(g, k);
    x *= g->rows.scale[g->plan->order[k]];
    for (int s = 0; s < 2; s++) {
        if (row->body[s] != AB_GRAPH_FIXED) {
            double *u = g->speeds + AB_GRAPH_SPEEDS * row->body[s];
            for (int d = 0; d < AB_GRAPH_SPEEDS; d++) {
                u[d] += x * row->Y[s][d];
            }
        }
    }
}

static double feel(const Graph *g, size_t k) {
    const abGraphRow *row = row_at(g, k);
    double w = 0.0;
    for (int s = 0; s < 2; s++) {
        if (row->body[s] != AB_GRAPH_FIXED) {
            w += ab_graph_dot(row->J[s], g->speeds + AB_GRAPH_SPEEDS * row->body[s]);
        }
    }
    return w * g->rows.scale[g->plan->order[k]];
}

static void stop_bodies(Graph *g) {
    for (size_t k = g->from; k < g->from + g->m; k++) {
        for (int s = 0; s < 2; s++) {
            size_t body = row_at(g, k)->body[s];
            if (body != AB_GRAPH_FIXED) {
                memset(g->speeds + AB_GRAPH_SPEEDS * body, 0, AB_GRAPH_SPEEDS * sizeof(double));
            }
        }
    }
}

// ---- the matrix for bounded_forces.c ----

static void set_ridge(void *self, double ridge) {
    Graph *g = self;
    g->ridge = ridge;
    g->fresh = true;
}

// Row k of the factor, by sums along rows.
static void factor_row(Graph *g, size_t k) {
    const abContactGraph *plan = g->plan;
    size_t first = plan->first[k];
    double *row = g->L + plan->start[k] - first; // row[l] is entry l
    const double *from = g->A + plan->start[k] - first;
    if (!g->free[k]) {
        memset(row + first, 0, (k - first) * sizeof *row);
        row[k] = 1.0;
        return;
    }
    for (size_t l = first; l < k; l++) {
        if (!g->free[l]) {
            row[l] = 0.0;
            continue;
        }
        size_t start = plan->first[l] > first ? plan->first[l] : first;
        const double *other = g->L + plan->start[l] - plan->first[l];
        row[l] = (from[l] - ab_row_dot(row + start, other + start, l - start)) / other[l];
    }
    double added = g->added != NULL ? g->added[k - g->from] : g->ridge * from[k];
    double pivot = from[k] + added - ab_row_dot(row + first, row + first, k - first);
    row[k] = sqrt(fmax(pivot, 0.1 * g->ridge));
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
    Graph *g = self;
    const abContactGraph *plan = g->plan;
    for (size_t k = 0; k < g->m; k++) {
        size_t row = g->from + k, width = row - plan->first[row];
        const double *L = g->L + plan->start[row];
        x[k] = (x[k] - ab_row_dot(L, x + k - width, width)) / L[width];
    }
    for (size_t k = g->m; k-- > 0;) {
        size_t row = g->from + k, width = row - plan->first[row];
        const double *L = g->L + plan->start[row];
        x[k] /= L[width];
        ab_row_add(x + k - width, -x[k], L, width);
    }
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
        y[k] += feel(g, g->from + k);
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
        double w = q->b[k] + feel(g, g->from + k), x = q->x[k] - w / rows->diagonal[k];
        x = x < rows->lo[k] ? rows->lo[k] : x > rows->hi[k] ? rows->hi[k] : x;
        if (x != q->x[k]) {
            push(g, g->from + k, x - q->x[k]);
            q->x[k] = x;
        }
    }
    for (size_t k = 0; k < g->m; k++) {
        q->w[k] = q->b[k] + feel(g, g->from + k);
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
                                  .set_ridge = set_ridge,
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
        p->w[i] = p->b[i] + (scale > 0.0 ? feel(g, k) / scale : 0.0);
    }
}

abComplementarityStatus ab_contact_graph_solve(const abContactGraph *plan, abComplementarity *p,
                                               void *room) {
    Graph g;
    lay_out(&g, plan, p, room);
    if (!is_finite(plan) || !ab_rows_are_finite(p)) {
        memset(p->f, 0, p->n * sizeof *p->f);
        return AB_COMPLEMENTARITY_NOT_FINITE;
    }
    for (size_t i = 0; i < p->n; i++) {
        g.diagonal[i] = ab_graph_entry(&plan->rows[i], &plan->rows[i]);
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
