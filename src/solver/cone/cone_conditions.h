// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_conditions.h - (1) and (2) of cone.h as equations in the impulses of few contacts, and their
// slope, for cone_exact.c.

#ifndef AB_CONE_CONDITIONS_H
#define AB_CONE_CONDITIONS_H

#include "solver/cone/cone.h"

enum { AB_CONE_RECENT = 6 };

typedef struct abConeExact {
    abConeProblem *problem;
    abConeWorkspace *workspace;
    size_t n; // rows
    size_t *pivot;
    size_t *held;  // the rows that A has
    double *W, *A; // n x n
    double *alone; // by row of the slope: it is this at its own place and nothing else; 0: A has it
    double *p, *u, *off;  // as last placed: impulses, speeds with biases, what (1) and (2) are off
    double *step, *start; // impulses before a step
    double *asked;        // of the rows that are held
    double *center;       // p_k
    double *mark, *first; // before a round; before all
    double *best;         // the best of all rounds
    double *begin;        // impulses that a round begins with
    double *r;            // by the share: how much each row gives way
    bool has_one_motion;  // whatever shares of what holds there are
    bool has_whole;       // rounds can be solved by cone_newton.c, too
    bool is_whole;        // and that costs less
    double share;         // r by W_ii
    double rounding;      // of speeds, by that of the impulses as placed
    double whole_work;    // multiplications of a step of cone_newton.c in a trial, else 0
    double work, maximum; // likewise, of all factorisations: so far, at most
    double sizes[AB_CONE_RECENT]; // sums of squares of the last steps of a round
    int size_count;
} abConeExact;

// Rows of contacts and links that act; their impulses, in the order of rows.
size_t ab_cone_count_rows(const abConeProblem *problem);
void ab_cone_read_impulses(const abConeProblem *problem, double *p);
// W, of unit impulses on bodies at rest: afterwards they have to be placed.
void ab_cone_make_matrix(abConeExact *e);
// What one share of regularisation means for each row.
void ab_cone_set_regularisation(abConeExact *e);
// Impulses, and the motion that belongs to them.
void ab_cone_place(abConeExact *e, const double *p);
// What (1) and (2) are off for the impulses as placed, into `off`; with their slope into A and
// `alone`. Returns the greatest.                                                          [m/s]
double ab_cone_conditions(abConeExact *e, bool slope);

#endif
