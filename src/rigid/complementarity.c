// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// complementarity.c - checks, independent subsets, scales; each subset to bounded_forces.c.
//
//   f = s x,  s_i^2 about 1 / A_ii:   (s A s) x + s b,  a diagonal of about one           (1)
//
// The scales are powers of two, so that scaling rounds nothing.

#include "rigid/complementarity.h"

#include <math.h>
#include <string.h>

#include "rigid/free_rows.h"
#include "rigid/row_sums.h"

static const double s_tolerance = 1e-6;
static const double s_parts = 0.05; // of the largest w

typedef struct Work {
    abComplementarity *problem;
    double *scale;              // n: s of (1), 0 for a row that no force can move
    double *lack;               // n
    size_t *waiting;            // n: rows of no subset yet
    size_t *number;             // n: of the subset of a row
    size_t *order;              // n: rows, subset by subset
    size_t *start;              // n + 2: of the subsets in `order`
    size_t *subset;             // m: rows of the one in hand
    double *A;                  // m * m of the subset in hand, scaled
    double *lo, *hi, *diagonal; // m
    unsigned char *side;
    abFreeRows rows;
    abBoundedForces forces;
} Work;

enum { DOUBLES_PER_ROW = 9 + AB_BOUNDED_FORCES_ROOM, PLACES_PER_ROW = 6, GUESS_PASSES = 4 };

size_t ab_complementarity_room(size_t n) {
    return 2 * n * n * sizeof(double) + n * DOUBLES_PER_ROW * sizeof(double) +
           (n * PLACES_PER_ROW + 2) * sizeof(size_t) + 2 * n;
}

// ---- room ----

static double *take_doubles(double **next, size_t count) {
    double *taken = *next;
    *next += count;
    return taken;
}

static void lay_out(Work *work, abComplementarity *problem, void *room) {
    size_t n = problem->n;
    double *next = room;
    *work = (Work){.problem = problem};
    work->A = take_doubles(&next, n * n);
    work->rows.U = take_doubles(&next, n * n);
    double **vectors[DOUBLES_PER_ROW] = {
        &work->scale,        &work->lack,      &work->diagonal,    &work->lo,
        &work->hi,           &work->rows.room, &work->forces.b,    &work->forces.x,
        &work->forces.lack,  &work->forces.w,  &work->forces.step, &work->forces.image,
        &work->forces.centre};
    for (size_t k = 0; k < DOUBLES_PER_ROW && vectors[k] != NULL; k++) {
        *vectors[k] = take_doubles(&next, n);
    }
    size_t *places = (size_t *)(void *)next;
    size_t **lists[PLACES_PER_ROW] = {&work->waiting,  &work->number,     &work->order,
                                      &work->rows.row, &work->rows.place, &work->start};
    for (size_t k = 0; k < PLACES_PER_ROW; k++) {
        *lists[k] = places + k * n;
    }
    work->side = (unsigned char *)(places + PLACES_PER_ROW * n + 2);
    work->forces.centre_side = work->side + n;
}

// ---- subsets ----

// Numbers the rows of the subset of waiting[0], by spreading along what is not zero. Ends when no
// row waits, so that a full matrix is not looked through. Returns how many wait then.
static size_t spread(Work *work, size_t waiting_count, size_t number) {
    const abComplementarity *p = work->problem;
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
    abComplementarity *p = work->problem;
    size_t waiting_count = 0, *start = work->start;
    for (size_t i = 0; i < p->n; i++) {
        if (work->scale[i] > 0.0) {
            work->waiting[waiting_count++] = i;
        }
    }
    while (waiting_count > 0) {
        waiting_count = spread(work, waiting_count, p->subsets++);
    }
    memset(start, 0, (p->subsets + 2) * sizeof *start);
    for (size_t i = 0; i < p->n; i++) {
        if (work->scale[i] > 0.0) {
            start[work->number[i] + 2]++;
        }
    }
    for (size_t k = 2; k < p->subsets + 2; k++) {
        start[k] += start[k - 1];
    }
    for (size_t i = 0; i < p->n; i++) {
        if (work->scale[i] > 0.0) {
            work->order[start[work->number[i] + 1]++] = i;
        }
    }
}

// ---- one row, one subset ----

static double lower_bound(const abComplementarity *p, size_t i) {
    return p->kind[i] == AB_ROW_BOUNDED     ? p->lo[i]
           : p->kind[i] == AB_ROW_BILATERAL ? -INFINITY
                                            : 0.0;
}

