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

#endif
