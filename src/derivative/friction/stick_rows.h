// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stick_rows.h - how points that stick are driven.

#ifndef AB_STICK_ROWS_H
#define AB_STICK_ROWS_H

#include "derivative/state/derivative.h"

// How a point of a force law that does not move yet is driven along a direction, as last evaluated.
// [m/s2]
double ab_stick_driven(abDerivative *derivative, size_t pair, size_t tangential, abVec3 direction);

#endif
