// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_friction.h - friction of a closed point by its normal force.

#ifndef AB_RIGID_FRICTION_H
#define AB_RIGID_FRICTION_H

#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/link/rigid_point.h"

// Friction of a point by its normal force, and what it came to.
void ab_rigid_friction(abDerivative *derivative, const abContactPair *pair,
                       const abRigidPoint *point, abRigidNow *now);
void ab_rigid_store_friction(abDerivative *derivative, const abContactPair *pair,
                             const abRigidPoint *point, const abRigidNow *now);
// When forces are known: what the points of two bodies hold together is within their limits, if
// that can be. False for want of memory.
bool ab_rigid_share_holds(abDerivative *derivative);
// Coefficient for impacts.
double ab_rigid_impact_friction(const abContactPair *pair, const abRigidNow *now);

#endif
