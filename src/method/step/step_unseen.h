// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_unseen.h - places that come into contact within a step beside the point that was known.

#ifndef AB_STEP_UNSEEN_H
#define AB_STEP_UNSEEN_H

#include "method/step/step.h"

// The share of the step, in (0, 1], after which it is to end for the end y1 to have no deeper contact
// than `tolerance` of the smaller shape at a place that no row held; 1: there is none.
double ab_step_share_seen(abStep *step, const double *y1, double tolerance);

// Places where rigid pairs that turn overlap at the end of a step, as points behind the known ones.
typedef struct abStepOverlaps {
    size_t count;   // of them so far
    double deepest; // of those found last                                               [m]
    double enough;  // what may be left                                                  [m]
} abStepOverlaps;

// Adds, as the bodies stand at the end y1, the places where such a pair overlaps by more than
// s_overlaps of the smaller shape; with places there already, only of pairs that had one. False for
// want of memory.
bool ab_step_find_overlaps(abStep *step, const double *y1, abStepOverlaps *out);
// After bodies were moved: how deep those pairs still overlap.
void ab_step_note_overlaps(abStep *step, const abStepOverlaps *overlaps);

#endif
