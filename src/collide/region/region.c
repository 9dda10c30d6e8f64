// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// region.c - which regions a pair has: of a shape and a mesh, of two meshes.

#include "collide/region/region.h"

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/region/region_mesh.h"
#include "collide/region/region_room.h"
#include "collide/region/region_shape.h"

bool ab_has_regions(const abShape *A, const abShape *B) {
    return A->kind == AB_SHAPE_MESH || B->kind == AB_SHAPE_MESH;
}

int ab_region_points(const abShape *A, const abShape *B) {
    return A->is_sphere || B->is_sphere ? 1 : AB_REGION_POINTS;
}

// ---- all pairs ----

int ab_regions(abRegionWorkspace *workspace, const abShape *A, const abPose *X_WA, const abShape *B,
               const abPose *X_WB, const abProximity *deepest, abPatchPoint points[AB_PATCH_MAX]) {
    int count = 0;
    if (deepest->distance < 0.0) {
        if (A->kind == AB_SHAPE_MESH && B->kind == AB_SHAPE_MESH) {
            count = ab_regions_of_meshes(workspace, A, X_WA, B, X_WB, deepest, points);
        } else if (B->kind == AB_SHAPE_MESH) {
            count = ab_regions_of_shape(workspace, A, X_WA, B, X_WB, deepest, points);
        } else {
            abProximity turned = *deepest;
            ab_proximity_swap(&turned);
            count = ab_regions_of_shape(workspace, B, X_WB, A, X_WA, &turned, points);
            for (int i = 0; i < count; i++) {
                points[i].n_AB_W = ab_neg(points[i].n_AB_W);
                points[i].deep_n_AB_W = ab_neg(points[i].deep_n_AB_W);
            }
        }
    }
    if (count == 0) {
        abPatchPoint point = ab_region_point_of(deepest);
        abRegionCross none = {0};
        if (ab_region_points(A, B) == 1) {
            points[count++] = point;
        } else {
            ab_region_add(points, &count, &point, &none);
        }
    }
    for (int i = 0, g = ab_region_points(A, B); i < count; i++) {
        points[i].region = i / g;
    }
    return count;
}
