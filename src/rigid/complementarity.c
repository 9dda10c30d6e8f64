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

#include "rigid/bounded_forces.h"
#include "rigid/free_rows.h"

static const double s_tolerance = 1e-6;

typedef struct Work {
    abComplementarity *problem;
    double *scale;              // n: s of (1), 0 for a row that no force can move
    double *lack;               // n
    size_t *subset;             // n: rows, subset by subset
    size_t *leader;             // n: of the subset of a row
    double *A;                  // m * m of the subset in hand, scaled
    double *lo, *hi, *diagonal; // m
    unsigned char *side;
    abFreeRows rows;
    abBoundedForces forces;
} Work;

enum { DOUBLES_PER_ROW = 9 + AB_BOUNDED_FORCES_ROOM, PLACES_PER_ROW = 4 };

size_t ab_complementarity_room(size_t n) {
    return 2 * n * n * sizeof(double) + n * DOUBLES_PER_ROW * sizeof(double) +
           n * PLACES_PER_ROW * sizeof(size_t) + n;
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
    work->subset = places;
    work->leader = places + n;
    work->rows.row = places + 2 * n;
    work->rows.place = places + 3 * n;
    work->side = (unsigned char *)(places + 4 * n);
}

// ---- the dense matrix of a subset ----

static void dense_set_ridge(void *self, double ridge) {
    abFreeRows *rows = self;
    rows->ridge = ridge;
    ab_free_rows_reset(rows);
}

static void dense_choose(void *self, const unsigned char *side) {
    ab_free_rows_choose(self, side);
}

static void dense_solve(void *self, double *x) {
    ab_free_rows_solve(self, x);
}

// The matrix is symmetric: row j is column j.
static void dense_add_product(void *self, const double *x, double *restrict y) {
    const abFreeRows *rows = self;
    for (size_t j = 0; j < rows->n; j++) {
        double value = x[j];
        if (value == 0.0) {
            continue;
        }
        const double *restrict column = rows->A + j * rows->n;
        for (size_t i = 0; i < rows->n; i++) {
            y[i] += value * column[i];
        }
    }
}

// ---- subsets ----

static size_t leader_of(size_t *leader, size_t i) {
    while (leader[i] != i) {
        leader[i] = leader[leader[i]];
        i = leader[i];
    }
    return i;
}

static void find_subsets(Work *work) {
    const abComplementarity *p = work->problem;
    for (size_t i = 0; i < p->n; i++) {
        work->leader[i] = i;
    }
    for (size_t i = 0; i < p->n; i++) {
        for (size_t j = 0; j < i; j++) {
            if (p->A[i * p->n + j] != 0.0) {
                size_t a = leader_of(work->leader, i), b = leader_of(work->leader, j);
                work->leader[a > b ? a : b] = a > b ? b : a;
            }
        }
    }
    for (size_t i = 0; i < p->n; i++) {
        work->leader[i] = leader_of(work->leader, i);
    }
}

// Rows of the subset led by `first`; their number.
static size_t gather_subset(Work *work, size_t first) {
    size_t count = 0;
    for (size_t i = first; i < work->problem->n; i++) {
        if (work->leader[i] == first) {
            work->subset[count++] = i;
        }
    }
    return count;
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

// Where a row begins: at the bound the force would leave last.
static unsigned char first_side(const abComplementarity *p, size_t i) {
    double lo = lower_bound(p, i), hi = upper_bound(p, i);
    if (p->warm && p->side[i] == AB_SIDE_LOW && lo > -INFINITY) {
        return AB_SIDE_LOW;
    }
    if (p->warm && p->side[i] == AB_SIDE_HIGH && hi < INFINITY) {
        return AB_SIDE_HIGH;
    }
    if (!(hi > lo)) {
        return AB_SIDE_LOW;
    }
    bool rises = p->kind[i] == AB_ROW_UNILATERAL && p->b[i] >= 0.0;
    return rises && !p->warm ? AB_SIDE_LOW : AB_SIDE_FREE;
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
        work->side[k] = first_side(p, i);
    }
    work->rows.n = m;
    work->rows.A = work->A;
    const abForceMatrix matrix = {.self = &work->rows,
                                  .set_ridge = dense_set_ridge,
                                  .choose = dense_choose,
                                  .solve = dense_solve,
                                  .add_product = dense_add_product};
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
    return !q->stopped;
}

// ---- the whole ----

static bool is_finite(const abComplementarity *p) {
    bool finite = true;
    for (size_t i = 0; i < p->n * p->n; i++) {
        finite = finite && isfinite(p->A[i]);
    }
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
        double sum = p->b[i];
        for (size_t j = 0; j < p->n; j++) {
            sum += p->A[i * p->n + j] * p->f[j];
        }
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
        } else if (work.leader[i] == i) {
            settled = solve_subset(&work, gather_subset(&work, i)) && settled;
            p->subsets++;
        }
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
