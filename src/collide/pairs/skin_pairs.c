// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// skin_pairs.c - surfaces of flexible bodies against planes and balls.
//
// Triangles are as deep in a half-space as their lowest vertex. A ball is as far as its centre from
// the nearest point of the triangles, less its radius.

#include "collide/pairs/skin_pairs.h"

#include <math.h>

static abProximity none(const abPose *X_WA, const abPose *X_WB) {
    return (abProximity){.distance = INFINITY,
                         .n_AB_W = {1.0, 0.0, 0.0},
                         .p_A_W = X_WA->p,
                         .p_B_W = X_WB->p,
                         .is_exact = true};
}

abVec3 ab_plane_in(const abShape *plane, const abPose *X_WP, const abPose *X_WS, abVec3 *origin) {
    abVec3 n_W = ab_mul(X_WP->R, ab_vec3(plane->size[0], plane->size[1], plane->size[2]));
    *origin = ab_mul_t(X_WS->R, ab_sub(X_WP->p, X_WS->p));
    return ab_mul_t(X_WS->R, n_W);
}

abProximity ab_skin_site_proximity(const abShape *other, const abSkinSite *site,
                                   const abPose *X_WS) {
    // a site sees a plane along its normal, a ball along the way to its centre
    bool is_plane = other->kind == AB_SHAPE_PLANE;
    double side = is_plane || site->distance < 0.0 ? 1.0 : -1.0;
    abProximity out = {.distance = site->distance - (is_plane ? 0.0 : other->radius),
                       .n_AB_W = ab_scale(side, ab_mul(X_WS->R, site->normal)),
                       .p_B_W = ab_pose_point(*X_WS, site->point),
                       .radius = is_plane ? INFINITY : other->radius,
                       .is_exact = true};
    out.p_A_W = ab_add_scaled(out.p_B_W, -out.distance, out.n_AB_W);
    return out;
}

abSkinSite ab_skin_meets(const abShape *other, const abPose *X_WO, const abSkin *skin,
                         const abVec3 *points, const abPose *X_WS) {
    if (other->kind == AB_SHAPE_PLANE) {
        abVec3 origin, n = ab_plane_in(other, X_WO, X_WS, &origin);
        return ab_skin_lowest(skin, points, n, origin);
    }
    return ab_skin_nearest(skin, points, ab_mul_t(X_WS->R, ab_sub(X_WO->p, X_WS->p)));
}

void ab_any_skin(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                 abProximity *out) {
    if (B->skin == NULL) {
        *out = none(X_WA, X_WB);
        return;
    }
    abSkinSite site = ab_skin_meets(A, X_WA, B->skin, B->skin->points, X_WB);
    *out = ab_skin_site_proximity(A, &site, X_WB);
}
