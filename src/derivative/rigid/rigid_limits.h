// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_limits.h - forces of points that stick, within their limits.

#ifndef AB_RIGID_LIMITS_H
#define AB_RIGID_LIMITS_H

#include "derivative/state/derivative.h"

// Forces of all points within their limits, those that stick (by their modes) being
// free to slip: into `force` and `hold`. At the state evaluated last. False when there are none.
bool ab_rigid_find_limits(abDerivative *derivative, double t);

#endif
