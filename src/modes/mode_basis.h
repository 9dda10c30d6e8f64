// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mode_basis.h - displacements that span what a reduced body can do, and the modes made of them.
//
// Columns have 3 numbers a node. ab_mode_basis_solve replaces them by as many combinations as are
// independent, with Phi^T M Phi = 1 and Phi^T K Phi = diag(lambda), lambda ascending.

#ifndef AB_MODE_BASIS_H
#define AB_MODE_BASIS_H

#include "modes/solid.h"

typedef struct abModeBasis {
    const abSolid *solid;
    size_t rows; // 3 a node
    int count;   // columns
    int capacity;
    double *columns; // rows x capacity
    double *image;   // likewise: K or M times them
    double *lambda;  // per column, after ab_mode_basis_solve [1/s^2]
    double *M, *K;   // capacity x capacity: of the columns
    double *scratch; // 3 capacity x capacity
    abArrays arrays;
} abModeBasis;

// Room for `capacity` columns. AB_IO for want of memory.
abResult ab_mode_basis_create(const abSolid *solid, int capacity, abModeBasis *basis,
                              abError *error);
void ab_mode_basis_done(abModeBasis *basis);

// The next column, zero.
double *ab_mode_basis_add(abModeBasis *basis);
double *ab_mode_basis_column(const abModeBasis *basis, int column);

// Takes out what vectors M-orthonormal among themselves (rows x count) have in the columns; a column of
// which rounding alone is left becomes 0.
void ab_mode_basis_leave_out(abModeBasis *basis, const double *vectors, int count);
// M and K of the columns into basis->M and K (count x count).
void ab_mode_basis_matrices(abModeBasis *basis);
// To modes; the signs are such that the largest component is above 0. AB_NUMERICS when LAPACK gives up.
abResult ab_mode_basis_solve(abModeBasis *basis, abError *error);

// Makes the vectors (rows x count) M-orthonormal; false when they depend on each other.
bool ab_make_orthonormal(const abSolid *solid, double *vectors, int count, double *image);

#endif
