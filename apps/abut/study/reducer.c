// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reducer.c - from a tally to the number that was asked for. NAN: there is none.

#include "study/reducer.h"

static double min_of(const Tally *t) {
    return t->best;
}
static double max_of(const Tally *t) {
    return t->best;
}
static double argmax_of(const Tally *t) {
    return t->best_time;
}
static double mean_of(const Tally *t) {
    return t->weight > 0.0 ? t->sum / t->weight : NAN;
}
static double rms_of(const Tally *t) {
    return t->weight > 0.0 ? sqrt(t->square / t->weight) : NAN;
}
static double integral_of(const Tally *t) {
    return t->sum;
}
static double final_of(const Tally *t) {
    return t->last;
}
static double at_of(const Tally *t) {
    return t->wanted;
}

const Reducer reducers[] = {
// {"min", SEES_ALL, -1, UNIT_OF_SERIES, "the least value", min_of}, ...
#define REDUCER(symbol, sees, turns, unit, text) {#symbol, sees, turns, unit, text, symbol##_of},
#include "study/reducers.def"
#undef REDUCER
};
const int reducer_count = (int)(sizeof reducers / sizeof reducers[0]);

void tally_add(Tally *tally, const Reducer *reducer, double weight, double time, double value) {
    if (isnan(value)) {
        return;
    }
    tally->weight += weight;
    tally->sum += weight * value;
    tally->square += weight * value * value;
    if (reducer->turns != 0 && !(reducer->turns * (value - tally->best) <= 0.0)) {
        tally->best = value;
        tally->best_time = time;
    }
}
