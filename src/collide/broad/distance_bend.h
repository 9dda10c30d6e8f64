// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// distance_bend.h - how the distance from a shape bends.

#ifndef AB_DISTANCE_BEND_H
#define AB_DISTANCE_BEND_H

#include "shape/core/shape.h"

// How strongly the distance from a shape can bend down: its second derivative along any straight
// line is at least minus this within `radius` of p (frame of the shape). 0 for convex shapes.
double ab_distance_bend(const abShape *shape, abVec3 p, double radius);

#endif
