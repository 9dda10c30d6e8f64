// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// ray.h - where a ray first hits a shape.

#ifndef AB_RAY_H
#define AB_RAY_H

#include "shape/core/shape.h"

typedef struct abShapeHit {
    double t;      // along the ray: point = origin + t direction                         [m]
    abVec3 point;  // first point of the ray on the shape                                  [m]
    abVec3 normal; // outward unit normal there
} abShapeHit;

// The first point of a ray with t in [0, max] on or in the shape; false when there is none.
// `direction` is unit. An origin inside hits at t = 0, with the normal of the nearest wall.
// Error: the hit is within 1e-13 of the scale (bound plus distance of the origin) of the surface;
// rays that pass an edge or graze a wall closer than that may count either way.
bool ab_shape_ray(const abShape *shape, abVec3 origin, abVec3 direction, double max,
                  abShapeHit *hit);

#endif
