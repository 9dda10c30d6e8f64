// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dense.h - small dense linear algebra on row-major arrays, in a fixed order of operations.
//
// For sizes up to a few hundred; larger and sparse systems go to KLU.

#ifndef AB_DENSE_H
#define AB_DENSE_H

#include <stdbool.h>
#include <stddef.h>

// Solves A x = b by LU with row pivoting, A and b overwritten (b with x). `pivot` has n entries.
// False when a pivot is zero or not finite. Source: Golub & Van Loan, alg. 3.4.1.
bool ab_lu_solve(size_t n, double *A, size_t *pivot, double *b);
bool ab_lu_factor(size_t n, double *A, size_t *pivot);
void ab_lu_apply(size_t n, const double *LU, const size_t *pivot, double *b);

#endif
