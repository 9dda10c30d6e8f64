// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// collide.c - the narrow phase: which function treats which pair of shapes.

#include "collide/pairs/collide.h"

#include "collide/broad/proximity.h"
#include "collide/convex/convex.h"
#include "collide/mesh/mesh_mesh.h"
#include "collide/mesh/mesh_pairs.h"
#include "collide/mesh/plane_pairs.h"
#include "collide/pairs/closest_point.h"
#include "collide/pairs/pairs.h"
#include "collide/pairs/skin_pairs.h"
#include "collide/pairs/skin_skin.h"
#include "collide/planar/curve_pairs.h"
#include "collide/planar/outline_pairs.h"
#include "math/core/vector_math.h"

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
#define YY ab_barrel_cylinder
#define BB ab_box_box
#define XX ab_convex_convex
#define ST ab_sphere_torus
#define XT ab_any_torus
#define SU ab_sphere_tube
#define CU ab_capsule_tube
#define XU ab_convex_tube
#define VV ab_curve_curve
#define OO ab_outline_pair
#define PM ab_plane_mesh
#define XM shape_mesh
#define MM ab_mesh_mesh
#define XS ab_any_skin
#define KS ab_skin_skin
#define NN never_touch

static abCollide never_touch, shape_mesh;

// Row = first shape, column = second. NULL: A and B are swapped. MESH is one that touches
// as it is; others are hulls here.
static abCollide *const s_collide[AB_SHAPE_COUNT][AB_SHAPE_COUNT] = {
    // clang-format off
    //               PLANE SPHERE ELLIPSOID CAPSULE  BOX   BEAM  CYLINDER CONE  HULL  TORUS  TUBE  SPRING  TEXT  CURVE  OUTLINE  MESH  FLEXIBLE
    /* PLANE     */ {PP,   PS,    PX,       PX,      PX,   PX,   PX,      PX,   PX,   PX,    PX,   NN,     NN,   NN,    OO,      PM,    XS},
    /* SPHERE    */ {NULL, SS,    SE,       SC,      SB,   SM,   SY,      SK,   XX,   ST,    SU,   NN,     NN,   NN,    OO,      XM,    XS},
    /* ELLIPSOID */ {NULL, NULL,  XX,       XX,      XX,   XX,   XX,      XX,   XX,   XT,    XU,   NN,     NN,   NN,    NN,      XM,    XS},
    /* CAPSULE   */ {NULL, NULL,  NULL,     CC,      XX,   XX,   YY,      XX,   XX,   XT,    CU,   NN,     NN,   NN,    NN,      XM,    XS},
    /* BOX       */ {NULL, NULL,  NULL,     NULL,    BB,   XX,   XX,      XX,   XX,   XT,    XU,   NN,     NN,   NN,    NN,      XM,    XS},
    /* BEAM      */ {NULL, NULL,  NULL,     NULL,    NULL, XX,   XX,      XX,   XX,   XT,    XU,   NN,     NN,   NN,    NN,      XM,    XS},
    /* CYLINDER  */ {NULL, NULL,  NULL,     NULL,    NULL, NULL, YY,      XX,   XX,   XT,    XU,   NN,     NN,   NN,    NN,      XM,    XS},
    /* CONE      */ {NULL, NULL,  NULL,     NULL,    NULL, NULL, NULL,    XX,   XX,   XT,    XU,   NN,     NN,   NN,    NN,      XM,    XS},
    /* HULL      */ {NULL, NULL,  NULL,     NULL,    NULL, NULL, NULL,    NULL, XX,   XT,    XU,   NN,     NN,   NN,    NN,      XM,    XS},
    /* TORUS     */ {NULL, NULL,  NULL,     NULL,    NULL, NULL, NULL,    NULL, NULL, XT,    NULL,  NN,     NN,   NN,    NN,      XM,    NN},
    /* TUBE      */ {NULL, NULL,  NULL,     NULL,    NULL, NULL, NULL,    NULL, NULL, XT,    XU,   NN,     NN,   NN,    NN,      XM,    NN},
    /* SPRING    */ {NULL, NULL,  NULL,     NULL,    NULL, NULL, NULL,    NULL, NULL, NULL,  NULL, NN,     NN,   NN,    NN,      NN,    NN},
    /* TEXT      */ {NULL, NULL,  NULL,     NULL,    NULL, NULL, NULL,    NULL, NULL, NULL,  NULL, NULL,   NN,   NN,    NN,      NN,    NN},
    /* CURVE     */ {NULL, NULL,  NULL,     NULL,    NULL, NULL, NULL,    NULL, NULL, NULL,  NULL, NULL,   NULL, VV,    NN,      NN,    NN},
    /* OUTLINE   */ {NULL, NULL,  NULL,     NULL,    NULL, NULL, NULL,    NULL, NULL, NULL,  NULL, NULL,   NULL, NULL,  OO,      NN,    NN},
    /* MESH      */ {NULL, NULL,  NULL,     NULL,    NULL, NULL, NULL,    NULL, NULL, NULL,  NULL, NULL,   NULL, NULL,  NULL,    MM,    KS},
    /* FLEXIBLE  */ {NULL, NULL,  NULL,     NULL,    NULL, NULL, NULL,    NULL, NULL, NULL,  NULL, NULL,   NULL, NULL,  NULL,    NULL,  KS},
    // clang-format on
};

// What is only drawn touches nothing.
static void never_touch(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                        abProximity *out) {
    (void)A, (void)B;
    *out = (abProximity){.distance = INFINITY,
                         .n_AB_W = {1.0, 0.0, 0.0},
                         .p_A_W = X_WA->p,
                         .p_B_W = X_WB->p,
                         .is_exact = true};
}

static void shape_mesh(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                       abProximity *out) {
    ab_shape_mesh(ab_shape_closest_point, A, X_WA, B, X_WB, out);
}

bool ab_closes_bore(const abShape *A, const abShape *B) {
    return s_collide[A->kind][B->kind] == ab_convex_tube ||
           s_collide[B->kind][A->kind] == ab_convex_tube;
}

bool ab_never_touch(const abShape *A, const abShape *B) {
    return s_collide[A->kind][B->kind] == never_touch || s_collide[B->kind][A->kind] == never_touch;
}

static double curvature(const abShape *shape) {
    return shape->is_flat ? 0.0 : 1.0 / shape->contact_radius;
}

double ab_effective_radius(const abShape *A, const abShape *B) {
    return 1.0 / (curvature(A) + curvature(B));
}

abCollider ab_collider(const abShape *A, const abShape *B) {
    abCollide *collide = s_collide[A->kind][B->kind];
    return (abCollider){.collide = collide != NULL ? collide : s_collide[B->kind][A->kind],
                        .is_swapped = collide == NULL,
                        .radius = ab_effective_radius(A, B)};
}

void ab_proximity(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                  abProximity *out) {
    abCollider of = ab_collider(A, B);
    ab_collider_proximity(&of, A, X_WA, B, X_WB, out);
}

void ab_proximity_near(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                       const abProximity *known, abProximity *out) {
    bool is_searched = s_collide[A->kind][B->kind] == ab_convex_convex ||
                       s_collide[B->kind][A->kind] == ab_convex_convex;
    if (is_searched && ab_convex_follow(A, X_WA, B, X_WB, known->n_AB_W, out)) {
        out->radius = ab_effective_radius(A, B);
    } else {
        ab_proximity(A, X_WA, B, X_WB, out);
    }
}
