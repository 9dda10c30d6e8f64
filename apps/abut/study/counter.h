// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// counter.h - one number of the events and contacts of a pair over a run.

#ifndef ABUT_COUNTER_H
#define ABUT_COUNTER_H

#include <stdbool.h>

#include "abut/abut.h"

// What a pair has gone through so far.
typedef struct PairTally {
    int sides[2];       // bodies from 1, or shapes as -1 - index
    int touching;       // contacts that exist
    bool has_touched;   // at some time
    double since;       // that it touches                                   [s]
    double first, last; // touch, release; NAN: none                         [s]
    double together;    // touching, until `since`                           [s]
    double slip;        // integral of its speed                             [m]
    double impact_time; // of the impact or touch counted last               [s]
    int meetings;
} PairTally;

typedef struct Counter {
    const char *name, *unit, *text;
    double (*result)(const PairTally *pair, double end);
} Counter;

extern const Counter counters[];
extern const int counter_count;

PairTally pair_begin(int a, int b);
// The first frame, then events and values of the slip speed in order of time.
void pair_start(PairTally *pair, const abFrame *frame);
void pair_event(PairTally *pair, const abEvent *event);
void pair_slip(PairTally *pair, double weight, const abFrame *frame);

#endif
