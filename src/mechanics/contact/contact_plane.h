// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_plane.h - contact pairs carried by surfaces: a mesh on a plane under a linear pressure.

#ifndef AB_CONTACT_PLANE_H
#define AB_CONTACT_PLANE_H

#include "mechanics/contact/contact_pair.h"
#include "mechanics/state/mechanics.h"

// The same of a mesh on a plane under a linear pressure. False also where points
// are needed.
bool ab_surface_evaluate_plane(abMechanics *mechanics, const abContactPair *pair,
                               abContactPairNow *now);

#endif
