// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// graph_forces.c - the free rows as one system, factored within the envelope without exchanges.
//
// Where rows slip the matrix is not symmetric, and of points that say the same, as those of a rim on
// a plane, a part can have a determinant below zero though that of all of them has not. Elimination
// in this order then ends at a pivot that is none; a subset of some rows is factored with
// exchanges instead, and the solution is the same. Where the determinant of all is not above zero,
// slip pulls a contact into its body (Painleve), and there is no factor.
//
// With a regularisation on the diagonal the system can be factored whatever is redundant. Solutions for what
// is left of w, begun without forces, take the regularisation away again: each shrinks w by
// regularisation / (regularisation + eigenvalue), and what does nothing is never added, which makes the forces least.
// Rows with a wrong sign change their sides all at once; when that does not help, the one with the
// least number, until none is wrong.
//
// Cost    per set of sides the sum of the squared widths of the rows; then some products.
// Limits  Exchanges are for subsets of MOST_EXCHANGED rows at most.
// Source  the envelope: contact_graph_plan.c. Ridge: Rockafellar 1976. All at once: Kostreva 1978;
//         one at a time: K. G. Murty, Opsearch 11 (1974) 189.

#include "solver/lcp/graph_forces.h"

#include <math.h>
#include <string.h>

#include "math/linear/dense.h"
#include "math/linear/envelope.h"
#include "math/linear/row_sums.h"
#include "solver/lcp/graph_rows.h"
#include "solver/lcp/tolerances.def"

enum {
    SETTLE_ITERATIONS = 40,
    TURNS = 3,
    WAYS = 32,
    PATIENCE = 4,
    BLOCK_ITERATIONS = 10,
    SINGLE_ITERATIONS = 20,
    MOST_EXCHANGED = 200
};
enum { VECTORS = 4 + 2 * WAYS };

typedef struct Work {
    abGraphForces *p;
    const abContactGraph *plan;
    double regularisation;
    size_t from, end; // the subset in hand, in the order of the plan
    abEnvelope factor;
    double *square;      // factor with exchanges of the subset in hand, where it is
    size_t *exchanges;   // likewise
    bool is_square;      // the one in use
    unsigned char *in;   // by row in order: in the factor
    abGraphPull *column; // likewise: what a force of one does
    double *speeds;      // 6 by body
    double *pressing;    // by body: sum of the sizes of its forces, scaled
    double *scale;       // by row in order, and so on
    double *x, *w, *step;
    double *ways, *images; // WAYS of n: steps that were combined, and what they do to w
} Work;

// Rows of the largest subset that is factored with exchanges.
static size_t largest_square(const abContactGraph *g) {
    size_t largest = 0;
    for (size_t s = 0; s < g->subsets; s++) {
        size_t rows = g->subset[s + 1] - g->subset[s];
        largest = rows > largest && rows <= MOST_EXCHANGED ? rows : largest;
    }
    return largest;
}

size_t ab_graph_forces_workspace(const abContactGraph *g) {
    size_t square = largest_square(g);
    return (2 * g->start[g->n] + VECTORS * g->n + (AB_GRAPH_SPEEDS + 1) * g->bodies +
            square * square) *
               sizeof(double) +
           square * sizeof(size_t) + g->n * sizeof(abGraphPull) + g->n;
}

static Work lay_out(abGraphForces *p, void *workspace) {
    const abContactGraph *g = p->graph;
    size_t entries = g->start[g->n], n = g->n;
    Work work = {.p = p, .plan = g, .column = workspace};
    work.scale = (double *)(void *)(work.column + n);
    work.x = work.scale + n, work.w = work.x + n, work.step = work.w + n;
    work.ways = work.step + n, work.images = work.ways + WAYS * n;
    work.speeds = work.images + WAYS * n;
    work.pressing = work.speeds + AB_GRAPH_SPEEDS * g->bodies;
    double *factors = work.pressing + g->bodies;
    size_t square = largest_square(g);
    work.square = factors + 2 * entries;
    work.exchanges = (size_t *)(void *)(work.square + square * square);
    work.in = (unsigned char *)(work.exchanges + square);
    work.factor = (abEnvelope){.first = g->first,
                               .start = g->start,
                               .in = work.in,
                               .is_symmetric = p->pull == NULL,
                               .L = factors,
                               .U = factors + entries};
    return work;
}

// ---- entries ----

static unsigned char side_of(const Work *g, size_t k) {
    return g->p->side[g->plan->order[k]];
}

