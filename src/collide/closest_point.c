// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// closest_point.c - the distance of a point from a shape: that of a ball without radius, for which
// the pair matrix has closed forms. Hulls get theirs here: inside, the nearest of the face planes.

#include "collide/pairs.h"
#include "collide/query.h"
#include "math/vector_math.h"
#include "shape/hull.h"
#include "shape/shape_parts.h"

// Inside: the highest of the faces counts. False outside, and for a p that is not a number.
static bool hull_from_inside(const abShape *shape, abVec3 p, abClosest *closest) {
    const abHull *hull = shape->hull;
    double highest = -INFINITY;
    *closest = (abClosest){0};
    for (int f = 0; f < hull->face_count; f++) {
        double height = ab_dot(hull->normals[f], p) - hull->offsets[f];
        if (height > highest) {
            highest = height;
            closest->normal = hull->normals[f];
        }
    }
    closest->distance = highest;
    closest->point = ab_add_scaled(p, -highest, closest->normal);
    return highest <= 0.0 && highest > -INFINITY;
}

// Around the axis the distance from a ring or a bore bends like the distance from the axis, by 1 /
// r; outside of the circle or the wall it bends up.
double ab_distance_bend(const abShape *shape, abVec3 p, double radius) {
    if (isinf(ab_shape_reach(shape))) {
        return 0.0;
    }
    Axial a = to_axial(shape, p);
    double r = sqrt(a.v * a.v + a.w * a.w) - radius;
    double outside = shape->kind == AB_SHAPE_TORUS ? shape->size[0] : shape->size[1];
    return r >= outside ? 0.0 : r > 0.0 ? 1.0 / r : INFINITY;
}

abClosest ab_shape_closest_point(const abShape *shape, abVec3 p) {
    abClosest closest;
    if (shape->kind == AB_SHAPE_HULL && hull_from_inside(shape, p, &closest)) {
        return closest;
    }
    static const abShape point = {.kind = AB_SHAPE_SPHERE, .is_sphere = true};
    abPose X_SP = {ab_mat3_identity(), p}, X_SS = ab_pose_identity();
    abProximity near;
    ab_proximity(shape, &X_SS, &point, &X_SP, &near);
    return (abClosest){near.distance, near.p_A_W, near.n_AB_W};
}
