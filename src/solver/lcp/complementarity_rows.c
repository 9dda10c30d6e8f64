// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "solver/lcp/complementarity_rows.h"

#include <math.h>
#include <string.h>

#include "math/linear/row_sums.h"
#include "solver/lcp/tolerances.def"

// ---- room ----

size_t ab_rows_workspace(size_t n) {
    // up to whole doubles, for what comes behind
    size_t sides = (3 * n + sizeof(double) - 1) / sizeof(double);
    return (AB_ROWS_DOUBLES * n + sides) * sizeof(double);
}

void *ab_rows_lay_out(abRowsWork *work, abComplementarity *problem, void *workspace) {
    size_t n = problem->n;
    double *next = workspace;
    *work = (abRowsWork){.problem = problem, .settled = true};
    abBoundedForces *q = &work->forces;
    double **vectors[AB_ROWS_DOUBLES] = {
        &work->scale, &work->reference, &work->lack, &work->diagonal, &work->lo, &work->hi,  &q->b,
        &q->x,        &q->lack,         &q->w,       &q->step,        &q->image, &q->centre, &q->z,
        &q->y,        &q->second_z,     &q->second_y};
    for (size_t k = 0; k < AB_ROWS_DOUBLES; k++) {
        *vectors[k] = next;
        next += n;
    }
    work->side = (unsigned char *)next;
    q->centre_side = work->side + n;
    q->best_side = work->side + 2 * n;
    problem->residual = problem->violation = 0.0;
    problem->regularisation = INFINITY;
    problem->worst = problem->subsets = problem->sweeps = 0;
    problem->factorisations = problem->updates = 0;
    return (char *)workspace + ab_rows_workspace(n);
}

// ---- bounds and scales ----

static double lower_bound(const abComplementarity *p, size_t i) {
    return p->kind[i] == AB_ROW_BOUNDED     ? p->lo[i]
           : p->kind[i] == AB_ROW_BILATERAL ? -INFINITY
                                            : 0.0;
}

static double upper_bound(const abComplementarity *p, size_t i) {
    return p->kind[i] == AB_ROW_BOUNDED ? p->hi[i] : INFINITY;
}

bool ab_rows_are_finite(const abComplementarity *p) {
    bool finite = true;
    for (size_t i = 0; i < p->n; i++) {
        finite = finite && isfinite(p->b[i]) && lower_bound(p, i) <= upper_bound(p, i);
    }
    return finite;
}

// Half the exponent of x, rounded down, so that other units only shift it.
static int half_exponent(double x) {
    int exponent = ilogb(x);
    return (exponent - (exponent & 1)) / 2;
}

void ab_rows_scale(abRowsWork *work, const double *diagonal, size_t stride) {
    const abComplementarity *p = work->problem;
    for (size_t i = 0; i < p->n; i++) {
        double entry = diagonal[i * stride];
        work->scale[i] = entry > 0.0 ? scalbn(1.0, -half_exponent(entry)) : 0.0;
        work->noise = fmax(work->noise, s_little * fabs(p->b[i]));
    }
}

// ---- a subset ----

// The side a row had before, as far as its bounds allow it still.
static unsigned char side_before(const abComplementarity *p, size_t i) {
    double lo = lower_bound(p, i), hi = upper_bound(p, i);
    bool stays =
        p->side[i] == AB_SIDE_LOW ? lo > -INFINITY : p->side[i] == AB_SIDE_HIGH && hi < INFINITY;
    return stays ? p->side[i] : hi > lo ? AB_SIDE_FREE : AB_SIDE_LOW;
}

void ab_rows_load(abRowsWork *work, size_t k, size_t i, double diagonal) {
    const abComplementarity *p = work->problem;
    double s = work->scale[i];
    if (s == 0.0) { // dealt with alone
        work->diagonal[k] = 1.0;
        work->lo[k] = work->hi[k] = work->forces.b[k] = 0.0;
        work->side[k] = AB_SIDE_LOW;
        return;
    }
    work->diagonal[k] = diagonal;
    work->lo[k] = lower_bound(p, i) / s;
    work->hi[k] = upper_bound(p, i) / s;
    work->forces.b[k] = s * p->b[i];
    work->side[k] = side_before(p, i);
}