static bool is_free(const Work *g, size_t k) {
    return side_of(g, k) == AB_SIDE_FREE && g->scale[k] > 0.0;
}

// What a force of one in row l is along row k.
static double entry(const Work *g, size_t k, size_t l) {
    return ab_graph_entry(ab_graph_row(g->plan, k), ab_graph_row(g->plan, l), g->column[l].Y[0]) *
           g->scale[k];
}

// Scales and columns: diagonals of A become one.
static void load(Work *g) {
    for (size_t k = 0; k < g->plan->n; k++) {
        size_t i = g->plan->order[k];
        const abGraphRow *row = &g->plan->rows[i];
        double diagonal = ab_graph_diagonal(row);
        double scale = diagonal > 0.0 ? 1.0 / sqrt(diagonal) : 0.0;
        g->scale[k] = scale;
        for (int s = 0; s < 2; s++) {
            for (int v = 0; v < AB_GRAPH_SPEEDS; v++) {
                double pull = g->p->pull != NULL ? g->p->pull[i].Y[s][v] : 0.0;
                g->column[k].Y[s][v] = scale * (row->Y[s][v] + pull);
            }
        }
    }
}

// ---- the factor ----

static bool factor_row(Work *g, size_t k) {
    size_t first = g->plan->first[k];
    double *L = g->factor.L + g->plan->start[k] - first;
    double *U = g->factor.U + g->plan->start[k] - first;
    g->in[k] = is_free(g, k);
    for (size_t l = first; g->in[k] && l < k; l++) {
        L[l] = g->in[l] && !g->factor.is_symmetric ? entry(g, k, l) : 0.0;
        U[l] = g->in[l] ? entry(g, l, k) : 0.0;
    }
    U[k] = g->in[k] ? entry(g, k, k) + g->regularisation : 1.0;
    ab_envelope_factor(&g->factor, k);
    return !g->in[k] || U[k] >= s_no_pivot * g->regularisation; // false when not a number
}

static void fill_square(Work *g) {
    size_t m = g->end - g->from;
    for (size_t k = 0; k < m; k++) {
        bool is_in = is_free(g, g->from + k);
        for (size_t l = 0; l < m; l++) {
            bool is_pair = is_in && is_free(g, g->from + l);
            g->square[k * m + l] = is_pair ? entry(g, g->from + k, g->from + l) : 0.0;
        }
        g->square[k * m + k] = is_in ? g->square[k * m + k] + g->regularisation : 1.0;
    }
}

// With exchanges of rows; false where the determinant is not above zero.
static bool factor_square(Work *g) {
    size_t m = g->end - g->from;
    if (m > MOST_EXCHANGED) {
        return false;
    }
    fill_square(g);
    g->is_square = ab_lu_factor(m, g->square, g->exchanges);
    bool is_positive = true;
    for (size_t k = 0; k < m && g->is_square; k++) {
        double pivot = g->square[k * m + k];
        g->is_square = fabs(pivot) >= s_no_pivot * g->regularisation;
        is_positive = is_positive ^ (pivot < 0.0) ^ (g->exchanges[k] != k);
    }
    return g->is_square && is_positive;
}

static bool factor(Work *g, double regularisation) {
    bool ok = true;
    g->regularisation = regularisation;
    g->is_square = false;
    for (size_t k = g->from; k < g->end && ok; k++) {
        ok = factor_row(g, k);
    }
    g->p->factorisations++;
    return ok || (!g->factor.is_symmetric && factor_square(g));
}

// ---- products by way of the bodies ----

static void stop_bodies(Work *g) {
    ab_graph_stop(g->plan, g->from, g->end, g->speeds);
    for (size_t k = g->from; k < g->end; k++) {
        for (int s = 0; s < 2; s++) {
            size_t body = ab_graph_row(g->plan, k)->body[s];
            if (body != AB_GRAPH_FIXED) {
                g->pressing[body] = 0.0;
            }
        }
    }
}

static void push(Work *g, size_t k, double x) {
    const abGraphRow *row = ab_graph_row(g->plan, k);
    ab_graph_push(row, g->column[k].Y[0], x, g->speeds);
    for (int s = 0; s < 2; s++) {
        if (row->body[s] != AB_GRAPH_FIXED) {
            g->pressing[row->body[s]] += fabs(x);
        }
    }
}

