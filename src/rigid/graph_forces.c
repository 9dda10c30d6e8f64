// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// graph_forces.c - the free rows as one system, factored within the envelope without exchanges.
//
// With a ridge on the diagonal the system can be factored whatever is redundant. Solutions for what
// is left of w, begun without forces, take the ridge away again: each shrinks w by
// ridge / (ridge + eigenvalue), and what does nothing is never added, which makes the forces least.
// Rows with a wrong sign change their sides all at once; when that does not help, the one with the
// least number, until none is wrong.
//
// Cost    per set of sides the sum of the squared widths of the rows; then some products.
// Limits  Where slip pulls a contact into its body (Painleve) the matrix has no factor of this
// kind. Source  the envelope: contact_graph_plan.c. Ridge: Rockafellar 1976. All at once: Kostreva
// 1978;
//         one at a time: K. G. Murty, Opsearch 11 (1974) 189.

#include "rigid/graph_forces.h"

#include <math.h>
#include <string.h>

#include "rigid/row_sums.h"

static const double s_ridge = 1e-6;      // of the diagonal
static const double s_fine_ridge = 1e-8; // where that is slow
// of w in parts of the forces that a row feels and of its b:
static const double s_rounding = 1e-16; // not worth more
static const double s_enough = 1e-12;   // where it shrinks no more
static const double s_wrong = 1e-12;    // of all forces and b: signs beyond it are wrong
static const double s_no_pivot = 0.1;   // of the ridge
static const double s_fast = 0.1;       // rounds that leave more of w call for combined ones
static const double s_useful = 0.9;     // of these PATIENCE may leave more of its norm
enum {
    SETTLE_ROUNDS = 40,
    TURNS = 3,
    WAYS = 32,
    PATIENCE = 4,
    BLOCK_ROUNDS = 10,
    SINGLE_ROUNDS = 20
};
enum { VECTORS = 4 + 2 * WAYS };

typedef struct Work {
    abGraphForces *p;
    const abContactGraph *plan;
    double ridge;
    size_t from, end; // the subset in hand, in the order of the plan
    double *L, *U;    // within the envelope, by rows and by columns; no diagonal of L
    double *columns;  // 12 by row: what a force of one does
    double *speeds;   // 6 by body
    double *pressing; // by body: sum of the sizes of its forces, scaled
    double *scale;    // by row in order, and so on
    double *x, *w, *step;
    double *ways, *images; // WAYS of n: steps that were combined, and what they do to w
} Work;

size_t ab_graph_forces_room(const abContactGraph *g) {
    return (2 * g->start[g->n] + (VECTORS + 2 * AB_GRAPH_SPEEDS) * g->n +
            (AB_GRAPH_SPEEDS + 1) * g->bodies) *
           sizeof(double);
}

static Work lay_out(abGraphForces *p, void *room) {
    const abContactGraph *g = p->graph;
    size_t entries = g->start[g->n], n = g->n;
    Work work = {.p = p, .plan = g, .L = room};
    work.U = work.L + entries;
    work.columns = work.U + entries;
    work.speeds = work.columns + 2 * AB_GRAPH_SPEEDS * n;
    work.pressing = work.speeds + AB_GRAPH_SPEEDS * g->bodies;
    work.scale = work.pressing + g->bodies;
    work.x = work.scale + n, work.w = work.x + n, work.step = work.w + n;
    work.ways = work.step + n, work.images = work.ways + WAYS * n;
    return work;
}

// ---- entries ----

static const abGraphRow *row_at(const Work *g, size_t k) {
    return &g->plan->rows[g->plan->order[k]];
}

static unsigned char side_of(const Work *g, size_t k) {
    return g->p->side[g->plan->order[k]];
}

static bool is_free(const Work *g, size_t k) {
    return side_of(g, k) == AB_SIDE_FREE && g->scale[k] > 0.0;
}

static const double *column(const Work *g, size_t k, int body) {
    return g->columns + (2 * k + (size_t)body) * AB_GRAPH_SPEEDS;
}

// What a force of one in row l is along row k.
static double entry(const Work *g, size_t k, size_t l) {
    const abGraphRow *a = row_at(g, k), *b = row_at(g, l);
    double sum = 0.0;
    for (int s = 0; s < 2; s++) {
        for (int t = 0; t < 2; t++) {
            if (a->body[s] == b->body[t] && a->body[s] != AB_GRAPH_FIXED) {
                sum += ab_graph_dot(a->J[s], column(g, l, t));
            }
        }
    }
    return sum * g->scale[k];
}

