// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rigid_links.h - ropes that do not stretch and limits of joints, as points of rigid contact.

#ifndef AB_RIGID_LINKS_H
#define AB_RIGID_LINKS_H

#include "mechanics/link/rigid_point.h"
#include "mechanics/state/mechanics.h"

// Conditions between bodies without shapes, as points: ropes that do not stretch and
// limits of joints. Their numbers are below the count; some of these are none, and false.
size_t ab_rigid_link_count(const abMechanics *mechanics);
bool ab_rigid_link(const abMechanics *mechanics, size_t number, abRigidPoint *out);
bool ab_rigid_has_links(const abMechanics *mechanics);
// As abEvent.link; 0 where the point is no link.
int ab_rigid_link_name(const abMechanics *mechanics, const abRigidPoint *point);

#endif
