// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_energy.h - the energy of a step: works, stores, and what it made.

#ifndef AB_STEP_ENERGY_H
#define AB_STEP_ENERGY_H

#include "method/step/step.h"

// Of B relative to A where a point acts, over the step.
typedef struct abStepMotion {
    abVec3 mean, change;           // of velocity                                       [m/s]
    abVec3 mean_turn, change_turn; // of spin                                         [rad/s]
} abStepMotion;

abStepMotion ab_step_motion(const abStep *step, const abStepPoint *point);

// What the points of a pair store where the step begins and where it ends; and what was stored at the
// end of the step before, which is a little else.                                         [J]
typedef struct abStepStore {
    double start, end, before;
} abStepStore;

// Whether what a pair stores belongs to it from step to step.
bool ab_step_carries(const abStepPairCache *cache);
abStepStore ab_step_store(const abStep *step, const abStepPairCache *cache);

typedef struct abStepGain {
    double gain;    // energy that contacts, limits and ropes gave; below zero: took        [J]
    double rubbed;  // what friction took of that                                            [J]
    double by_mean; // what friction gave at stiff points by mean speeds, not by the last    [J]
    double turned;  // energy turned over by them                                           [J]
    double moving;  // of the bodies at contacts, at the start                              [J]
    double falling; // what they would gain in a fall by their size                         [J]
    double slack;   // what the solution errs by                                            [J]
    double bent;    // what arcs of turning bodies err by, at most                          [J]
    int pair;       // the cache of the pair that gave most; -1: none gave
    // energy that force elements made, and what they may as what turns errs; below zero: took   [J]
    double by_elements, elements_may;
    // likewise what bringing the step back to its joints made, and may make or take             [J]
    double by_joints, joints_may;
} abStepGain;

// step_begin.c, after ab_step_find: what laws store where the step begins must have been stored.
void ab_step_limit_stores(abStep *step);
// Likewise, at the start of a run: begins the laws of pairs that overlap there, and marks these as
// touching. False: there are none.
bool ab_step_begin_overlaps(abStep *step);
// After ab_step_solve.
abStepGain ab_step_gain(const abStep *step);

#endif