// Scales and columns: diagonals of A become one.
static void load(Work *g) {
    for (size_t k = 0; k < g->plan->n; k++) {
        size_t i = g->plan->order[k];
        const abGraphRow *row = &g->plan->rows[i];
        double diagonal = 0.0;
        for (int s = 0; s < 2; s++) {
            diagonal += row->body[s] != AB_GRAPH_FIXED ? ab_graph_dot(row->J[s], row->Y[s]) : 0.0;
        }
        double scale = diagonal > 0.0 ? 1.0 / sqrt(diagonal) : 0.0;
        double *to = g->columns + 2 * k * AB_GRAPH_SPEEDS;
        g->scale[k] = scale;
        for (int s = 0; s < 2; s++) {
            for (int v = 0; v < AB_GRAPH_SPEEDS; v++) {
                double pull = g->p->pull != NULL ? g->p->pull[i].Y[s][v] : 0.0;
                *to++ = scale * (row->Y[s][v] + pull);
            }
        }
    }
}

// ---- the factor ----

static bool factor_row(Work *g, size_t k) {
    size_t first = g->plan->first[k];
    double *L = g->L + g->plan->start[k] - first, *U = g->U + g->plan->start[k] - first;
    if (!is_free(g, k)) {
        memset(L + first, 0, (k - first) * sizeof *L);
        memset(U + first, 0, (k - first) * sizeof *U);
        U[k] = 1.0;
        return true;
    }
    for (size_t l = first; l < k; l++) {
        if (!is_free(g, l)) {
            L[l] = U[l] = 0.0;
            continue;
        }
        size_t low = g->plan->first[l], from = low > first ? low : first;
        const double *other_L = g->L + g->plan->start[l] - low;
        const double *other_U = g->U + g->plan->start[l] - low;
        L[l] = (entry(g, k, l) - ab_row_dot(L + from, other_U + from, l - from)) / other_U[l];
        U[l] = entry(g, l, k) - ab_row_dot(other_L + from, U + from, l - from);
    }
    U[k] = entry(g, k, k) + g->ridge - ab_row_dot(L + first, U + first, k - first);
    return U[k] >= s_no_pivot * g->ridge; // false when not a number
}

static bool factor(Work *g, double ridge) {
    bool ok = true;
    g->ridge = ridge;
    for (size_t k = g->from; k < g->end && ok; k++) {
        ok = factor_row(g, k);
    }
    g->p->factorisations++;
    return ok;
}

static void solve(const Work *g, double *x) {
    for (size_t k = g->from; k < g->end; k++) {
        size_t first = g->plan->first[k];
        x[k] -= ab_row_dot(g->L + g->plan->start[k], x + first, k - first);
    }
    for (size_t k = g->end; k-- > g->from;) {
        size_t first = g->plan->first[k];
        const double *U = g->U + g->plan->start[k];
        x[k] /= U[k - first];
        ab_row_add(x + first, -x[k], U, k - first);
    }
}

// ---- products by way of the bodies ----

static void stop_bodies(Work *g) {
    for (size_t k = g->from; k < g->end; k++) {
        for (int s = 0; s < 2; s++) {
            size_t body = row_at(g, k)->body[s];
            if (body != AB_GRAPH_FIXED) {
                memset(g->speeds + AB_GRAPH_SPEEDS * body, 0, AB_GRAPH_SPEEDS * sizeof(double));
                g->pressing[body] = 0.0;
            }
        }
    }
}

static void push(Work *g, size_t k, double x) {
    const abGraphRow *row = row_at(g, k);
    for (int s = 0; s < 2; s++) {
        if (row->body[s] != AB_GRAPH_FIXED) {
            double *u = g->speeds + AB_GRAPH_SPEEDS * row->body[s];
            ab_row_add(u, x, column(g, k, s), AB_GRAPH_SPEEDS);
            g->pressing[row->body[s]] += fabs(x);
        }
    }
}

static double feel(const Work *g, size_t k) {
    const abGraphRow *row = row_at(g, k);
    double w = 0.0;
    for (int s = 0; s < 2; s++) {
        if (row->body[s] != AB_GRAPH_FIXED) {
            w += ab_graph_dot(row->J[s], g->speeds + AB_GRAPH_SPEEDS * row->body[s]);
        }
    }
    return w;
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
        y[k] = g->scale[k] * feel(g, k);
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
    double whole; // of forces and b
} Sizes;

// Sizes of all that makes up w of a row: the top of a tower feels little of what its foot carries,
// and what is rounding there would move it.
static double felt_by(const Work *g, size_t k) {
    const abGraphRow *row = row_at(g, k);
    double sum = g->scale[k] * fabs(g->p->b[g->plan->order[k]]);
    for (int s = 0; s < 2; s++) {
        sum += row->body[s] != AB_GRAPH_FIXED ? g->pressing[row->body[s]] : 0.0;
    }
    return sum;
}