// A x by way of the bodies, which note how hard they are pressed; scaled.
static void compute_product(Work *g, const double *x, double *y) {
    stop_bodies(g);
    for (size_t k = g->from; k < g->end; k++) {
        if (x[k] != 0.0) {
            push(g, k, x[k]);
        }
    }
    for (size_t k = g->from; k < g->end; k++) {
        y[k] = g->scale[k] * ab_graph_feel(ab_graph_row(g->plan, k), g->speeds);
    }
}

static void compute_w(Work *g) {
    compute_product(g, g->x, g->w);
    for (size_t k = g->from; k < g->end; k++) {
        g->w[k] += g->scale[k] * g->p->b[g->plan->order[k]];
    }
}

// ---- forces for given sides ----

typedef struct Sizes {
    double left;  // of w in free rows, in parts of what they feel
    double w;     // the largest of it
    double whole; // of forces and b
} Sizes;

// Sizes of all that makes up w of a row: the top of a tower feels little of what its foot carries,
// and what is rounding there would move it.
static double felt_by(const Work *g, size_t k) {
    const abGraphRow *row = ab_graph_row(g->plan, k);
    double sum = g->scale[k] * fabs(g->p->b[g->plan->order[k]]);
    for (int s = 0; s < 2; s++) {
        sum += row->body[s] != AB_GRAPH_FIXED ? g->pressing[row->body[s]] : 0.0;
    }
    return sum;
}

static Sizes look(const Work *g) {
    Sizes out = {0.0, 0.0, 0.0};
    for (size_t k = g->from; k < g->end; k++) {
        if (is_free(g, k) && g->w[k] != 0.0) {
            out.left = fmax(out.left, fabs(g->w[k]) / felt_by(g, k));
            out.w = fmax(out.w, fabs(g->w[k]));
        }
        out.whole = fmax(out.whole, fabs(g->x[k]));
        out.whole = fmax(out.whole, g->scale[k] * fabs(g->p->b[g->plan->order[k]]));
    }
    return out;
}

// The step that the factor gives for what is left of w.
static void find_step(Work *g, double *step) {
    for (size_t k = g->from; k < g->end; k++) {
        step[k] = is_free(g, k) ? -g->w[k] : 0.0;
    }
    if (g->is_square) {
        ab_lu_apply(g->end - g->from, g->square, g->exchanges, step + g->from);
    } else {
        ab_envelope_solve(&g->factor, g->from, g->end, step + g->from);
    }
}

static void go_along_step(Work *g, double share, Sizes *now) {
    ab_row_add(g->x + g->from, share, g->step + g->from, g->end - g->from);
    compute_w(g);
    *now = look(g);
}

// Round by round, as long as w shrinks fast: itself, and not only beside forces that grow without
// bound where rows contradict each other. Where rows give way, a round that does not shrink it asks
// for what cannot be, and is taken back.
static void settle(Work *g, Sizes *now) {
    Sizes before = {.left = INFINITY, .w = INFINITY};
    for (int iteration = 0; iteration < SETTLE_ITERATIONS; iteration++) {
        find_step(g, g->step);
        go_along_step(g, 1.0, now);
        bool is_fast = now->left <= s_graph_fast * before.left && now->w <= s_graph_fast * before.w;
        if (!is_fast && g->p->regularisation > 0.0) {
            go_along_step(g, -1.0, now);
        }
        if (now->left == 0.0 || !is_fast) {
            return;
        }
        before = *now;
    }
}

// w in free rows times that of another, or itself.
static double free_dot(const Work *g, const double *a, const double *b) {
    double sum = 0.0;
    for (size_t k = g->from; k < g->end; k++) {
        sum += is_free(g, k) ? a[k] * b[k] : 0.0;
    }
    return sum;
}

// The step and what it does to w, less their parts along those before. False when nothing but
// rounding is left: rows that contradict each other ask for forces that do nothing.
static bool combine(Work *g, size_t held, double *displacement, double *image) {
    size_t n = g->plan->n, m = g->end - g->from;
    for (size_t j = 0; j < held; j++) {
        const double *other = g->images + j * n;
        double share = free_dot(g, image, other);
        ab_row_add(displacement + g->from, -share, g->ways + j * n + g->from, m);
        ab_row_add(image + g->from, -share, other + g->from, m);
    }
    double length = sqrt(free_dot(g, image, image));
    if (!(length > s_graph_idle * ab_row_largest(displacement + g->from, m))) {
        return false;
    }
    for (size_t k = g->from; k < g->end; k++) {
        displacement[k] /= length;
        image[k] /= length;
    }
    return true;
}

