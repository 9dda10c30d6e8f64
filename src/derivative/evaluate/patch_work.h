// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_work.h - what the slope of the energy stored in a patch has beside the forces of its points.

#ifndef AB_PATCH_WORK_H
#define AB_PATCH_WORK_H

#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_pair.h"

// Adds to the force and torque of `now`, which has those of the points, the work of their weights: see
// patch_work.c.
void ab_patch_work(abDerivative *derivative, const abContactPair *pair, abContactPairNow *now);

#endif