static Sizes look(const Work *g) {
    Sizes out = {0.0, 0.0};
    for (size_t k = g->from; k < g->end; k++) {
        if (is_free(g, k) && g->w[k] != 0.0) {
            out.left = fmax(out.left, fabs(g->w[k]) / felt_by(g, k));
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
    solve(g, step);
}

// Round by round, as long as w shrinks fast.
static void settle(Work *g, Sizes *now) {
    double before = INFINITY;
    for (int round = 0; round < SETTLE_ROUNDS; round++) {
        find_step(g, g->step);
        ab_row_add(g->x + g->from, 1.0, g->step + g->from, g->end - g->from);
        compute_w(g);
        *now = look(g);
        if (g->p->ridge > 0.0 || now->left == 0.0 || !(now->left <= s_fast * before)) {
            return;
        }
        before = now->left;
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

// The step and what it does to w, less their parts along those before.
static bool combine(Work *g, size_t held, double *way, double *image) {
    size_t n = g->plan->n, m = g->end - g->from;
    for (size_t j = 0; j < held; j++) {
        const double *other = g->images + j * n;
        double share = free_dot(g, image, other);
        ab_row_add(way + g->from, -share, g->ways + j * n + g->from, m);
        ab_row_add(image + g->from, -share, other + g->from, m);
    }
    double length = sqrt(free_dot(g, image, image));
    for (size_t k = g->from; k < g->end && length > 0.0; k++) {
        way[k] /= length;
        image[k] /= length;
    }
    return length > 0.0; // false when not a number
}

// Eigenvalues below the ridge, as those of a tower that bends, let w shrink slowly. Of all
// combinations of the steps so far the one that leaves least takes a few times as many steps as
// there are such eigenvalues.
static void settle_slow_parts(Work *g) {
    size_t n = g->plan->n;
    double least = INFINITY;
    size_t wait = 0;
    for (size_t held = 0; held < WAYS && wait < PATIENCE; held++) {
        double *way = g->ways + held * n, *image = g->images + held * n;
        find_step(g, way);
        compute_product(g, way, image);
        if (!combine(g, held, way, image)) {
            return;
        }
        double share = -free_dot(g, g->w, image);
        ab_row_add(g->x + g->from, share, way + g->from, g->end - g->from);
        compute_w(g);
        double now = sqrt(free_dot(g, g->w, g->w));
        wait = now <= s_useful * least ? 0 : wait + 1;
        least = fmin(least, now);
    }
}

// False when w does not vanish: what is asked for cannot be, or not to rounding.
static bool find_forces(Work *g, Sizes *now) {
    if (!factor(g, g->p->ridge > 0.0 ? g->p->ridge : s_ridge)) {
        return false;
    }
    memset(g->x + g->from, 0, (g->end - g->from) * sizeof *g->x);
    compute_w(g);
    settle(g, now);
    if (g->p->ridge > 0.0) {
        return now->left < INFINITY;
    }
    if (now->left <= s_rounding || !factor(g, s_fine_ridge)) {
        return now->left <= s_enough;
    }
    double before = INFINITY;
    for (int turn = 0; turn < TURNS && now->left > s_rounding && now->left < before; turn++) {
        before = s_fast * now->left;
        settle_slow_parts(g);
        settle(g, now);
    }
    return now->left <= s_enough;
}

static bool is_wrong(const Work *g, size_t k, double whole) {
    return g->p->kind[g->plan->order[k]] == AB_ROW_UNILATERAL && g->scale[k] > 0.0 &&
           (side_of(g, k) == AB_SIDE_FREE ? g->x[k] : g->w[k]) < -s_wrong * whole;
}

static void change_side(Work *g, size_t k) {
    unsigned char *side = &g->p->side[g->plan->order[k]];
    *side = *side == AB_SIDE_FREE ? AB_SIDE_LOW : AB_SIDE_FREE;
}

static bool solve_subset(Work *g) {
    size_t most = BLOCK_ROUNDS + SINGLE_ROUNDS + (g->end - g->from);
    for (size_t round = 0; round < most; round++) {
        Sizes now;
        if (!find_forces(g, &now)) {
            return false;
        }
        bool any = false;
        for (size_t k = g->from; k < g->end && !(any && round >= BLOCK_ROUNDS); k++) {
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

bool ab_graph_forces_solve(abGraphForces *p, void *room) {
    Work work = lay_out(p, room);
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
