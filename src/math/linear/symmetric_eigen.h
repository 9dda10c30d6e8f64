// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// symmetric_eigen.h - eigenvalues and vectors of small symmetric matrices, in a fixed order of
// operations.

#ifndef AB_SYMMETRIC_EIGEN_H
#define AB_SYMMETRIC_EIGEN_H

#include <stdbool.h>
#include <stddef.h>

// A = V diag(values) V' for a row-major symmetric A, which is destroyed. Values rise; column k of V
// (V[i n + k]) belongs to value k and has length one. Cyclic Jacobi rotations: small values are as
// right, relative to the largest, as rounding allows. False when 60 sweeps do not bring the
// off-diagonal below rounding, which numbers that are finite never need.
// Cost some 6 n^3 a sweep, about 8 sweeps; for n up to a few hundred.
// Source: Golub & Van Loan, section 8.5.
bool ab_symmetric_eigen(size_t n, double *A, double *values, double *V);

// The same of A x = value B x with B symmetric positive definite, both destroyed: V' B V = 1. False
// also when B is not positive definite.
bool ab_symmetric_eigen_of_pair(size_t n, double *A, double *B, double *values, double *V);

#endif
