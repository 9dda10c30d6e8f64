// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// statics.h - displacements of a solid under loads, with its interfaces held or moved.
//
//   K u + C^T l = f,  C u = g                                                                (1)
//
// C has six rows for each `mean` interface: the motion of its point. Nodes of `rigid` and `fixed`
// interfaces are held: u = 0 there. Where nothing is held, u = A^-1 (f - C^T l) + R a with A as in
// sparse_factor.h, the rigid motions R, and R^T (f - C^T l) = 0; with W = A^-1 C^T:
//
//   [ C W   -C R ] [l]   [C A^-1 f - g]
//   [ R^T C^T  0 ] [a] = [R^T f       ]                                                      (2)
//
// A free body without interfaces has A = K - sigma M instead, see ab_statics_shift.

#ifndef AB_STATICS_H
#define AB_STATICS_H

#include "modes/interface.h"
#include "modes/sparse_factor.h"

typedef struct abStatics {
    const abSolid *solid;
    const abInterface *interfaces;
    int interface_count;
    bool is_held;   // some node is
    bool has_shift; // A = K - sigma M
    double sigma;   // [1/s^2]
    abSparseFactor *factor;
    unsigned char *nodes_held;
    int row_count;  // of C
    double *W;      // A^-1 C^T, 3 n each
    double *R;      // rigid motions, 3 n each; where nothing is held
    double *border; // factored (2)
    size_t *pivot;
    double *right; // of (2)
} abStatics;

// Factors; everything small comes from `arena`. `is_free`: interfaces move with the body, none is held.
abResult ab_statics_create(const abSolid *solid, const abInterface *interfaces, int count,
                           bool is_free, abArena *arena, abStatics *out, abError *error);
void ab_statics_done(abStatics *statics);

// Solves (1) for f (NULL: 0) and g (row_count numbers; NULL: 0). `f` and `u` may be the same. False
// when it cannot go on.
bool ab_statics_solve(abStatics *statics, const double *f, const double *g, double *u);

// The shift below 0 for a free body [1/s^2]: small against its lowest elastic modes.
double ab_statics_shift(const abSolid *solid);

// Dimension of the space that is left to displacements.
size_t ab_statics_size(const abStatics *statics);

#endif
