// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reducer.h - one number of a series over a run, fed with its values in order of time.

#ifndef ABUT_REDUCER_H
#define ABUT_REDUCER_H

#include <math.h>

// What a series has come to so far.
typedef struct Tally {
    double weight, sum, square; // integrals of 1, of the series, of its square, where it is defined
    double best, best_time;     // of reducers that look for the greatest or least; NAN: none
    double last;                // the value at the end
    double wanted_time, wanted; // of `at`
} Tally;

// What it has to see of a run.
typedef enum ReducerSight { SEES_ALL, SEES_INSTANT, SEES_END } ReducerSight;

typedef enum ReducerUnit { UNIT_OF_SERIES, UNIT_SECONDS, UNIT_TIMES_S } ReducerUnit;

typedef struct Reducer {
    const char *name;
    ReducerSight sees;
    int turns; // +1: looks for the greatest value, -1: for the least
    ReducerUnit unit;
    const char *text;
    double (*result)(const Tally *tally);
} Reducer;

extern const Reducer reducers[];
extern const int reducer_count;

static inline Tally tally_begin(void) {
    return (Tally){.best = NAN, .best_time = NAN, .last = NAN, .wanted_time = NAN, .wanted = NAN};
}
// A value with its weight in integrals.
void tally_add(Tally *tally, const Reducer *reducer, double weight, double time, double value);

#endif
