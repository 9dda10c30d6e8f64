// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_pairs.c - a half-space against everything: the lowest point of the other shape, exactly.
//
// Where an edge or face of the other shape is parallel to the plane (within AB_FLAT_ANGLE) the
// point is the middle of it; the distance is always that of the lowest point.

#include "collide/mesh/plane_pairs.h"

#include "base/inline.h"
#include "collide/broad/proximity.h"
#include "collide/convex/overlap.h"

AB_INLINE abVec3 world_normal(const abShape *plane, const abPose *X_WP) {
    return ab_mul(X_WP->R, (abVec3){plane->size[0], plane->size[1], plane->size[2]});
}

// `low` is the lowest point of B.
AB_INLINE void answer(abVec3 n, abVec3 origin, abVec3 low, abProximity *out) {
    out->distance = ab_dot(n, ab_sub(low, origin));
    out->n_AB_W = n;
    out->p_B_W = low;
    out->p_A_W = ab_add_scaled(low, -out->distance, n);
    out->is_exact = true;
}

void ab_plane_sphere(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                     abProximity *out) {
    abVec3 n = world_normal(A, X_WA);
    answer(n, X_WA->p, ab_add_scaled(X_WB->p, -B->radius, n), out);
}

void ab_plane_convex(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                     abProximity *out) {
    const abShapeType *type = ab_shape_type(B->kind);
    abVec3 n = world_normal(A, X_WA), down = ab_neg(ab_mul_t(X_WB->R, n));
    abVec3 corners[AB_FEATURE_MAX];
    int count = type->feature(B, down, corners);
    abVec3 low = corners[0];
    if (count > 1) {
        abVec3 center = ab_outline_center(corners, count, down, B->bound);
        low = ab_add_scaled(center, ab_dot(down, ab_sub(type->support(B, down), center)), down);
    }
    answer(n, X_WA->p, ab_add_scaled(ab_pose_point(*X_WB, low), -B->radius, n), out);
}

// Two half-spaces meet or not without a place where they do; the caller leaves them out.
void ab_plane_plane(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    abProximity *out) {
    (void)B;
    abVec3 n = world_normal(A, X_WA);
    *out = (abProximity){
        .distance = INFINITY, .n_AB_W = n, .p_A_W = X_WA->p, .p_B_W = X_WB->p, .is_exact = true};
}
