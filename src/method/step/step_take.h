// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_take.h - one step that can be relied on: from (t, y) over h or less, whatever meets in it.
//
// A method asks for a step and gets one: of the length it asked for, or shorter with the reason. The
// step is of second order where the motion is smooth, holds contacts that are too stiff for its
// length as rigid ones with the restitution of their law, and makes no energy: what bodies have and
// what contacts store at its end is not more than at its start and what gravity, forces and drives
// have done. Every number by which it decides is in the step, the pair caches or `abStepWish`, so
// that a step taken again from the same state has the same bits.
//
// After ab_step_take the solution stands in the step: points with their impulses, links, bodies. The
// caller reads its books, events and loads from there; nothing of the caller's state has moved but
// y1. It calls ab_step_settle when it goes on from y1, or ab_step_forget when it drops the step.

#ifndef AB_STEP_TAKE_H
#define AB_STEP_TAKE_H

#include "abut/result.h"
#include "method/step/step.h"

typedef enum abStepCut {
    AB_STEP_WHOLE,         // it has the length that was asked for
    AB_STEP_CUT_BY_ERROR,  // its places would err by more than is allowed
    AB_STEP_CUT_BY_ENERGY, // it would have made energy
    AB_STEP_CUT_BY_TOUCH,  // something would have touched in it: it ends there
    AB_STEP_CUT_BY_JOINTS, // it turned too far for its joints
} abStepCut;

typedef struct abStepWish {
    double t, h; // [s]
    // error of places by the size of the bodies that is allowed; 0: it is not asked
    double tolerance;
    bool ends_at_hits; // of those that would err by more: step_touch.c
    // where it must be shorter: at most so many halvings. A step that errs too much after the last is
    // taken, and `error` says so; one that makes energy is not
    int halvings_by_error, halvings_by_energy;
} abStepWish;

typedef struct abStepTaken {
    double h;      // what was taken                                                      [s]
    abStepCut cut; // the last reason
    int solved;    // steps solved for this one
    int halved;    // how often for its error
    int touches;   // how often for what touches in it
    double error;  // of places, by what is allowed; 0 when not asked
    double gain;   // what the step made, above zero only by the error of the solution   [J]
    double turned; // energy turned over in it: what `gain` is to be compared with       [J]
    double around; // it ends before a hit, and the next step is to be so long; 0: it does not [s]
    bool is_hit;   // something is hit in it
    int pair;      // the cache of the contact that made most energy; -1: none
} abStepTaken;

// Finds a step from y and puts the state at its end into y1, but for the book. An error names the
// pair, the quantity and the time: a force that is not finite, or energy that is made however short
// the step is. y and y1 may not be the same.
abResult ab_step_take(abStep *step, const abStepWish *wish, const double *y, double *y1,
                      abStepTaken *taken, abError *error);

// The step counts: what its contacts have stored is where their next step begins.
void ab_step_settle(abStep *step);

// The step does not count: laws that began in it have not.
void ab_step_forget(abStep *step);

// The pair is apart: its next contact begins its law anew.
void ab_step_end_law(abStep *step, abStepPairCache *cache);

#endif
