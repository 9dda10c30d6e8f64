// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_contours.h - contact pairs carried by regions within contours.

#ifndef AB_CONTACT_CONTOURS_H
#define AB_CONTACT_CONTOURS_H

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// Adds the regions of rigid contact k, by manifold contours: as they are where the bodies are moved
// together a little, with forces on B at these places. The rows of frames stay in the order of
// contacts. False for want of memory.
bool ab_contours_add_rigid(abMechanics *mechanics, size_t k, const abVec3 *places,
                           const abVec3 *forces, int count);
// Touches carried by regions within contours. The points; and what acts at one
// of them, for the rows of the frame, until the next contact is asked for its points.
int ab_contact_pair_contours(const abMechanics *mechanics, const abContactPair *pair,
                             const abPose *X_WA, const abPose *X_WB, const abProximity *at,
                             abPatchPoint points[AB_PATCH_MAX]);
void ab_contours_begin(abMechanics *mechanics);
void ab_contours_add(abMechanics *mechanics, const abContactPair *pair, const abPatchPoint *point,
                     abVec3 force, double normal_force);

#endif
