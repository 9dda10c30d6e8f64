// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// closest_point.c - the distance of a point from a shape: that of a ball without radius, for which
// the pair matrix has closed forms. Hulls get theirs here: inside, the nearest of the face planes;
// outside, of few faces, the face above which the point is, or the nearest edge of one that it sees.

#include "collide/pairs/closest_point.h"

#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "math/core/vector_math.h"
#include "shape/kinds/hull.h"

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

enum { FEW_FACES = 64 }; // beyond, the search of a ball's nearest point costs less

// The nearest point of the edge from a to b.
static abVec3 on_edge(abVec3 a, abVec3 b, abVec3 p) {
    abVec3 along = ab_sub(b, a);
    double length2 = ab_norm2(along), t = ab_dot(ab_sub(p, a), along);
    return t <= 0.0 ? a : t >= length2 ? b : ab_add_scaled(a, t / length2, along);
}

// Outside: the nearest point is on a face that p sees. The one above which p is has it, else an edge.
static bool hull_from_outside(const abShape *shape, abVec3 p, abClosest *closest) {
    const abHull *hull = shape->hull;
    closest->distance = INFINITY;
    for (int f = 0; f < hull->face_count && hull->face_count <= FEW_FACES; f++) {
        double height = ab_dot(hull->normals[f], p) - hull->offsets[f];
        if (!(height > 0.0 && height < closest->distance)) {
            continue;
        }
        bool is_above = true;
        int first = hull->face_start[f], end = hull->face_start[f + 1];
        for (int i = first; i < end; i++) {
            abVec3 a = hull->corners[hull->face_corners[i]];
            abVec3 b = hull->corners[hull->face_corners[i + 1 < end ? i + 1 : first]];
            abVec3 inward = ab_cross(hull->normals[f], ab_sub(b, a)), q = on_edge(a, b, p);
            is_above = is_above && ab_dot(inward, ab_sub(p, a)) >= 0.0;
            double distance = ab_norm(ab_sub(p, q));
            if (distance < closest->distance) {
                *closest = (abClosest){distance, q, ab_scale(1.0 / distance, ab_sub(p, q))};
            }
        }
        if (is_above) {
            abVec3 n = hull->normals[f];
            *closest = (abClosest){height, ab_add_scaled(p, -height, n), n};
            return true;
        }
    }
    return closest->distance < INFINITY && closest->distance > 0.0;
}

abClosest ab_shape_closest_point(const abShape *shape, abVec3 p) {
    abClosest closest;
    if (shape->kind == AB_SHAPE_HULL &&
        (hull_from_inside(shape, p, &closest) || hull_from_outside(shape, p, &closest))) {
        return closest;
    }
    static const abShape point = {.kind = AB_SHAPE_SPHERE, .is_sphere = true};
    abPose X_SP = {ab_mat3_identity(), p}, X_SS = ab_pose_identity();
    abProximity near;
    ab_proximity(shape, &X_SS, &point, &X_SP, &near);
    return (abClosest){near.distance, near.p_A_W, near.n_AB_W};
}
