// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// closest_point.h - the distance of a point from a shape: that of a ball without radius, for
// which the pair matrix has closed forms.

#ifndef AB_CLOSEST_POINT_H
#define AB_CLOSEST_POINT_H

#include "collide/broad/proximity.h"

// The surface point nearest to p. Inside, the nearest wall.
// Error: a few roundings of |p| and the shape's size in closed form; a hull of many faces from
// outside as ab_convex_convex.
abClosest ab_shape_closest_point(const abShape *shape, abVec3 p);

#endif
