// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_touch.h - what is hit within a step, when, and how long the step may be around it.

#ifndef AB_STEP_TOUCH_H
#define AB_STEP_TOUCH_H

#include "method/step/step.h"

typedef struct abStepTouches {
    double first;   // how long after the start of the step; INFINITY: nothing is hit       [s]
    double longest; // step in which no bounce is left out that is to be seen               [s]
    double error;   // of bodies that are hit, by what is allowed
} abStepTouches;

// Marks the bodies that are hit, and those that these push: their velocities jump.
void ab_step_mark_struck(abStep *step);
// Marks those that marked bodies push or pull, and that limits and ropes hit, in `struck`, per body;
// whether any is marked then.
bool ab_step_spread_struck(const abStep *step, bool *struck);
// With the shares that bodies err by, those of places by what is allowed.
abStepTouches ab_step_find_touches(const abStep *step);
// The length with which a step that errs by its hits is taken again; step->h: it does not err by
// them. It ends before the first hit, and `around` is the length of the next step, with this hit in
// its middle; or it is short enough to be taken with the hit, and `around` is 0.             [s]
double ab_step_length_by_touches(const abStep *step, const abStepTouches *touches, double *around);

#endif
