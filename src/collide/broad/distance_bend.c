// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// distance_bend.c - how the distance from a shape bends.

#include "collide/broad/distance_bend.h"

#include <math.h>

#include "shape/core/axial.h"

// In the wall of a tube the distance is the greatest of those from its walls, of which that of the
// bore alone bends down. Whether no point nearer than `radius` has that wall as the nearest.
static bool is_away_from_bore(const abShape *tube, const Axial *at, double r, double radius) {
    double bore = tube->size[2] - r;
    double others = fmax(fabs(at->u) - tube->size[0], r - tube->size[1]);
    return radius <= -bore && others - bore >= 2.0 * radius;
}

// Around the axis the distance from a ring or a bore bends like the distance from the axis, by 1 /
// r, inside and outside; outside of the circle or the wall it bends up.
double ab_distance_bend(const abShape *shape, abVec3 p, double radius) {
    if (isinf(ab_shape_reach(shape))) {
        return 0.0;
    }
    Axial a = to_axial(shape, p);
    double from_axis = sqrt(a.v * a.v + a.w * a.w), r = from_axis - radius;
    bool is_torus = shape->kind == AB_SHAPE_TORUS;
    bool bends_up = is_torus
                        ? r >= shape->size[0]
                        : r >= shape->size[1] || is_away_from_bore(shape, &a, from_axis, radius);
    return bends_up ? 0.0 : r > 0.0 ? 1.0 / r : INFINITY;
}
