// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modal_body.h - what the motion of a body with modes needs, of the modes that were chosen.

#ifndef AB_MODAL_BODY_H
#define AB_MODAL_BODY_H

#include <stdbool.h>

#include "abut/result.h"
#include "base/arena.h"
#include "flexible/reduced_body.h"

// A matrix of m x m numbers by rows.
typedef struct abModalMatrix {
    double *at;
    bool is_diagonal; // all others are zero, and are not looked at
} abModalMatrix;

// Constant once made.
typedef struct abModalBody {
    int mode_count;
    abMassIntegrals mass;       // of the modes chosen
    abModalMatrix mass_inverse; // of modal_mass
    abModalMatrix K, D;
    double *q, *q_rate; // at the start
    double *omega;      // angular frequencies of K and modal_mass, rising                [rad/s]
    double *reach;      // of each mode: the farthest that q = 1 moves a node            [m]
    double *Phi;        // of the reduced body, of these modes: (3 i + a) m + k
    double *Psi;        // likewise; NULL
    const int *kept;    // of each mode, its column in the reduced body
    abReducedBody *whole;
} abModalBody;

// Which modes, and how they are damped.
typedef struct abModalChoice {
    const int *modes; // numbers from 1, rising; NULL: all
    int mode_count;
    double frequency_below;   // of a mode alone, sqrt(K_kk / M_kk) / 2 pi; INFINITY: all  [Hz]
    double damping;           // ratio of each eigenmode of K and modal_mass; NAN: as the file says
    const double *q, *q_rate; // at the start, of all modes of the file; NULL: as the file says
} abModalChoice;

// Everything comes from `arena`. AB_BAD_MODEL where no mode is left, or one moves the body as a
// whole; the body must have passed its reader. Cost m^3.
abResult ab_modal_body_make(abReducedBody *whole, const abModalChoice *choice, abArena *arena,
                            abModalBody *out, abPlace place, abError *error);

// Three rows of the reduced body with the columns of the modes chosen; NULL for want of memory.
const double *ab_modal_rows(const abModalBody *body, const double *rows, abArena *arena);

// The farthest of a node from the centre of mass, undeformed.                                [m]
double ab_modal_body_bound(const abModalBody *body);

// y = A x.
void ab_modal_times(const abModalMatrix *A, int mode_count, const double *x, double *y);
// x A y.
double ab_modal_product(const abModalMatrix *A, int mode_count, const double *x, const double *y);

#endif
