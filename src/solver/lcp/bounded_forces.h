// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bounded_forces.h - forces between bounds by pivoting, whatever way the matrix is held.
//
// The matrix comes as functions, dense or sparse; all quantities here are scaled, so that the
// diagonal of A is about one.

#ifndef AB_BOUNDED_FORCES_H
#define AB_BOUNDED_FORCES_H

#include <stdbool.h>
#include <stddef.h>

// The free rows' part of A is factored, its diagonal larger by a share, the regularisation.
typedef struct abForceMatrix {
    void *self;
    void (*set_regularisation)(void *self, double regularisation);
    // Makes rows with AB_SIDE_FREE the free ones, factored.
    void (*choose)(void *self, const unsigned char *side);
    // x becomes (A_FF + regularisation diag A_FF)^-1 x in its free entries; the others are left.
    void (*solve)(void *self, double *x);
    // All rows free, with these added to the diagonal instead of the regularisation; until the next
    // set_regularisation.
    void (*factor_all)(void *self, const double *added);
    // y += A x
    void (*add_product)(void *self, const double *x, double *y);
} abForceMatrix;

typedef struct abBoundedForces {
    size_t n;
    const abForceMatrix *matrix;
    const double *diagonal; // n, of A
    const double *lo, *hi;  // n, may be infinite
    double *b;              // n; out: with what it lacked
    double scale;           // of b; what is small beside it is rounding

    double *x;           // n: forces
    unsigned char *side; // n, in and out
    double *lack;        // n: what had to be added to b for a solution to exist

    double *w, *step, *image, *centre;      // n each: workspace; w = A x + b at the end
    double *z, *y, *second_z, *second_y;    // n each: workspace
    unsigned char *best_side, *centre_side; // n: workspace

    double minimum_regularisation; // that was tried
    size_t sweeps;
    bool stopped; // met the bound on the number of pivots, or the forces do not settle
} abBoundedForces;

// Number of doubles of the workspace above.
#define AB_BOUNDED_FORCES_WORKSPACE 8

// Least forces with  w = A x + b,  lo <= x <= hi  and the signs of w that belong to the sides.
void ab_bounded_forces_solve(abBoundedForces *forces);

#endif
