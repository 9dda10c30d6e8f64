// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// query.h - questions to one shape, in its own frame S: how far is a point, where does a ray hit.
//
// All shapes answer but those that are only drawn (spring, text). Rounded edges count.

#ifndef AB_QUERY_H
#define AB_QUERY_H

#include "shape/shape.h"

typedef struct abClosest {
    double distance; // signed: > 0 outside, < 0 inside                                   [m]
    abVec3 point;    // on the surface, p = point + distance normal                        [m]
    abVec3 normal;   // outward unit normal there; of several nearest points a fixed choice
} abClosest;

// The surface point nearest to p. Inside, the nearest wall.
// Error: a few roundings of |p| and the shape's size in closed form (all but hulls); a hull from
// outside as ab_convex_convex.
abClosest ab_shape_closest_point(const abShape *shape, abVec3 p);

typedef struct abRayHit {
    double t;      // along the ray: point = origin + t direction                         [m]
    abVec3 point;  // first point of the ray on the shape                                  [m]
    abVec3 normal; // outward unit normal there
} abRayHit;

// The first point of a ray with t in [0, max] on or in the shape; false when there is none.
// `direction` is unit. An origin inside hits at t = 0, with the normal of the nearest wall.
// Error: the hit is within 1e-13 of the scale (bound plus distance of the origin) of the surface;
// rays that pass an edge or graze a wall closer than that may count either way.
bool ab_shape_ray(const abShape *shape, abVec3 origin, abVec3 direction, double max, abRayHit *hit);

#endif
