// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// complementarity_rows.h - what the dense solver and that of the contact graph share: bounds,
// scales, a subset on its way to bounded_forces.c and back, the verdict.
//
//   f = s x,  s_i^2 about 1 / A_ii:   (s A s) x + s b,  a diagonal of about one           (1)
//
// The scales are powers of two, so that scaling rounds nothing.

#ifndef AB_COMPLEMENTARITY_ROWS_H
#define AB_COMPLEMENTARITY_ROWS_H

#include "solver/lcp/bounded_forces.h"
#include "solver/lcp/complementarity.h"

typedef struct abRowsWork {
    abComplementarity *problem;
    double *scale;              // n: s of (1), 0 for a row that no force can move
    double *lack;               // n
    double *reference;          // n: what is much for w of a row, scaled
    double noise;               // of b, where others are that large
    double *lo, *hi, *diagonal; // of the subset in hand
    unsigned char *side;
    abBoundedForces forces;
    bool settled; // all subsets so far
} abRowsWork;

enum { AB_ROWS_DOUBLES = 9 + AB_BOUNDED_FORCES_WORKSPACE }; // of room per row
size_t ab_rows_workspace(size_t n);
// Lays out the vectors for n rows; returns what comes behind.
void *ab_rows_lay_out(abRowsWork *work, abComplementarity *problem, void *workspace);

// Scales from the diagonal of A, an entry every `stride`. A row without a diagonal has no entry
// elsewhere.
void ab_rows_scale(abRowsWork *work, const double *diagonal, size_t stride);
// False when b or a bound is not a number, or no force fits the bounds.
bool ab_rows_are_finite(const abComplementarity *p);

// Row i of the problem becomes row k of the subset; `diagonal` is scaled.
void ab_rows_load(abRowsWork *work, size_t k, size_t i, double diagonal);
// Sides from a guess of the forces x and their w.
void ab_rows_guess_sides(abRowsWork *work, size_t m);
// Solves the m rows loaded; row k is row[k] of the problem.
void ab_rows_solve(abRowsWork *work, const size_t *row, size_t m, const abForceMatrix *matrix);
void ab_rows_solve_dead(abRowsWork *work);

// Takes p->w = A f + b; fills in residual, violation and lack.
abComplementarityStatus ab_rows_judge(abRowsWork *work);

#endif
