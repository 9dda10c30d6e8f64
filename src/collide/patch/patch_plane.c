// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_plane.c - what lies on a plane: the corners of a face, four points of each rim, the circle
// of a torus. Each is as deep as it is below the plane, so all have a potential.
//
// A beam is carried by its discs (patch_rim.h).

#include "collide/patch/patch_plane.h"

#include "collide/patch/patch_rim.h"

static void plane_and_discs(abPatch *patch, abVec3 origin, abVec3 n) {
    abVec3 at[AB_BEAM_POINTS];
    ab_beam_points(patch->B, patch->X_WB, ab_neg(n), patch->depth, at);
    for (int i = 0; i < AB_BEAM_POINTS; i++) {
        ab_patch_add(patch, ab_on_plane(at[i], n, origin, n), at[i], n, 1.0, i);
    }
}

static void plane_and_outline(abPatch *patch, abVec3 origin, abVec3 n) {
    abOutline face;
    if (!ab_outline_of_face(patch->B, patch->X_WB, ab_neg(n), &face)) {
        return;
    }
    abView view = ab_patch_view(n);
    ab_outline_see(&face, &view);
    bool is_beam = patch->B->kind == AB_SHAPE_BEAM;
    double depths[AB_FEATURE_MAX];
    for (int i = 0; i < face.count; i++) {
        abVec3 b = face.corner[i], a = ab_on_plane(b, n, origin, n);
        depths[i] = ab_dot(ab_sub(a, b), n) + patch->radii;
        if (!is_beam) {
            ab_patch_add(patch, a, b, n, fmin(1.0, ab_outline_angle(&face, i)), i);
        }
    }
    if (is_beam) {
        plane_and_discs(patch, origin, n);
    }
    patch->area = ab_penetrating_area(face.at, depths, face.count, &patch->area_slope);
}

static void plane_and_rims(abPatch *patch, abVec3 origin, abVec3 n) {
    abRim rims[2];
    ab_get_rims(patch->B, patch->X_WB, rims);
    for (int i = 0; i < 2; i++) {
        abVec3 at[4];
        int count = ab_rim_points(&rims[i], ab_neg(n), patch->depth, at);
        for (int k = 0; k < count; k++) {
            ab_patch_add(patch, ab_on_plane(at[k], n, origin, n), at[k], n, 1.0, 4 * i + k);
        }
        double along = ab_dot(rims[i].axis, n), lean = sqrt(fmax(0.0, 1.0 - along * along));
        if (count == 4 && lean < 0.7) {
            double depth = ab_dot(ab_sub(origin, rims[i].center), n) + patch->radii;
            ab_add_penetrating_end(patch, &rims[i], depth, lean);
        }
    }
}

static void plane_and_ring(abPatch *patch, abVec3 origin, abVec3 n) {
    abRim ring = ab_get_ring(patch->B, patch->X_WB, ab_neg(n));
    abVec3 at[4];
    int count = ab_rim_points(&ring, ab_neg(n), patch->depth, at);
    for (int k = 0; k < count; k++) {
        ab_patch_add(patch, ab_on_plane(at[k], n, origin, n), at[k], n, 1.0, k);
    }
}

void ab_patch_plane(abPatch *patch) {
    static void (*const on_plane[AB_CARRIES_COUNT])(abPatch *, abVec3, abVec3) = {
        [AB_CARRIES_FACES] = plane_and_outline,
        [AB_CARRIES_RIMS] = plane_and_rims,
        [AB_CARRIES_RING] = plane_and_ring};
    const double *size = patch->A->size;
    abVec3 n = ab_mul(patch->X_WA->R, (abVec3){size[0], size[1], size[2]});
    on_plane[ab_shape_type(patch->B->kind)->carries](patch, patch->X_WA->p, n);
}