// Eigenvalues below the regularisation, as those of a tower that bends, let w shrink slowly. Of all
// combinations of the steps so far the one that leaves least takes a few times as many steps as
// there are such eigenvalues.
static void settle_slow_parts(Work *g) {
    size_t n = g->plan->n;
    double minimum = INFINITY;
    size_t wait = 0;
    for (size_t held = 0; held < WAYS && wait < PATIENCE; held++) {
        double *displacement = g->ways + held * n, *image = g->images + held * n;
        find_step(g, displacement);
        compute_product(g, displacement, image);
        if (!combine(g, held, displacement, image)) {
            return;
        }
        double share = -free_dot(g, g->w, image);
        ab_row_add(g->x + g->from, share, displacement + g->from, g->end - g->from);
        compute_w(g);
        double now = sqrt(free_dot(g, g->w, g->w));
        wait = now <= s_graph_useful * minimum ? 0 : wait + 1;
        minimum = fmin(minimum, now);
    }
}

// False when w does not vanish: what is asked for cannot be, or not to rounding.
static bool find_forces(Work *g, Sizes *now) {
    if (!factor(g, g->p->regularisation > 0.0 ? g->p->regularisation : s_graph_regularisation)) {
        return false;
    }
    memset(g->x + g->from, 0, (g->end - g->from) * sizeof *g->x);
    compute_w(g);
    settle(g, now);
    if (g->p->regularisation > 0.0) {
        return now->left < INFINITY;
    }
    if (now->left <= s_graph_rounding || !factor(g, s_fine_regularisation)) {
        return now->left <= s_graph_enough;
    }
    double before = INFINITY;
    for (int turn = 0; turn < TURNS && now->left > s_graph_rounding && now->left < before; turn++) {
        before = s_graph_fast * now->left;
        settle_slow_parts(g);
        settle(g, now);
    }
    return now->left <= s_graph_enough;
}

static bool is_wrong(const Work *g, size_t k, double whole) {
    return g->p->kind[g->plan->order[k]] == AB_ROW_UNILATERAL && g->scale[k] > 0.0 &&
           (side_of(g, k) == AB_SIDE_FREE ? g->x[k] : g->w[k]) < -s_graph_wrong * whole;
}

static void change_side(Work *g, size_t k) {
    unsigned char *side = &g->p->side[g->plan->order[k]];
    *side = *side == AB_SIDE_FREE ? AB_SIDE_LOW : AB_SIDE_FREE;
}

static bool solve_subset(Work *g) {
    size_t maximum = BLOCK_ITERATIONS + SINGLE_ITERATIONS + (g->end - g->from);
    for (size_t iteration = 0; iteration < maximum; iteration++) {
        Sizes now;
        if (!find_forces(g, &now)) {
            return false;
        }
        bool any = false;
        for (size_t k = g->from; k < g->end && !(any && iteration >= BLOCK_ITERATIONS); k++) {
            if (is_wrong(g, k, now.whole)) {
                change_side(g, k);
                any = true;
            }
        }
        if (!any) {
            return true;
        }
    }
    return false;
}

static void store(const Work *g) {
    for (size_t k = 0; k < g->plan->n; k++) {
        size_t i = g->plan->order[k];
        bool is_alive = g->scale[k] > 0.0;
        double f = is_alive && is_free(g, k) ? g->x[k] * g->scale[k] : 0.0;
        g->p->f[i] = g->p->kind[i] == AB_ROW_UNILATERAL ? fmax(0.0, f) : f;
        g->p->w[i] = is_alive ? g->w[k] / g->scale[k] : g->p->b[i];
    }
}

// A row that nothing can move has no force, and must be content with that.
static bool dead_rows_hold(const Work *g) {
    bool ok = true;
    for (size_t k = 0; k < g->plan->n && ok; k++) {
        size_t i = g->plan->order[k];
        double b = g->p->b[i];
        ok = g->scale[k] > 0.0 || (g->p->kind[i] == AB_ROW_UNILATERAL ? b >= 0.0 : b == 0.0);
    }
    return ok;
}

bool ab_graph_forces_solve(abGraphForces *p, void *workspace) {
    Work work = lay_out(p, workspace);
    p->factorisations = 0;
    load(&work);
    bool ok = dead_rows_hold(&work);
    for (size_t s = 0; s < p->graph->subsets && ok; s++) {
        work.from = p->graph->subset[s];
        work.end = p->graph->subset[s + 1];
        ok = solve_subset(&work);
    }
    if (ok) {
        store(&work);
    }
    return ok;
}
