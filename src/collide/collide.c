// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// collide.c - the narrow phase: which function treats which pair of shapes.

#include "collide/collide.h"

#include "collide/pairs.h"
#include "math/vector_math.h"

#define PP ab_plane_plane
#define PS ab_plane_sphere
#define PX ab_plane_convex
#define SS ab_sphere_sphere
#define SC ab_sphere_capsule
#define CC ab_capsule_capsule
#define SE ab_sphere_ellipsoid
#define SB ab_sphere_box
#define SM ab_sphere_beam
#define SY ab_sphere_cylinder
#define SK ab_sphere_cone
#define CY ab_capsule_cylinder
#define YY ab_cylinder_cylinder
#define BB ab_box_box
#define XX ab_convex_convex

// Row = first shape, column = second. Lower triangle: A and B are swapped. Meshes are hulls here.
static abCollide *const s_collide[AB_SHAPE_COUNT][AB_SHAPE_COUNT] = {
    // clang-format off
    //               PLANE SPHERE ELLIPSOID CAPSULE BOX   BEAM  CYLINDER CONE  HULL
    /* PLANE     */ {PP,   PS,    PX,       PX,     PX,   PX,   PX,      PX,   PX},
    /* SPHERE    */ {NULL, SS,    SE,       SC,     SB,   SM,   SY,      SK,   XX},
    /* ELLIPSOID */ {NULL, NULL,  XX,       XX,     XX,   XX,   XX,      XX,   XX},
    /* CAPSULE   */ {NULL, NULL,  NULL,     CC,     XX,   XX,   CY,      XX,   XX},
    /* BOX       */ {NULL, NULL,  NULL,     NULL,   BB,   XX,   XX,      XX,   XX},
    /* BEAM      */ {NULL, NULL,  NULL,     NULL,   NULL, XX,   XX,      XX,   XX},
    /* CYLINDER  */ {NULL, NULL,  NULL,     NULL,   NULL, NULL, YY,      XX,   XX},
    /* CONE      */ {NULL, NULL,  NULL,     NULL,   NULL, NULL, NULL,    XX,   XX},
    /* HULL      */ {NULL, NULL,  NULL,     NULL,   NULL, NULL, NULL,    NULL, XX},
    // clang-format on
};

static double curvature(const abShape *shape) {
    return shape->is_flat ? 0.0 : 1.0 / shape->contact_radius;
}

void ab_proximity(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                  abProximity *out) {
    abCollide *collide = s_collide[A->kind][B->kind];
    if (collide != NULL) {
        collide(A, X_WA, B, X_WB, out);
    } else {
        s_collide[B->kind][A->kind](B, X_WB, A, X_WA, out);
        abVec3 p = out->p_A_W;
        out->p_A_W = out->p_B_W;
        out->p_B_W = p;
        out->n_AB_W = ab_neg(out->n_AB_W);
    }
    out->radius = 1.0 / (curvature(A) + curvature(B));
}
