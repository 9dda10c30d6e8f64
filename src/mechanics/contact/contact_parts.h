// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_parts.h - contact pairs carried by surfaces: faces without fields, many at a time.

#ifndef AB_CONTACT_PARTS_H
#define AB_CONTACT_PARTS_H

#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// The same for faces without fields, many at a time. False where no part is in.
bool ab_surface_has_parts(const abContactPair *pair);
bool ab_surface_evaluate_parts(abMechanics *mechanics, const abContactPair *pair,
                               abContactPairNow *now);

#endif
