// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// effects.h - how much each parameter changes each output.

#ifndef ABUT_EFFECTS_H
#define ABUT_EFFECTS_H

#include "study/study.h"

enum { EFFECT_GROUPS = 64, EFFECT_BINS = 8 };

// Values of the cases that are done, by row.
typedef struct CaseTable {
    const Study *study;
    int64_t count;
    int64_t *numbers;
    double *inputs;  // parameters, a row after the other; a word counts as its place in the list
    double *outputs; // NAN where there is none
} CaseTable;

// The means of an output over groups of cases: of each listed value, or of as many bins with equally
// many cases.
typedef struct MainEffect {
    int groups;
    double input[EFFECT_GROUPS], mean[EFFECT_GROUPS];
    double low, high; // the least and greatest of the means
} MainEffect;

abResult main_effect(const CaseTable *table, int parameter, int output, MainEffect *out,
                     abError *error);

// Shares of the variance of an output, with intervals that hold the true value in 95 of 100 studies.
typedef struct SobolIndex {
    double first, first_low, first_high; // by the parameter alone
    double total, total_low, total_high; // with all it does together with others
} SobolIndex;

// From `rows` blocks of dimensions + 2 values as sampling saltelli orders them; blocks with a NAN are
// left out. Returns how many were used; the indices are NAN with fewer than two, or no variance.
int64_t sobol_indices(const double *values, int64_t rows, int dimensions, int64_t seed,
                      SobolIndex *out);

#endif
