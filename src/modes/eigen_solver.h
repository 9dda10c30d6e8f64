// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// eigen_solver.h - the lowest eigenmodes K phi = lambda M phi in a space that a solver gives.
//
// Lanczos iteration on S M with S = (K - sigma M)^-1 (ARPACK, mode 3). One vector finds one mode of
// several with the same frequency and may miss the others. So it is run again in the M-orthogonal
// complement of what was found, until a run finds nothing below the last mode wanted.
//
// Error   residual of a mode 1e-10 of its value; the error of frequencies is the square of that.
// Same bits: the start vector is fixed, so the same input gives the same modes with the same BLAS.
// Source  [Lehoucq1998] (ARPACK users' guide).
// Threads ARPACK keeps variables of its own: one computation at a time in a process.

#ifndef AB_EIGEN_SOLVER_H
#define AB_EIGEN_SOLVER_H

#include "modes/solid.h"

typedef struct abEigenProblem {
    const abSolid *solid;
    // x = S b, within the space; false when it cannot go on. 3 numbers a node.
    bool (*solve)(void *context, const double *b, double *x);
    void *context;
    double sigma;        // [1/s^2]
    size_t size;         // dimension of the space, modes to leave out counted
    const double *known; // M-orthonormal vectors to leave out, 3 n each
    int known_count;
} abEigenProblem;

typedef struct abEigenWish {
    int count;        // modes wanted; 0: all below the frequency
    double frequency; // [Hz]; INFINITY: as many as wanted
} abEigenWish;

typedef struct abEigenModes {
    int count;
    double *values;  // lambda, ascending [1/s^2]; one more than count when there is another mode
    double *vectors; // 3 n each, M-orthonormal; likewise
    bool has_next;   // the first mode left out is there too
    abArrays arrays;
} abEigenModes;

// AB_BAD_MODEL when more modes are wanted than the mesh has; AB_NUMERICS when the iteration does not
// arrive.
abResult ab_eigen_modes(const abEigenProblem *problem, const abEigenWish *wish, abEigenModes *modes,
                        abError *error);
void ab_eigen_modes_done(abEigenModes *modes, abAllocator allocator);

#endif
