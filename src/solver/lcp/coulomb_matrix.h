// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// coulomb_matrix.h - the matrix of coulomb.c, scaled and with a regularisation, dense or by its graph; and
// the slopes of its conditions, which are made of its rows.

#ifndef AB_COULOMB_MATRIX_H
#define AB_COULOMB_MATRIX_H

#include "math/linear/envelope.h"
#include "solver/lcp/coulomb.h"

enum { AB_SLOPE_ROWS = 2, AB_SLOPE_ENTRIES = 4 };

// A row of slopes: shares of rows of the matrix and single entries. Shares of zero are not read.
typedef struct abSlope {
    bool is_plain; // the row of the matrix itself, as written below
    double share[AB_SLOPE_ROWS];
    size_t from[AB_SLOPE_ROWS];
    double entry[AB_SLOPE_ENTRIES];
    size_t column[AB_SLOPE_ENTRIES];
} abSlope;

typedef struct abCoulombMatrix {
    const abCoulomb *p;
    const double *scale;    // n
    double *diagonal;       // n, scaled, without the regularisation
    double *regularisation; // n, on it
    abSlope *slope;         // n
    double *w;              // n: A x + b while forces are pushed one by one
    const double *b;        // n, then
    // dense
    double *A, *J; // n * n; the regularisation is in A
    size_t *pivot;
    // graph
    double *entries; // in the envelope
    abEnvelope factor;
    double *speeds; // 6 by body
    size_t *place;  // n: of a row in the order
} abCoulombMatrix;

size_t ab_coulomb_matrix_workspace(const abCoulomb *problem);
void ab_coulomb_matrix_lay_out(abCoulombMatrix *matrix, const abCoulomb *problem,
                               const double *scale, void *workspace);
// For the scales as they are. False when a number is not finite.
bool ab_coulomb_matrix_load(abCoulombMatrix *matrix);
void ab_coulomb_matrix_set_regularisation(abCoulombMatrix *matrix, double regularisation);
// The diagonal with the regularisation.
double ab_coulomb_matrix_diagonal(const abCoulombMatrix *matrix, size_t row);
// y += A x
void ab_coulomb_matrix_add(abCoulombMatrix *matrix, const double *x, double *y);
// One force after the other: begins with x, whose entry `row` then grows by a step; A x + b there.
void ab_coulomb_matrix_start(abCoulombMatrix *matrix, const double *x, const double *b);
void ab_coulomb_matrix_push(abCoulombMatrix *matrix, size_t row, double step);
double ab_coulomb_matrix_apply(const abCoulombMatrix *matrix, size_t row, double x);
// Solves the slopes for x, in place. False when they are singular.
bool ab_coulomb_matrix_solve(abCoulombMatrix *matrix, double *x);

#endif
