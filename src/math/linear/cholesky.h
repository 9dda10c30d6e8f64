// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cholesky.h - small symmetric positive definite systems on row-major arrays, in a fixed order of
// operations.

#ifndef AB_CHOLESKY_H
#define AB_CHOLESKY_H

#include <stddef.h>

// A = L L', the lower triangle of A overwritten with L; the upper one is not looked at. Returns n,
// or the row whose pivot is not above `least` times its diagonal: A is not positive definite, and
// the rows up to it say so. Cost n^3 / 6. Source: Golub & Van Loan, alg. 4.2.1.
size_t ab_cholesky_factor(size_t n, double *A, double least);
// Solves L L' x = b; b becomes x.
void ab_cholesky_apply(size_t n, const double *L, double *b);

#endif
