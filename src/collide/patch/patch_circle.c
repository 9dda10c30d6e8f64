// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_circle.c - a circle about something round is carried at four points.
//
// A ball on the axis of a ring touches it along a circle; its nearest point is where rounding puts
// it. So there are four points: the deepest of the circle and those a quarter turn on. Where the
// depth is nearly the same all around, the deepest is nowhere in particular, and the four points
// keep their places in the ring. Each is as deep as the circle is there in the other body, along
// the normal of that body; what touches at one point only is carried there, as the other three do
// not overlap.

#include "collide/patch/patch_circle.h"

#include "collide/pairs/closest_point.h"
#include "collide/patch/patch_rim.h"
#include "math/core/vector_math.h"

// Adds the point c of the circle of A, with the point of B that is nearest to it.
static void add_circle_point(abPatch *patch, abVec3 c, const abClosest *of_B, int id) {
    abVec3 normal = ab_mul(patch->X_WB->R, of_B->normal);
    abVec3 q = ab_pose_point(*patch->X_WB, of_B->point);
    ab_patch_add(patch, c, ab_add_scaled(q, -patch->B->radius, normal), ab_neg(normal), 1.0, id);
}

static void add_around(abPatch *patch, const abRim *circle) {
    abVec3 on_circle = ab_add_scaled(patch->nearest, -patch->A->radius, patch->n);
    abVec3 deepest = ab_sub(on_circle, circle->center);
    deepest = ab_add_scaled(deepest, -ab_dot(deepest, circle->axis), circle->axis);
    double length = ab_norm(deepest), r = circle->radius;
    if (!(length > 0.0) || !(r > 0.0)) {
        return;
    }
    deepest = ab_scale(1.0 / length, deepest);
    patch->is_around = true;
    // how much the depth differs around the circle
    abVec3 opposite = ab_add_scaled(circle->center, -r, deepest);
    abClosest there =
        ab_shape_closest_point(patch->B, ab_pose_point_inverse(*patch->X_WB, opposite));
    double differs = 0.5 * (patch->depth - (patch->A->radius - there.distance));
    abVec3 fixed = ab_column(patch->X_WA->R, (patch->A->axis + 1) % 3), out[4];
    ab_rim_directions(circle, ab_scale(fmax(0.0, differs) / r, deepest), 0.01 * patch->depth / r,
                      fixed, out);
    for (int k = 0; k < 4; k++) {
        abVec3 c = ab_add_scaled(circle->center, r, out[k]);
        abClosest of_B = ab_shape_closest_point(patch->B, ab_pose_point_inverse(*patch->X_WB, c));
        add_circle_point(patch, c, &of_B, 192 + k);
    }
}

void ab_patch_ring_around(abPatch *patch) {
    abRim ring = ab_get_ring(patch->A, patch->X_WA, ab_column(patch->X_WA->R, patch->A->axis));
    add_around(patch, &ring);
}

bool ab_patch_mouth_around(abPatch *patch) {
    abRim rims[2];
    ab_get_rims(patch->A, patch->X_WA, rims);
    abVec3 core = ab_add_scaled(patch->nearest, -patch->A->radius, patch->n);
    for (int i = 0; i < 2; i++) {
        abVec3 from = ab_sub(core, rims[i].center);
        double height = ab_dot(from, rims[i].axis);
        double out = ab_norm(ab_add_scaled(from, -height, rims[i].axis));
        double slack = edge_slack(patch->A);
        if (rims[i].bore > 0.0 && fabs(height) <= slack && fabs(out - rims[i].bore) <= slack) {
            rims[i].radius = rims[i].bore;
            add_around(patch, &rims[i]);
            return true;
        }
    }
    return false;
}
