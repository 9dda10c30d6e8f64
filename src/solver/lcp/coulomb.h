// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// coulomb.h - contact forces with dry friction from accelerations:  w = A f + b  (or velocities).
//
// Rows are normals (f >= 0, w >= 0, f w = 0), tangents of contacts, and bilateral rows (w = 0). For
// the tangents t of a contact, one in the plane, two in space, with the normal n and the
// coefficient mu:
//
//   at rest    |f_t| <= mu f_n;  w_t = 0, or f_t = -mu f_n w_t / |w_t|: it begins to slip     (1)
//   slides     f_t = -mu f_n d, d the direction of the slip                                 (2)
//
// The cone is round. Unlike without friction there may be no solution at all, or several (Painleve
// 1895), when (2) makes a contact push itself together; both are found and told.

#ifndef AB_COULOMB_H
#define AB_COULOMB_H

#include <stdbool.h>
#include <stddef.h>

#include "solver/lcp/contact_graph.h"

#define AB_NO_ROW ((size_t)-1)

typedef enum abCoulombMode { AB_COULOMB_OPEN, AB_COULOMB_STICKS, AB_COULOMB_SLIPS } abCoulombMode;

typedef enum abCoulombStatus {
    AB_COULOMB_SOLVED,
    AB_COULOMB_AMBIGUOUS,    // solved, but with some contact open, or closed, there is another
                             // solution
    AB_COULOMB_INCONSISTENT, // no forces of this kind; only an impact goes on. f is the last guess
    AB_COULOMB_STOPPED,      // not found within the bound on iterations
    AB_COULOMB_NOT_FINITE
} abCoulombStatus;

typedef struct abCoulombContact {
    size_t normal;     // its row
    size_t tangent[2]; // AB_NO_ROW: without friction, or in the plane
    double friction;   // mu >= 0
    bool slides;
    double slip[2]; // d of (2), of length 1; read when it slides
    double given;   // >= 0: of the normal force, beside f: it is in b, and friction counts it too
    // Results.
    abCoulombMode mode;
    double stiffness; // of a sliding contact: dw_n / df_n while all others keep their mode; not
                      // above zero where a solution is missing or one too many; not by a graph
} abCoulombContact;

typedef struct abCoulomb {
    size_t n, contacts;
    const double *A, *b;         // n * n, n; rows that belong to no contact are bilateral
    const abContactGraph *graph; // with its plan, in place of A; NULL: A
    abCoulombContact *contact;
    double *f, *w; // results, n each; with `warm` f is a first guess
    bool warm;
    double regularisation; // > 0: share of the diagonal that A has more, in: at least, out: of the
                           // solution; 0: none
    double enough;         // without a regularisation: a residual that serves; 0: as far as it goes
    double residual;   // in parts of the largest b, both scaled by the root of the diagonal of A
    size_t iterations; // of Newton's method
} abCoulomb;

size_t ab_coulomb_workspace(size_t n);                          // with A
size_t ab_coulomb_graph_workspace(const abContactGraph *graph); // with a graph
abCoulombStatus ab_coulomb_solve(abCoulomb *problem, void *workspace);

#endif
