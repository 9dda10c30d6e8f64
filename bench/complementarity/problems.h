// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// problems.h - the problems  w = A f + b,  f >= 0,  w >= 0,  f w = 0  that all solvers get.

#ifndef AB_BENCH_PROBLEMS_H
#define AB_BENCH_PROBLEMS_H

#include <stdbool.h>
#include <stddef.h>

#ifndef __cplusplus
#include "solver/lcp/contact_graph.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Entries even and independent, A = G G' / n + 1e-3: about half the rows press.
void problem_random(size_t n, double *A, double *b);
// Like that with b < 0: most rows press.
void problem_pressed(size_t n, double *A, double *b);
// Unit cubes of unit mass on each other with 3 or 4 points of contact between two; g = 9.81.
// n = points * boxes.
void problem_stack(size_t boxes, size_t points, double *A, double *b);

// The same stack as a graph: n rows, a body per box.
#ifndef __cplusplus
void problem_stack_rows(size_t boxes, size_t points, abGraphRow *rows);
#endif

// The largest of |min(f, w)|, in parts of the largest |b|: 0 for a solution.
double problem_residual(size_t n, const double *A, const double *b, const double *f);

// Solves it `count` times; false when the solver says it failed. CPU time of the fastest  [s].
bool bullet_dantzig(size_t n, const double *A, const double *b, double *f, double *time);

#ifdef __cplusplus
}
#endif

#endif
