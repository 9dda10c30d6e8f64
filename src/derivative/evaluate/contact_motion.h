// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_motion.h - how the frame of a contact turns.

#ifndef AB_CONTACT_MOTION_H
#define AB_CONTACT_MOTION_H

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_pair.h"

// Angular velocity of the frame at each point of a contact: with its normal, and with the mean of both
// bodies about it. [rad/s]
void ab_contact_turnings(abDerivative *derivative, const abContactPair *pair, const abProximity *at,
                         const abPatchPoint *points, int count, abVec3 *turning);

#endif
