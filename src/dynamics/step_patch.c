// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_patch.c - the points of a pair that are near within a step: its patch where B is pushed into
// A by the margin, which is taken off again.

#include "collide/curve_pairs.h"
#include "dynamics/step.h"

// The patch with B pushed into A along the normal.
static int pushed_patch(const abStep *step, const abTouch *touch, const abStepLook *look,
                        const abProximity *at, double push, abPatchPoint points[AB_PATCH_MAX]) {
    abPose X_WB = *look->X_WB;
    abProximity deeper = *at;
    abVec3 move = ab_scale(-push, at->n_AB_W);
    X_WB.p = ab_add(X_WB.p, move);
    deeper.p_B_W = ab_add(at->p_B_W, move);
    deeper.distance -= push;
    return ab_touch_patch(step->dynamics, touch, look->X_WA, &X_WB, &deeper, points);
}

typedef struct Plane {
    abVec3 centre, n;
} Plane;

// Over an edge the plane of a region leans by the push over the width, as side walls come in. What
// it leans by at half the push tells how it stands without any.
static int planes_at_half(const abStep *step, const abTouch *touch, const abStepLook *look,
                          const abProximity *at, double push, Plane planes[AB_CONTOUR_REGIONS]) {
    if (at->distance > 0.5 * push) {
        return 0;
    }
    abPatchPoint points[AB_PATCH_MAX];
    int count = pushed_patch(step, touch, look, at, 0.5 * push, points), found = 0;
    for (int i = 0; i < count; i++) {
        bool is_next =
            points[i].region >= 0 && (i == 0 || points[i].region != points[i - 1].region);
        if (is_next && found < AB_CONTOUR_REGIONS) {
            const abContourRegion *region = &step->dynamics->contours->regions[points[i].region];
            planes[found++] = (Plane){region->centre_W, region->n_AB_W};
        }
    }
    return found;
}

static void stand_upright(const abContours *contours, const Plane *planes, int count,
                          abPatchPoint *point) {
    const Plane *nearest = NULL;
    double least = INFINITY;
    for (int i = 0; i < count && point->region >= 0; i++) {
        abVec3 way = ab_sub(planes[i].centre, contours->regions[point->region].centre_W);
        if (ab_norm2(way) < least) {
            least = ab_norm2(way);
            nearest = &planes[i];
        }
    }
    if (nearest != NULL && ab_dot(nearest->n, point->n_AB_W) > 0.9) {
        point->n_AB_W = ab_unit(ab_sub(ab_scale(2.0, nearest->n), point->n_AB_W));
    }
}

// ---- curves ----

// Of plane curves the places where they are near each other, as they are: pushed together by the
// margin, teeth would go through each other.
static int find_curve_points(const abStep *step, const abTouch *touch, const abStepLook *look,
                             abPatchPoint points[AB_PATCH_MAX]) {
    const abBodyShape *shapes = step->dynamics->model->shapes;
    const abShape *A = &shapes[touch->shape_a].shape, *B = &shapes[touch->shape_b].shape;
    int count = ab_curve_points(A, look->X_WA, B, look->X_WB, look->margin, points);
    if (touch->at_centroids) {
        ab_curve_centroids(A, look->X_WA, B, look->X_WB, points, count);
    }
    return count;
}

static bool are_curves(const abModel *model, const abTouch *touch) {
    return model->shapes[touch->shape_a].shape.curve != NULL &&
           model->shapes[touch->shape_b].shape.curve != NULL;
}

// ---- all ----

int ab_step_patch(const abStep *step, const abTouch *touch, const abStepLook *look,
                  const abProximity *at, abPatchPoint points[AB_PATCH_MAX]) {
    if (are_curves(step->dynamics->model, touch) && !touch->wants_area) {
        return find_curve_points(step, touch, look, points);
    }
    double bound = ab_step_smaller_bound(step, touch);
    bool has_planes = touch->contours.is_set && touch->is_rigid;
    bool is_pushed = !touch->has_regions || has_planes;
    double push = is_pushed ? fmin(look->margin, 0.05 * bound) : 0.0;
    if (at->distance > push) {
        return 0;
    }
    Plane planes[AB_CONTOUR_REGIONS];
    int plane_count = has_planes ? planes_at_half(step, touch, look, at, push, planes) : 0;
    int count = pushed_patch(step, touch, look, at, push, points);
    for (int i = 0; i < count; i++) {
        if (has_planes) {
            stand_upright(step->dynamics->contours, planes, plane_count, &points[i]);
        }
        points[i].depth -= push * ab_dot(points[i].n_AB_W, at->n_AB_W);
        points[i].p_W = ab_add_scaled(points[i].p_W, 0.5 * push, at->n_AB_W);
    }
    return count;
}
