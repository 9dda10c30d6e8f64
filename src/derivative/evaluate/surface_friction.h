// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_friction.h - the points at which friction with a history acts on a surface.

#ifndef AB_SURFACE_FRICTION_H
#define AB_SURFACE_FRICTION_H

#include "collide/broad/patch_point.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/contact/contact_set.h"

// The points that stand for what presses on a surface, as ab_surface_evaluate noted it: each with
// an equal share of the normal force, on two rings in the plane through the center of pressure
// `now->point` across `now->normal_W`. Their names are 0, 1, ... Returns the normal force of all of
// them: the sum of the magnitudes.                                                          [N]
double ab_surface_friction_points(const abMechanics *mechanics, const abContactPair *pair,
                                  const abContactPairNow *now,
                                  abPatchPoint points[AB_SURFACE_FRICTION_POINTS]);

#endif