static double upper_bound(const abComplementarity *p, size_t i) {
    return p->kind[i] == AB_ROW_BOUNDED ? p->hi[i] : INFINITY;
}

// The side a row had before, as far as its bounds allow it still.
static unsigned char side_before(const abComplementarity *p, size_t i) {
    double lo = lower_bound(p, i), hi = upper_bound(p, i);
    bool stays =
        p->side[i] == AB_SIDE_LOW ? lo > -INFINITY : p->side[i] == AB_SIDE_HIGH && hi < INFINITY;
    return stays ? p->side[i] : hi > lo ? AB_SIDE_FREE : AB_SIDE_LOW;
}

// A row that no force can move: both bodies are fixed there.
static void solve_dead_row(Work *work, size_t i) {
    abComplementarity *p = work->problem;
    double lo = lower_bound(p, i), hi = upper_bound(p, i);
    double nearest = lo > 0.0 ? lo : hi < 0.0 ? hi : 0.0;
    p->f[i] = p->kind[i] != AB_ROW_BOUNDED ? nearest
              : p->b[i] > 0.0              ? lo
              : p->b[i] < 0.0              ? hi
                                           : nearest;
    p->side[i] = p->f[i] == lo ? AB_SIDE_LOW : p->f[i] == hi ? AB_SIDE_HIGH : AB_SIDE_FREE;
    bool wrong =
        p->kind[i] == AB_ROW_BILATERAL || (p->kind[i] == AB_ROW_UNILATERAL && p->b[i] < 0.0);
    work->lack[i] = wrong ? -p->b[i] : 0.0;
}

// A first guess of the sides by relaxing row after row, forth and back; a column of bodies comes up
// in one go when its rows stand in order.
static void guess_sides(Work *work, size_t m) {
    abBoundedForces *q = &work->forces;
    memset(q->x, 0, m * sizeof *q->x);
    memcpy(q->w, q->b, m * sizeof *q->w);
    for (size_t pass = 0; pass < GUESS_PASSES * m; pass++) {
        size_t at = pass % m, i = pass / m % 2 == 0 ? at : m - 1 - at;
        double x = q->x[i] - q->w[i] / work->diagonal[i];
        x = x < work->lo[i] ? work->lo[i] : x > work->hi[i] ? work->hi[i] : x;
        double step = x - q->x[i];
        q->x[i] = x;
        if (step != 0.0) {
            ab_row_add(q->w, step, work->A + i * m, m);
        }
    }
    double most = 0.0;
    for (size_t i = 0; i < m; i++) {
        most = fmax(most, fabs(q->w[i]));
    }
    // rows that hardly part will mostly be pressed when the others have settled
    double parts = s_parts * most;
    for (size_t i = 0; i < m; i++) {
        work->side[i] = q->x[i] <= work->lo[i] && q->w[i] > parts    ? AB_SIDE_LOW
                        : q->x[i] >= work->hi[i] && q->w[i] < -parts ? AB_SIDE_HIGH
                                                                     : AB_SIDE_FREE;
    }
}

static bool solve_subset(Work *work, size_t m) {
    abComplementarity *p = work->problem;
    abBoundedForces *q = &work->forces;
    for (size_t k = 0; k < m; k++) {
        size_t i = work->subset[k];
        double s = work->scale[i];
        const double *from = p->A + i * p->n;
        double *to = work->A + k * m;
        for (size_t l = 0; l < m; l++) {
            to[l] = from[work->subset[l]] * (s * work->scale[work->subset[l]]);
        }
        work->diagonal[k] = to[k];
        work->lo[k] = lower_bound(p, i) / s;
        work->hi[k] = upper_bound(p, i) / s;
        q->b[k] = s * p->b[i];
        work->side[k] = side_before(p, i);
    }
    if (!p->warm) {
        guess_sides(work, m);
    }
    work->rows.n = m;
    work->rows.A = work->A;
    const abForceMatrix matrix = ab_free_rows_matrix(&work->rows);
    q->n = m;
    q->matrix = &matrix;
    q->diagonal = work->diagonal;
    q->lo = work->lo;
    q->hi = work->hi;
    q->side = work->side;
    q->stopped = false;
    q->sweeps = 0;
    ab_bounded_forces_solve(q);
    q->matrix = NULL;
    for (size_t k = 0; k < m; k++) {
        size_t i = work->subset[k];
        p->side[i] = work->side[k];
        p->f[i] = p->side[i] == AB_SIDE_LOW    ? lower_bound(p, i)
                  : p->side[i] == AB_SIDE_HIGH ? upper_bound(p, i)
                                               : q->x[k] * work->scale[i];
        work->lack[i] = q->lack[k] / work->scale[i];
    }
    p->sweeps += q->sweeps;
    p->ridge = fmin(p->ridge, q->least_ridge);
    return !q->stopped;
}

