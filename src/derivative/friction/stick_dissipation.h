// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stick_dissipation.h - which of the points held last must slip.

#ifndef AB_STICK_DISSIPATION_H
#define AB_STICK_DISSIPATION_H

#include "derivative/state/derivative.h"

// Calls `slip` for those of the points held last that must slip, with the direction
// they take. False when all of them hold.
typedef void (*abStickSlip)(abDerivative *derivative, size_t tangential, abVec3 direction);
bool ab_stick_dissipate_most(abDerivative *derivative, abStickSlip slip);

#endif
