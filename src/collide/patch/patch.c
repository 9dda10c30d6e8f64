// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch.c - which patch a pair has, and what patches share. See patch.h for the idea.

#include "collide/patch/patch.h"

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/patch/patch_blunt.h"
#include "collide/patch/patch_circle.h"
#include "collide/patch/patch_deepest.h"
#include "collide/patch/patch_outline.h"
#include "collide/patch/patch_plane.h"
#include "collide/patch/patch_rims.h"
#include "collide/patch/tolerances.def"
#include "collide/planar/curve_pairs.h"
#include "collide/planar/outline_pairs.h"
#include "math/core/regularize.h"

typedef void PatchOf(abPatch *patch);

// By what carries a shape: nothing flat, a plane, faces, rims, a ring. `swap`: B comes first.
static const struct {
    PatchOf *of;
    bool swap;
} s_patches[AB_CARRIES_COUNT][AB_CARRIES_COUNT] = {
    [AB_CARRIES_NOTHING] = {[AB_CARRIES_RING] = {ab_patch_ring_around, true}},
    [AB_CARRIES_PLANE] = {[AB_CARRIES_FACES] = {ab_patch_plane, false},
                          [AB_CARRIES_RIMS] = {ab_patch_plane, false},
                          [AB_CARRIES_RING] = {ab_patch_plane, false}},
    [AB_CARRIES_FACES] = {[AB_CARRIES_PLANE] = {ab_patch_plane, true},
                          [AB_CARRIES_FACES] = {ab_patch_two_faces, false},
                          [AB_CARRIES_RIMS] = {ab_patch_rims_face, true},
                          [AB_CARRIES_RING] = {ab_patch_ring_face, true}},
    [AB_CARRIES_RIMS] = {[AB_CARRIES_PLANE] = {ab_patch_plane, true},
                         [AB_CARRIES_FACES] = {ab_patch_rims_face, false},
                         [AB_CARRIES_RIMS] = {ab_patch_rims, false},
                         [AB_CARRIES_RING] = {ab_patch_ring_rims, true}},
    [AB_CARRIES_RING] = {[AB_CARRIES_NOTHING] = {ab_patch_ring_around, false},
                         [AB_CARRIES_PLANE] = {ab_patch_plane, true},
                         [AB_CARRIES_FACES] = {ab_patch_ring_face, false},
                         [AB_CARRIES_RIMS] = {ab_patch_ring_rims, false}},
};

// A ball touches at one point, whatever it is called: a capsule without length is one.
static int carries(const abShape *shape) {
    return shape->is_sphere ? AB_CARRIES_NOTHING : ab_shape_type(shape->kind)->carries;
}

bool ab_has_patch(const abShape *A, const abShape *B) {
    int of_A = carries(A), of_B = carries(B);
    return s_patches[of_A][of_B].of != NULL || (A->curve != NULL && B->curve != NULL) ||
           A->outline != NULL || B->outline != NULL;
}

bool ab_patch_has_area(const abShape *A, const abShape *B) {
    return ab_has_patch(A, B) && carries(A) != AB_CARRIES_NOTHING &&
           carries(B) != AB_CARRIES_NOTHING;
}

static void turn_around(abPatch *patch) {
    for (int i = 0; i < patch->count; i++) {
        patch->points[i].n_AB_W = ab_neg(patch->points[i].n_AB_W);
    }
}

static void share_area(abPatch *patch) {
    double weights = 0.0;
    for (int i = 0; i < patch->count; i++) {
        weights += patch->points[i].weight;
    }
    for (int i = 0; i < patch->count; i++) {
        patch->points[i].area = patch->area * patch->points[i].weight / weights;
        patch->points[i].area_slope = patch->area_slope * patch->points[i].weight / weights;
    }
}