// ---- the whole ----

static bool is_finite(const abComplementarity *p) {
    // zero times a number is zero; four sums that do not wait for one another
    double sum[4] = {0.0};
    size_t entries = p->n * p->n, at = 0;
    for (; at + 4 <= entries; at += 4) {
        for (size_t k = 0; k < 4; k++) {
            sum[k] += 0.0 * p->A[at + k];
        }
    }
    for (; at < entries; at++) {
        sum[0] += 0.0 * p->A[at];
    }
    bool finite = sum[0] + sum[1] + (sum[2] + sum[3]) == 0.0;
    for (size_t i = 0; i < p->n; i++) {
        finite = finite && isfinite(p->b[i]) && lower_bound(p, i) <= upper_bound(p, i);
    }
    return finite;
}

// The scales, and the largest |b| in them. A row without a diagonal has no entry elsewhere.
static double find_scales(Work *work) {
    const abComplementarity *p = work->problem;
    double most = 0.0;
    for (size_t i = 0; i < p->n; i++) {
        double diagonal = p->A[i * p->n + i];
        work->scale[i] = diagonal > 0.0 ? scalbn(1.0, -ilogb(diagonal) / 2) : 0.0;
        most = fmax(most, work->scale[i] * fabs(p->b[i]));
    }
    return most;
}

static void compute_accelerations(abComplementarity *p) {
    for (size_t i = 0; i < p->n; i++) {
        double sum = p->b[i] + ab_row_dot(p->A + i * p->n, p->f, p->n);
        p->w[i] = sum;
        if (p->side[i] != AB_SIDE_FREE && upper_bound(p, i) == lower_bound(p, i)) {
            p->side[i] = sum < 0.0 ? AB_SIDE_HIGH : AB_SIDE_LOW;
        }
    }
}

// `most` is the largest scaled |b|.
static void judge(Work *work, double most) {
    abComplementarity *p = work->problem;
    double dead = 0.0;
    for (size_t i = 0; i < p->n; i++) {
        dead = fmax(dead, fabs(p->b[i]));
    }
    for (size_t i = 0; i < p->n; i++) {
        bool moves = work->scale[i] > 0.0;
        double scale = moves ? work->scale[i] / most : 1.0 / dead, lack = work->lack[i];
        double w = p->w[i] + lack;
        double wrong = p->side[i] == AB_SIDE_LOW    ? fmax(0.0, -w)
                       : p->side[i] == AB_SIDE_HIGH ? fmax(0.0, w)
                                                    : fabs(w);
        p->residual = wrong > 0.0 ? fmax(p->residual, wrong * scale) : p->residual;
        double violation = lack != 0.0 ? fabs(lack) * scale : 0.0;
        if (violation > p->violation) {
            p->violation = violation;
            p->worst = i;
        }
    }
}

abComplementarityStatus ab_complementarity_solve(abComplementarity *p, void *room) {
    Work work;
    lay_out(&work, p, room);
    p->residual = p->violation = 0.0;
    p->ridge = INFINITY;
    p->worst = p->subsets = p->factorisations = p->updates = p->sweeps = 0;
    if (!is_finite(p)) {
        memset(p->f, 0, p->n * sizeof *p->f);
        return AB_COMPLEMENTARITY_NOT_FINITE;
    }
    double most = find_scales(&work), tolerance = p->tolerance > 0.0 ? p->tolerance : s_tolerance;
    bool settled = true;
    find_subsets(&work);
    work.forces.scale = most;
    for (size_t i = 0; i < p->n; i++) {
        if (work.scale[i] == 0.0) {
            solve_dead_row(&work, i);
        }
    }
    for (size_t k = 0; k < p->subsets; k++) {
        work.subset = work.order + work.start[k];
        settled = solve_subset(&work, work.start[k + 1] - work.start[k]) && settled;
    }
    p->factorisations = work.rows.factorisations;
    p->updates = work.rows.updates;
    compute_accelerations(p);
    judge(&work, most);
    if (p->lack != NULL) {
        memcpy(p->lack, work.lack, p->n * sizeof *p->lack);
    }
    return p->violation > tolerance ? AB_COMPLEMENTARITY_INFEASIBLE
           : settled                ? AB_COMPLEMENTARITY_SOLVED
                                    : AB_COMPLEMENTARITY_STOPPED;
}
