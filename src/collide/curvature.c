// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curvature.c - the relative curvature of two surfaces.
//
// In a common tangent basis each surface is a symmetric 2 x 2 matrix of curvatures,
//
//   M = k1 e1 e1^T + k2 e2 e2^T                                           (1)
//
// and the gap between two surfaces around their common point is x^T (M_A + M_B) x / 2. The
// eigenvalues of the sum are Johnson's 2A and 2B; with the angle between the principal directions
// written out they are his closed expressions.
//
// Lines   A cylinder's side is straight along its generator. Where the sum is (nearly) zero in one
//         direction, `line` is the length over which both surfaces go straight along it: the
//         overlap of two generators, or of a generator and a face. Generators that cross at more
//         than about 8 degrees do not count as running along each other.
// Error   some 1e-16 of the greatest curvature in both values; parallel cylinders so have a least
//         value of that size, of either sign, which is set to zero.
// Source  [Johnson1985] section 4.1.

#include "collide/curvature.h"

#include <math.h>

#include "math/vector_math.h"

#define NEARLY_STRAIGHT 0.02 // least by greatest, below which lines are looked for
#define ALIGNED 0.99         // cosine of the angle up to which lines run along each other
#define ROUNDING 1e-14       // of the greatest curvature

// A surface at the contact point, in W.
typedef struct Side {
    const abShape *shape;
    const abPose *X_WS;
    abVec3 p_S, n_S; // point and outward unit normal, in S
    abCurvature local;
    abVec3 along;
} Side;

static bool side_at(const abShape *shape, const abPose *X_WS, abVec3 p_W, abVec3 n_W, Side *out) {
    *out = (Side){.shape = shape,
                  .X_WS = X_WS,
                  .p_S = ab_pose_point_inverse(*X_WS, p_W),
                  .n_S = ab_mul_t(X_WS->R, n_W)};
    if (!ab_shape_curvature(shape, out->p_S, out->n_S, &out->local)) {
        return false;
    }
    out->along = ab_mul(X_WS->R, out->local.along);
    return true;
}

// Adds (1) to the matrix [[m0, m1], [m1, m2]] in the basis t1, t2.
static void add_matrix(const Side *side, abVec3 t1, abVec3 t2, double m[3]) {
    double x = ab_dot(side->along, t1), y = ab_dot(side->along, t2);
    double k1 = side->local.curvature[0], k2 = side->local.curvature[1];
    m[0] += k1 * x * x + k2 * y * y;
    m[1] += (k1 - k2) * x * y;
    m[2] += k1 * y * y + k2 * x * x;
}

static bool is_straight(const Side *side) {
    return side->local.curvature[0] == 0.0 && side->local.curvature[1] != 0.0;
}

static bool is_face(const Side *side) {
    return side->local.curvature[0] == 0.0 && side->local.curvature[1] == 0.0;
}

// How far the outline of a flat face lies from the contact point along t, both ways.
static void face_reach(const Side *side, abVec3 t_W, double reach[2]) {
    const abShapeType *type = ab_shape_type(side->shape->kind);
    abVec3 normal, corners[AB_FEATURE_MAX], t = ab_mul_t(side->X_WS->R, t_W);
    reach[0] = reach[1] = INFINITY;
    if (type->face == NULL || !type->face(side->shape, side->n_S, &normal)) {
        return;
    }
    int count = type->feature(side->shape, normal, corners);
    abVec3 across = ab_cross(normal, t);
    for (int i = 0; count > 2 && i < count; i++) {
        abVec3 a = ab_sub(corners[i], side->p_S), b = ab_sub(corners[(i + 1) % count], side->p_S);
        double ha = ab_dot(a, across), hb = ab_dot(b, across);
        if ((ha <= 0.0) == (hb <= 0.0)) {
            continue;
        }
        double where = ab_dot(ab_add_scaled(a, ha / (ha - hb), ab_sub(b, a)), t);
        reach[where < 0.0] = fmin(reach[where < 0.0], fabs(where));
    }
}

// How far the surface goes straight along t.
static void reach_along(const Side *side, abVec3 t, double reach[2]) {
    reach[0] = reach[1] = INFINITY;
    if (is_face(side)) {
        face_reach(side, t, reach);
    } else if (is_straight(side)) {
        double cosine = ab_dot(side->along, t);
        if (fabs(cosine) > ALIGNED) {
            reach[0] = side->local.reach[cosine < 0.0];
            reach[1] = side->local.reach[cosine > 0.0];
        }
    }
}

static double line_length(const Side *a, const Side *b, abVec3 t) {
    double first[2], second[2];
    reach_along(a, t, first);
    reach_along(b, t, second);
    return fmin(first[0], second[0]) + fmin(first[1], second[1]);
}

bool ab_relative_curvature(const abShape *A, const abPose *X_WA, const abShape *B,
                           const abPose *X_WB, const abProximity *at, abRelativeCurvature *out) {
    Side a, b;
    abVec3 n = at->n_AB_W;
    if (!side_at(A, X_WA, at->p_A_W, n, &a) || !side_at(B, X_WB, at->p_B_W, ab_neg(n), &b)) {
        return false;
    }
    abVec3 t1 = ab_perpendicular(n), t2 = ab_cross(n, t1);
    double m[3] = {0.0, 0.0, 0.0}, k[2], x, y;
    add_matrix(&a, t1, t2, m);
    add_matrix(&b, t1, t2, m);
    ab_eigen_2(m[0], m[1], m[2], k, &x, &y);
    double scale = fabs(k[0]) + fabs(k[1]);
    bool is_zero = fabs(k[1]) <= ROUNDING * scale;
    *out = (abRelativeCurvature){is_zero ? 0.0 : k[1], k[0], INFINITY};
    bool has_line = (is_straight(&a) || is_straight(&b)) && fabs(k[1]) <= NEARLY_STRAIGHT * k[0];
    if (has_line) {
        out->line = line_length(&a, &b, ab_sub(ab_scale(x, t2), ab_scale(y, t1)));
    }
    return true;
}
