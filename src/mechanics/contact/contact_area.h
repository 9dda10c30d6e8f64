// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_area.h - areas of patches, for laws that count them.

#ifndef AB_CONTACT_AREA_H
#define AB_CONTACT_AREA_H

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// For laws that count areas: drops the points without one and gives the others the weight 1. How
// many are left; none where lines or points touch.
int ab_contact_keep_areas(abPatchPoint *points, int count);
double ab_contact_patch_area(const abPatchPoint *points, int count);
// The area that a contact pair beginning at `at` will have when it is a little deeper. [m^2]
double ab_contact_area_ahead(const abMechanics *mechanics, const abContactPair *pair,
                             const abProximity *at);
// How fast the energy stored in a patch grows besides its elastic forces' work, of the power
// `elastic`: because areas change. [W]
double ab_contact_area_store_rate(const abMechanics *mechanics, const abContactPair *pair,
                                  double depth, double elastic);

#endif
