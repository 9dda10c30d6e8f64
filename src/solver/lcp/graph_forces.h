// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// graph_forces.h - forces of many contacts, some of which slip, from a guess of which of them
// press:
//
//   w = (A + C) f + b,   unilateral: 0 <= f, 0 <= w, f w = 0,   bilateral: w = 0         (1)
//
// A is that of contact_graph.h. C is what slip does: a force along a normal comes with a pull along
// the way of the slip, a share of it. Between events the guess is right, and the cost is that of
// one factorisation within the envelope. Of forces that are not unique those least in  sum A_ii
// f_i^2.

#ifndef AB_GRAPH_FORCES_H
#define AB_GRAPH_FORCES_H

#include "solver/lcp/contact_graph.h"

// M^-1 of the pull by a force of one in the row, body by body.
typedef struct abGraphPull {
    double Y[2][AB_GRAPH_SPEEDS];
} abGraphPull;

typedef struct abGraphForces {
    const abContactGraph *graph; // with its plan
    const abGraphPull *pull;     // n, zero where nothing slips; NULL: nowhere
    const double *b;             // n
    const unsigned char *kind;   // n, of abRowKind; none is bounded
    double
        regularisation; // > 0: share of the diagonal that A has more, so that forces are unique where rows
    // nearly say the same; accelerations err by so much of what each force does alone
    unsigned char *side; // n, of abRowSide: a guess in, those of the solution out
    double *f, *w;       // n each, out
    size_t factorisations;
} abGraphForces;

size_t ab_graph_forces_workspace(const abContactGraph *graph);

// False when some rounds of exchanges, or the numbers, do not come to a solution; there may be
// none.
bool ab_graph_forces_solve(abGraphForces *problem, void *workspace);

#endif
