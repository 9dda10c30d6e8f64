// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// touch_points.c - the points that carry a touch: of its patch, its regions, or the deepest alone.

#include "collide/curve_pairs.h"
#include "dynamics/parts.h"

// Points of a patch lie at heights that differ by their depths. Where they stick exactly, two of
// them would keep a body from tilting, so such points are moved along the normal to one height.
static void level(const abProximity *at, abPatchPoint *points, int count) {
    abVec3 p = ab_proximity_middle(at), n = at->n_AB_W;
    for (int i = 0; i < count; i++) {
        double height =
            ab_dot(points[i].n_AB_W, n) > 0.999 ? ab_dot(ab_sub(p, points[i].p_W), n) : 0.0;
        points[i].p_W = ab_add_scaled(points[i].p_W, height, n);
    }
}

int ab_touch_patch(const abDynamics *d, const abTouch *touch, const abPose *X_WA,
                   const abPose *X_WB, const abProximity *at, abPatchPoint points[AB_PATCH_MAX]) {
    const abShape *A = &d->model->shapes[touch->shape_a].shape;
    const abShape *B = &d->model->shapes[touch->shape_b].shape;
    int count = touch->contours.is_set ? ab_touch_contours(d, touch, X_WA, X_WB, at, points)
                : touch->has_regions   ? ab_regions(d->regions, A, X_WA, B, X_WB, at, points)
                                       : ab_patch(A, X_WA, B, X_WB, at, points);
    if (touch->at_centroids) {
        ab_curve_centroids(A, X_WA, B, X_WB, points, count);
    }
    if (ab_grips_is_exact(touch)) {
        level(at, points, count);
    }
    return touch->wants_area ? ab_contact_keep_areas(points, count) : count;
}

int ab_touch_find_patch(const abDynamics *d, const abTouch *touch, const abProximity *at,
                        abPatchPoint points[AB_PATCH_MAX]) {
    abPose room[2];
    int count = ab_touch_patch(d, touch, ab_dynamics_shape_pose(d, touch->shape_a, &room[0]),
                               ab_dynamics_shape_pose(d, touch->shape_b, &room[1]), at, points);
    if (ab_touch_keeps_regions(touch)) {
        ab_regions_name(d, touch, points, count);
    }
    return count;
}

abPatchPoint ab_deepest_point(const abProximity *at) {
    return (abPatchPoint){.p_W = ab_proximity_middle(at),
                          .n_AB_W = at->n_AB_W,
                          .depth = -at->distance,
                          .weight = 1.0};
}

int ab_touch_points(const abDynamics *d, const abTouch *touch, const abProximity *at,
                    abPatchPoint points[AB_PATCH_MAX]) {
    int count = touch->has_patch ? ab_touch_find_patch(d, touch, at, points) : 0;
    if (count == 0) {
        points[count++] = ab_deepest_point(at);
    }
    return count;
}

int ab_points_fingerprint(const abPatchPoint *points, int count) {
    uint32_t hash = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        hash += (uint32_t)(points[i].id + 2) * 2654435761u; // whatever their order
    }
    return (int)(hash >> 2) + 1;
}

// Corners of contours come and go where they share nothing; only how many regions there are
// matters.
static int count_of(const abTouch *touch, const abPatchPoint *points, int count) {
    if (touch->interaction->friction->grip != NULL) {
        return ab_points_fingerprint(points, count);
    }
    int regions = 0;
    for (int i = 0; i < count && touch->contours.is_set; i++) {
        regions += i == 0 || points[i].region != points[i - 1].region;
    }
    return touch->contours.is_set ? regions : count;
}

int ab_dynamics_points(const abDynamics *d, const abTouch *touch, const abProximity *at) {
    if (!touch->has_patch) {
        return 0;
    }
    abPatchPoint points[AB_PATCH_MAX];
    int count = ab_touch_find_patch(d, touch, at, points);
    return count_of(touch, points, count);
}

int ab_dynamics_stage_regions(const abDynamics *d, const abTouch *touch, const abProximity *at) {
    abPatchPoint points[AB_PATCH_MAX];
    int count = ab_touch_find_patch(d, touch, at, points);
    ab_regions_stage(d, touch, points, count);
    return count_of(touch, points, count);
}

abProximity ab_dynamics_site(const abDynamics *d, const abTouch *touch, const abProximity *at) {
    abPatchPoint points[AB_PATCH_MAX];
    if (!touch->has_regions) {
        return *at;
    }
    int count = ab_touch_find_patch(d, touch, at, points), first = 0;
    for (int i = 1; i < count; i++) {
        first = points[i].depth > points[first].depth ? i : first;
    }
    abProximity site = *at;
    site.n_AB_W = points[first].n_AB_W;
    site.p_A_W = site.p_B_W = points[first].p_W;
    return site;
}
