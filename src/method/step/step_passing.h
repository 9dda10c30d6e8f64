// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_passing.h - bodies that turn past each other within a step.

#ifndef AB_STEP_PASSING_H
#define AB_STEP_PASSING_H

#include "method/step/step.h"

// The share of the step, in (0, 1], after which it is to end so that no two bodies that press nowhere
// come nearer than `tolerance` of the smaller shape and are apart again at its end; 1: there are none.
double ab_step_share_before_passing(abStep *step, double tolerance);

#endif
