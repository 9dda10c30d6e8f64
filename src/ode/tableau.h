// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tableau.h - an embedded explicit Runge-Kutta pair with dense output, as data.

#ifndef AB_TABLEAU_H
#define AB_TABLEAU_H

enum { AB_STAGES_MAX = 16, AB_POWERS_MAX = 7 };

// A stage and what it is multiplied by.
typedef struct abTerm {
    int stage;
    double factor;
} abTerm;

typedef struct abDenseTerm {
    int stage;
    double factor[AB_POWERS_MAX]; // of theta, theta^2, ...
} abDenseTerm;

// Stages 0 .. count-1; the last of them is the derivative at the new state, first of the next step.
// Stages beyond are needed by the polynomial only.
typedef struct abTableau {
    int order, count, dense_count, powers;
    double c[AB_STAGES_MAX];
    abTerm a[AB_STAGES_MAX][AB_STAGES_MAX];
    int terms[AB_STAGES_MAX];    // in each row of a
    abTerm e[AB_STAGES_MAX];     // error of the step
    abTerm e_low[AB_STAGES_MAX]; // a second one of lower order, or none
    int error_terms, low_terms;
    abDenseTerm d[AB_STAGES_MAX];
    int dense_terms;
    double stability; // on the negative real axis
} abTableau;

extern const abTableau ab_dormand_prince_5;
extern const abTableau ab_dormand_prince_8;

#endif