void ab_rows_guess_sides(abRowsWork *work, size_t m) {
    const abBoundedForces *q = &work->forces;
    // rows that hardly part will mostly be pressed when the others have settled
    double parts = s_parts * ab_row_largest(q->w, m);
    for (size_t i = 0; i < m; i++) {
        work->side[i] = q->x[i] <= work->lo[i] && q->w[i] > parts    ? AB_SIDE_LOW
                        : q->x[i] >= work->hi[i] && q->w[i] < -parts ? AB_SIDE_HIGH
                                                                     : AB_SIDE_FREE;
    }
}

void ab_rows_solve(abRowsWork *work, const size_t *row, size_t m, const abForceMatrix *matrix) {
    abComplementarity *p = work->problem;
    abBoundedForces *q = &work->forces;
    q->n = m;
    q->matrix = matrix;
    q->diagonal = work->diagonal;
    q->lo = work->lo;
    q->hi = work->hi;
    q->side = work->side;
    q->scale = 0.0;
    for (size_t k = 0; k < m; k++) {
        double b = fmax(fabs(p->b[row[k]]), work->noise);
        q->scale = fmax(q->scale, work->scale[row[k]] * b);
    }
    q->stopped = false;
    q->sweeps = 0;
    ab_bounded_forces_solve(q);
    for (size_t k = 0; k < m; k++) {
        size_t i = row[k];
        work->reference[i] = q->scale;
        if (work->scale[i] == 0.0) {
            continue;
        }
        p->side[i] = work->side[k];
        p->f[i] = p->side[i] == AB_SIDE_LOW    ? lower_bound(p, i)
                  : p->side[i] == AB_SIDE_HIGH ? upper_bound(p, i)
                                               : q->x[k] * work->scale[i];
        work->lack[i] = q->lack[k] / work->scale[i];
    }
    p->subsets++;
    p->sweeps += q->sweeps;
    p->regularisation = fmin(p->regularisation, q->minimum_regularisation);
    work->settled = work->settled && !q->stopped;
}

// A row that no force can move: both bodies are fixed there.
static void solve_dead_row(abRowsWork *work, size_t i) {
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

void ab_rows_solve_dead(abRowsWork *work) {
    for (size_t i = 0; i < work->problem->n; i++) {
        if (work->scale[i] == 0.0) {
            solve_dead_row(work, i);
        }
    }
}

// ---- the verdict ----

// A row whose force has no choice stands at the bound that the sign of w belongs to.
static void settle_side(abComplementarity *p, size_t i) {
    if (p->side[i] != AB_SIDE_FREE && upper_bound(p, i) == lower_bound(p, i)) {
        p->side[i] = p->w[i] < 0.0 ? AB_SIDE_HIGH : AB_SIDE_LOW;
    }
}

abComplementarityStatus ab_rows_judge(abRowsWork *work) {
    abComplementarity *p = work->problem;
    double dead = ab_row_largest(p->b, p->n);
    for (size_t i = 0; i < p->n; i++) {
        bool moves = work->scale[i] > 0.0;
        double scale = moves ? work->scale[i] / work->reference[i] : 1.0 / dead,
               lack = work->lack[i];
        settle_side(p, i);
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
    if (p->lack != NULL) {
        memcpy(p->lack, work->lack, p->n * sizeof *p->lack);
    }
    return p->violation > (p->tolerance > 0.0 ? p->tolerance : s_tolerance)
               ? AB_COMPLEMENTARITY_INFEASIBLE
           : work->settled ? AB_COMPLEMENTARITY_SOLVED
                           : AB_COMPLEMENTARITY_STOPPED;
}
