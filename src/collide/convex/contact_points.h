// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_points.h - where along a known normal two cores touch.

#ifndef AB_CONTACT_POINTS_H
#define AB_CONTACT_POINTS_H

#include "collide/convex/convex_pair.h"

// The points from the corners, edges or faces that touch along the normal; those of a flat face of
// D by which no direction can be told from another.
void ab_place_points(const abPair *pair, abSeparation *found);
// Loose points become points of both cores across from each other, for a normal as good as before.
void ab_match_points(const abPair *pair, abSeparation *found);
// Where parallel edges or faces meet, moves the points to the middle of the common part.
void ab_center_points(const abPair *pair, abSeparation *found);

#endif
