// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_curvature.h - what laws want to know of curvatures.

#ifndef AB_CONTACT_CURVATURE_H
#define AB_CONTACT_CURVATURE_H

#include "collide/broad/proximity.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// The contact of a contact pair at rest, with what its law wants to know.
abContact ab_contact_at(const abMechanics *mechanics, const abContactPair *pair,
                        const abProximity *at);
// How fast the energy stored in it grows at the same depth, because its curvatures change. [W]
double ab_contact_store_rate(const abMechanics *mechanics, const abContactPair *pair,
                             const abProximity *at, const abSlip *slip, const abContact *contact,
                             double energy);

#endif
