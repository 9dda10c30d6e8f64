// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// complementarity_call.c - the solver of rows, checked and named for programs.

#include "abut/complementarity.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/no_memory.h"
#include "solver/lcp/complementarity.h"

enum { ROWS_MAX = 20000 };

static abResult wrong(abError *error, const char *what, int row, double value, const char *wanted) {
    return ab_error_add(error, AB_USAGE, (abPlace){0}, "complementarity: %s of row %d is %.9g; %s",
                        what, row, value, wanted);
}

static abResult check_matrix(const abComplementarityProblem *p, int row, abError *error) {
    size_t n = (size_t)p->count, i = (size_t)row;
    for (size_t k = 0; k < n; k++) {
        double value = p->matrix[i * n + k], mirrored = p->matrix[k * n + i];
        double scale = sqrt(fabs(p->matrix[i * n + i] * p->matrix[k * n + k]));
        if (!isfinite(value)) {
            return wrong(error, "the matrix", row, value, "it must be finite");
        }
        if (fabs(value - mirrored) > 1e-9 * scale) { // complementarity.h
            return ab_error_add(error, AB_USAGE, (abPlace){0},
                                "complementarity: the matrix is not symmetric: %.9g in row %d, "
                                "column %zu, and %.9g the other way round",
                                value, row, k, mirrored);
        }
    }
    return AB_OK;
}

static abResult check(const abComplementarityProblem *p, abError *error) {
    if (p->count < 1 || p->count > ROWS_MAX || p->matrix == NULL || p->offset == NULL ||
        !(p->tolerance >= 0.0 && p->tolerance <= 1.0)) {
        return ab_error_add(error, AB_USAGE, (abPlace){0},
                            "complementarity: it takes 1 to %d rows, found %d, a matrix, an offset "
                            "and a tolerance of 0 to 1, found %g",
                            ROWS_MAX, p->count, p->tolerance);
    }
    for (int i = 0; i < p->count; i++) {
        AB_TRY(check_matrix(p, i, error));
        if (!isfinite(p->offset[i])) {
            return wrong(error, "the offset", i, p->offset[i], "it must be finite");
        }
        int kind = p->kinds != NULL ? (int)p->kinds[i] : AB_CONSTRAINT_UNILATERAL;
        if (kind < AB_CONSTRAINT_UNILATERAL || kind > AB_CONSTRAINT_BOUNDED) {
            return wrong(error, "the kind", i, kind, "it must be one of abConstraintKind");
        }
        if (kind == AB_CONSTRAINT_BOUNDED &&
            (p->low == NULL || p->high == NULL || !(p->low[i] <= p->high[i]))) {
            return wrong(error, "the lower bound", i, p->low != NULL ? p->low[i] : NAN,
                         "a bounded row needs both, the upper one not below it");
        }
    }
    return AB_OK;
}

static abResult tell(const abComplementarity *p, abComplementarityStatus status, abError *error) {
    switch (status) {
    case AB_COMPLEMENTARITY_SOLVED:
        return AB_OK;
    case AB_COMPLEMENTARITY_INFEASIBLE:
        return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                            "complementarity: no forces meet all rows; row %zu lacks the most, "
                            "%.3g of the largest offset",
                            p->worst, p->violation);
    default:
        return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                            "complementarity: the matrix is not positive semidefinite");
    }
}

static const unsigned char s_kinds[] = {[AB_CONSTRAINT_UNILATERAL] = AB_ROW_UNILATERAL,
                                        [AB_CONSTRAINT_BILATERAL] = AB_ROW_BILATERAL,
                                        [AB_CONSTRAINT_BOUNDED] = AB_ROW_BOUNDED};

static abResult solve(const abComplementarityProblem *problem, abArena *arena, double *forces,
                      double *accelerations, abComplementaritySolution *solution, abError *error) {
    size_t n = (size_t)problem->count;
    unsigned char *kind = AB_ARENA_NEW(arena, unsigned char, n);
    unsigned char *side = AB_ARENA_NEW(arena, unsigned char, n);
    double *f = AB_ARENA_NEW(arena, double, n), *w = AB_ARENA_NEW(arena, double, n);
    void *workspace = AB_ARENA_NEW(arena, unsigned char, ab_complementarity_workspace(n));
    if (kind == NULL || side == NULL || f == NULL || w == NULL || workspace == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the rows of a complementarity problem");
    }
    for (size_t i = 0; i < n; i++) {
        kind[i] = s_kinds[problem->kinds != NULL ? problem->kinds[i] : AB_CONSTRAINT_UNILATERAL];
    }
    abComplementarity p = {.n = n,
                           .A = problem->matrix,
                           .b = problem->offset,
                           .kind = kind,
                           .lo = problem->low,
                           .hi = problem->high,
                           .tolerance = problem->tolerance,
                           .f = f,
                           .w = w,
                           .side = side};
    abComplementarityStatus status = ab_complementarity_solve(&p, workspace);
    if (forces != NULL) {
        memcpy(forces, f, n * sizeof *f);
    }
    if (accelerations != NULL) {
        memcpy(accelerations, w, n * sizeof *w);
    }
    if (solution != NULL) {
        *solution = (abComplementaritySolution){
            .residual = p.residual,
            .violation = p.violation,
            .worst_row = status == AB_COMPLEMENTARITY_INFEASIBLE ? (int)p.worst : -1,
            .factorisations = (int)p.factorisations};
    }
    return tell(&p, status, error);
}

abResult ab_complementarity(const abComplementarityProblem *problem, abAllocator allocator,
                            double *forces, double *accelerations,
                            abComplementaritySolution *solution, abError *error) {
    AB_TRY(check(problem, error));
    abArena arena;
    ab_arena_init(&arena, allocator, 4096);
    abResult result = solve(problem, &arena, forces, accelerations, solution, error);
    ab_arena_done(&arena);
    return result;
}
