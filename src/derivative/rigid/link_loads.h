// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// link_loads.h - what ropes that do not stretch and limits of joints carry.

#ifndef AB_LINK_LOADS_H
#define AB_LINK_LOADS_H

#include "derivative/state/derivative.h"

// Force and torque of the limits of each joint on its second body, at the joint's point.
void ab_rigid_limit_loads(const abDerivative *derivative, double *out);
// The pulls of ropes are forces of their elements, as last solved.
void ab_rigid_store_links(abDerivative *derivative);

#endif
