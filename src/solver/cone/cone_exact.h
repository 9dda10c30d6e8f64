// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// cone_exact.h - few contacts to the end: Newton's method on (1), (2), (4) and (5) of cone.h as
// they stand, without taking friction apart from the rest.

#ifndef AB_CONE_EXACT_H
#define AB_CONE_EXACT_H

#include "solver/cone/cone.h"

// Whether it is for a problem, with at most so many rows; Newton's method on all of
// it at once, from the impulses there are. Changes nothing where it does not come to an answer
// within the tolerance. False for want of memory.
bool ab_cone_is_small(const abConeProblem *problem, int maximum);
// The answer is taken when it is off by no more than `accepted`, a velocity. A trial is given up where
// that takes more than sweeps would.
bool ab_cone_exact(abConeProblem *problem, abConeWorkspace *workspace, double accepted,
                   bool is_trial, abConeResult *result);

#endif