// What the points lack of one force at the deepest point. Where two of them are as deep as that,
// they share it in the ratio of their weights: the deepest point of a line is at either end by
// rounding. Else it is carried where it is.
static void add_deepest(abPatch *patch, const abProximity *deepest) {
    double depth = -deepest->distance, there = 0.0, first = 0.0, second = 0.0, shares = 0.0;
    double share[AB_PATCH_MAX];
    for (int i = 0; i < patch->count; i++) {
        there += patch->points[i].weight * fmin(1.0, 4.0 * patch->points[i].depth / depth);
    }
    double missing = patch->count == 0 ? 1.0 : 1.0 - there;
    if (!(missing > 1e-12)) {
        return;
    }
    for (int i = 0; i < patch->count; i++) {
        double part = patch->points[i].depth / depth;
        second = fmax(second, fmin(first, part));
        first = fmax(first, part);
        share[i] = patch->points[i].weight * ab_step(part, s_as_deep, 0.0, 1.0, 1.0);
        shares += share[i];
    }
    double shared = missing * ab_step(second, s_as_deep, 0.0, 0.5 * (1.0 + s_as_deep), 1.0);
    for (int i = 0; i < patch->count && shared > 0.0; i++) {
        patch->points[i].weight += shared * share[i] / shares;
    }
    if (missing > shared) {
        patch->points[patch->count++] = ab_patch_point_of(deepest, missing - shared);
    }
}

int ab_patch_features(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX]) {
    int of_A = carries(A), of_B = carries(B);
    // near the contact, so that depths do not carry the rounding of far coordinates
    abVec3 origin = deepest->p_A_W;
    abPose X_A = {X_WA->R, ab_sub(X_WA->p, origin)}, X_B = {X_WB->R, ab_sub(X_WB->p, origin)};
    abPatch patch = {.A = A,
                     .B = B,
                     .X_WA = &X_A,
                     .X_WB = &X_B,
                     .n = deepest->n_AB_W,
                     .nearest = {0.0, 0.0, 0.0},
                     .depth = -deepest->distance,
                     .radii = A->radius + B->radius,
                     .border = 0.02 * fmin(A->bound, B->bound),
                     .points = points};
    PatchOf *of = s_patches[of_A][of_B].of;
    if (of != NULL && deepest->distance < 0.0) {
        bool tube_is_B = A->kind == AB_SHAPE_CAPSULE && B->kind == AB_SHAPE_TUBE;
        if (s_patches[of_A][of_B].swap || tube_is_B) {
            patch.A = B, patch.B = A;
            patch.X_WA = &X_B, patch.X_WB = &X_A;
            patch.n = ab_neg(patch.n);
            patch.nearest = ab_sub(deepest->p_B_W, origin);
            of(&patch);
            turn_around(&patch);
        } else {
            of(&patch);
        }
    }
    for (int i = 0; i < patch.count; i++) {
        points[i].p_W = ab_add(points[i].p_W, origin);
    }
    share_area(&patch);
    return patch.count;
}

int ab_patch_of_law(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    const abProximity *deepest, double power, abPatchPoint points[AB_PATCH_MAX]) {
    bool is_outline = A->outline != NULL || B->outline != NULL;
    if (is_outline || (A->curve != NULL && B->curve != NULL)) {
        int count = ab_patch_shares(A, X_WA, B, X_WB, deepest, points);
        if (is_outline) {
            ab_patch_blunt(points, count, power);
        }
        return count;
    }
    int count = ab_patch_features(A, X_WA, B, X_WB, deepest, points);
    return ab_patch_with_deepest(deepest, power, points, count);
}

int ab_patch(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
             const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX]) {
    return ab_patch_of_law(A, X_WA, B, X_WB, deepest, 2.0, points); // as springs
}

int ab_patch_outline_shares(const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX],
                            int count) {
    abPatch patch = {.points = points, .count = count};
    if (count == 0) {
        add_deepest(&patch, deepest);
    }
    return patch.count;
}

int ab_patch_shares(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX]) {
    if (A->curve != NULL && B->curve != NULL) {
        return ab_curve_points(A, X_WA, B, X_WB, 0.0, points);
    }
    if (A->outline != NULL || B->outline != NULL) {
        int count = ab_outline_points(A, X_WA, B, X_WB, points);
        return ab_patch_outline_shares(deepest, points, count);
    }
    abPatch patch = {.points = points};
    patch.count = ab_patch_features(A, X_WA, B, X_WB, deepest, points);
    add_deepest(&patch, deepest);
    return patch.count;
}
