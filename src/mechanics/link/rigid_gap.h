// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_gap.h - the gap at a point of rigid contact, and how it changes.

#ifndef AB_RIGID_GAP_H
#define AB_RIGID_GAP_H

#include "mechanics/link/rigid_point.h"
#include "mechanics/state/mechanics.h"

// Gap, rate and the rest for the bodies as placed.
void ab_rigid_gap(abMechanics *mechanics, const abRigidPoint *point, abRigidNow *out);

#endif
