// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reduced_checks.h - what the matrices of a reduced body must satisfy.

#ifndef AB_REDUCED_CHECKS_H
#define AB_REDUCED_CHECKS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "flexible/reduced_body.h"

// Whether a matrix of m x m numbers is not symmetric, or not positive definite (semidefinite where
// `is_definite` is false): then `fault` becomes what follows "... is ". Small differences of [k][l]
// and [l][k] are made equal.
bool ab_modal_matrix_fault(double *matrix, size_t m, bool is_definite, abArena *scratch,
                           char *fault, size_t size);

// The first mode (from 0) that, with those before it, moves the whole body without deforming it;
// -1: none does. -2: no memory.
int ab_first_rigid_mode(const abMassIntegrals *integrals, int mode_count, abArena *scratch);

#endif
