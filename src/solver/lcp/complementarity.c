// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// complementarity.c - independent subsets of a dense matrix; each subset to bounded_forces.c.

#include "solver/lcp/complementarity.h"

#include <math.h>
#include <string.h>

#include "math/linear/row_sums.h"
#include "solver/lcp/complementarity_rows.h"
#include "solver/lcp/free_rows.h"

typedef struct Work {
    abRowsWork rows;
    size_t *waiting; // n: rows of no subset yet
    size_t *number;  // n: of the subset of a row
    size_t *order;   // n: rows, subset by subset
    size_t *start;   // n + 2: of the subsets in `order`
    size_t subsets;
    double *A; // m * m of the subset in hand, scaled
    abFreeRows free;
} Work;

enum { PLACES_PER_ROW = 6, GUESS_PASSES = 4 };

size_t ab_complementarity_workspace(size_t n) {
    return ab_rows_workspace(n) + (2 * n * n + n) * sizeof(double) +
           (n * PLACES_PER_ROW + 2) * sizeof(size_t);
}

static void lay_out(Work *work, abComplementarity *problem, void *workspace) {
    size_t n = problem->n;
    *work = (Work){0};
    double *next = ab_rows_lay_out(&work->rows, problem, workspace);
    work->A = next;
    work->free.U = next + n * n;
    work->free.workspace = next + 2 * n * n;
    size_t *places = (size_t *)(void *)(work->free.workspace + n);
    size_t **lists[PLACES_PER_ROW] = {&work->waiting,  &work->number,     &work->order,
                                      &work->free.row, &work->free.place, &work->start};
    for (size_t k = 0; k < PLACES_PER_ROW; k++) {
        *lists[k] = places + k * n;
    }
}

// ---- subsets ----

// Numbers the rows of the subset of waiting[0], by spreading along what is not zero. Ends when no
// row waits, so that a full matrix is not looked through. Returns how many wait then.
static size_t spread(Work *work, size_t waiting_count, size_t number) {
    const abComplementarity *p = work->rows.problem;
    size_t *waiting = work->waiting, *reached = work->order, count = 0;
    reached[count++] = waiting[0];
    waiting[0] = waiting[--waiting_count];
    for (size_t k = 0; k < count && waiting_count > 0; k++) {
        const double *row = p->A + reached[k] * p->n;
        for (size_t l = waiting_count; l-- > 0;) {
            if (row[waiting[l]] != 0.0) {
                reached[count++] = waiting[l];
                waiting[l] = waiting[--waiting_count];
            }
        }
    }
    for (size_t k = 0; k < count; k++) {
        work->number[reached[k]] = number;
    }
    return waiting_count;
}

// Rows in order of their subset, ascending within; subset k is order[start[k]] to
// order[start[k + 1] - 1].
static void find_subsets(Work *work) {
    const abComplementarity *p = work->rows.problem;
    size_t waiting_count = 0, *start = work->start;
    for (size_t i = 0; i < p->n; i++) {
        if (work->rows.scale[i] > 0.0) {
            work->waiting[waiting_count++] = i;
        }
    }
    while (waiting_count > 0) {
        waiting_count = spread(work, waiting_count, work->subsets++);
    }
    memset(start, 0, (work->subsets + 2) * sizeof *start);
    for (size_t i = 0; i < p->n; i++) {
        if (work->rows.scale[i] > 0.0) {
            start[work->number[i] + 2]++;
        }
    }
    for (size_t k = 2; k < work->subsets + 2; k++) {
        start[k] += start[k - 1];
    }
    for (size_t i = 0; i < p->n; i++) {
        if (work->rows.scale[i] > 0.0) {
            work->order[start[work->number[i] + 1]++] = i;
        }
    }
}

// ---- one subset ----

// A first guess of the sides by relaxing row after row, forth and back; a column of bodies comes up
// in one go when its rows stand in order.
static void guess_sides(Work *work, size_t m) {
    abRowsWork *rows = &work->rows;
    abBoundedForces *q = &rows->forces;
    memset(q->x, 0, m * sizeof *q->x);
    memcpy(q->w, q->b, m * sizeof *q->w);
    for (size_t pass = 0; pass < GUESS_PASSES * m; pass++) {
        size_t at = pass % m, i = pass / m % 2 == 0 ? at : m - 1 - at;
        double x = q->x[i] - q->w[i] / rows->diagonal[i];
        x = x < rows->lo[i] ? rows->lo[i] : x > rows->hi[i] ? rows->hi[i] : x;
        double step = x - q->x[i];
        q->x[i] = x;
        if (step != 0.0) {
            ab_row_add(q->w, step, work->A + i * m, m);
        }
    }
    ab_rows_guess_sides(rows, m);
}

static void solve_subset(Work *work, const size_t *subset, size_t m) {
    const abComplementarity *p = work->rows.problem;
    for (size_t k = 0; k < m; k++) {
        size_t i = subset[k];
        double s = work->rows.scale[i];
        const double *from = p->A + i * p->n;
        double *to = work->A + k * m;
        for (size_t l = 0; l < m; l++) {
            to[l] = from[subset[l]] * (s * work->rows.scale[subset[l]]);
        }
        ab_rows_load(&work->rows, k, i, to[k]);
    }
    if (!p->warm) {
        guess_sides(work, m);
    }
    work->free.n = m;
    work->free.A = work->A;
    const abForceMatrix matrix = ab_free_rows_matrix(&work->free);
    ab_rows_solve(&work->rows, subset, m, &matrix);
}

// ---- the whole ----

// Zero times a number is zero.
static bool is_finite(const double *A, size_t entries) {
    double sum[4] = {0.0}; // that do not wait for one another
    size_t at = 0;
    for (; at + 4 <= entries; at += 4) {
        for (size_t k = 0; k < 4; k++) {
            sum[k] += 0.0 * A[at + k];
        }
    }
    for (; at < entries; at++) {
        sum[0] += 0.0 * A[at];
    }
    return sum[0] + sum[1] + (sum[2] + sum[3]) == 0.0;
}

abComplementarityStatus ab_complementarity_solve(abComplementarity *p, void *workspace) {
    Work work;
    lay_out(&work, p, workspace);
    if (!is_finite(p->A, p->n * p->n) || !ab_rows_are_finite(p)) {
        memset(p->f, 0, p->n * sizeof *p->f);
        return AB_COMPLEMENTARITY_NOT_FINITE;
    }
    ab_rows_scale(&work.rows, p->A, p->n + 1);
    ab_rows_solve_dead(&work.rows);
    find_subsets(&work);
    for (size_t k = 0; k < work.subsets; k++) {
        solve_subset(&work, work.order + work.start[k], work.start[k + 1] - work.start[k]);
    }
    p->factorisations = work.free.factorisations;
    p->updates = work.free.updates;
    for (size_t i = 0; i < p->n; i++) {
        p->w[i] = p->b[i] + ab_row_dot(p->A + i * p->n, p->f, p->n);
    }
    return ab_rows_judge(&work.rows);
}
