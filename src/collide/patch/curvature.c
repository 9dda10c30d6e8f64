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
// Motion  When B turns by w and its point in the middle slides by v relative to A, the points at
//         the signed distance s move by u_A on A and u_B on B so that both normals stay opposite
//         and the points stay above each other:
//           M_A u_A = w x n - M_B u_B,   u_B = u_A + s M_A u_A - v - s/2 w x n          (2)
// Source  [Johnson1985] section 4.1; (2): the condition of rolling, as in [Montana1988].

#include "collide/patch/curvature.h"

#include <math.h>

#include "collide/broad/proximity.h"
#include "math/core/vector_math.h"

#define NEARLY_STRAIGHT 0.02 // least by greatest, below which lines are looked for
#define ALIGNED 0.99         // cosine of the angle up to which lines run along each other
#define ROUNDING 1e-14       // of the greatest curvature
#define NO_POINT 1e-7        // least by greatest, below which no single point is nearest

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

// A symmetric matrix [[xx, xy], [xy, yy]] in a tangent basis t1, t2.
typedef struct Tangent {
    abVec3 t1, t2;
} Tangent;
typedef struct Matrix {
    double xx, xy, yy;
} Matrix;

static Tangent tangent_basis(abVec3 n) {
    abVec3 t1 = ab_perpendicular(n);
    return (Tangent){t1, ab_cross(n, t1)};
}

// (1)
static Matrix matrix_of(const Side *side, const Tangent *basis) {
    double x = ab_dot(side->along, basis->t1), y = ab_dot(side->along, basis->t2);
    double k1 = side->local.curvature[0], k2 = side->local.curvature[1];
    return (Matrix){k1 * x * x + k2 * y * y, (k1 - k2) * x * y, k1 * y * y + k2 * x * x};
}

static abVec3 times(const Matrix *m, const Tangent *basis, abVec3 v) {
    double x = ab_dot(v, basis->t1), y = ab_dot(v, basis->t2);
    return ab_add_scaled(ab_scale(m->xx * x + m->xy * y, basis->t1), m->xy * x + m->yy * y,
                         basis->t2);
}

// The sum of two sides, its principal values and the tangents that belong to them.
typedef struct Sum {
    double minimum, greatest;
    abVec3 along_minimum, along_greatest;
} Sum;

static Sum sum_of(const Side *a, const Side *b, abVec3 n) {
    Tangent basis = tangent_basis(n);
    Matrix ma = matrix_of(a, &basis), mb = matrix_of(b, &basis);
    double k[2], x, y;
    ab_eigen_2(ma.xx + mb.xx, ma.xy + mb.xy, ma.yy + mb.yy, k, &x, &y);
    bool is_zero = fabs(k[1]) <= ROUNDING * (fabs(k[0]) + fabs(k[1]));
    return (Sum){is_zero ? 0.0 : k[1], k[0], ab_sub(ab_scale(x, basis.t2), ab_scale(y, basis.t1)),
                 ab_add_scaled(ab_scale(x, basis.t1), y, basis.t2)};
}

// A line, or the circle on which a ring that lies flat touches.
static bool is_straight(const Side *side) {
    return side->local.reach[0] + side->local.reach[1] > 0.0;
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

static void describe(const Side *a, const Side *b, abVec3 n, abRelativeCurvature *out) {
    Sum sum = sum_of(a, b, n);
    *out = (abRelativeCurvature){sum.minimum, sum.greatest, INFINITY};
    bool is_near = fabs(sum.minimum) <= NEARLY_STRAIGHT * sum.greatest;
    if (is_near && (is_straight(a) || is_straight(b))) {
        out->line = line_length(a, b, sum.along_minimum);
    }
}

bool ab_relative_curvature(const abShape *A, const abPose *X_WA, const abShape *B,
                           const abPose *X_WB, const abProximity *at, abRelativeCurvature *out) {
    Side a, b;
    abVec3 n = at->n_AB_W;
    if (!side_at(A, X_WA, at->p_A_W, n, &a) || !side_at(B, X_WB, at->p_B_W, ab_neg(n), &b)) {
        return false;
    }
    describe(&a, &b, n, out);
    return true;
}

// The movement of both points on their surfaces.
typedef struct Shift {
    abVec3 on_a, on_b;
} Shift;

// (2), with u_B put into the first equation. Along a line of contact the point stays.
static Shift shift_of(const Side *a, const Side *b, const abProximity *at, abVec3 slide,
                      abVec3 rotation) {
    abVec3 n = at->n_AB_W, tilt = ab_cross(rotation, n);
    Tangent basis = tangent_basis(n);
    Matrix ma = matrix_of(a, &basis), mb = matrix_of(b, &basis);
    abVec3 passed = ab_add_scaled(slide, 0.5 * at->distance, tilt);
    abVec3 right = ab_add(tilt, times(&mb, &basis, passed)), columns[2];
    Sum sum = sum_of(a, b, n);
    abVec3 e[2] = {sum.along_minimum, sum.along_greatest};
    for (int i = 0; i < 2; i++) { // (M_A + M_B + s M_B M_A) e
        abVec3 on_a = times(&ma, &basis, e[i]);
        abVec3 moved = ab_add(e[i], ab_scale(at->distance, on_a));
        columns[i] = ab_add(on_a, times(&mb, &basis, moved));
    }
    double k00 = ab_dot(e[0], columns[0]), k01 = ab_dot(e[0], columns[1]);
    double k10 = ab_dot(e[1], columns[0]), k11 = ab_dot(e[1], columns[1]);
    double r0 = ab_dot(e[0], right), r1 = ab_dot(e[1], right);
    double determinant = k00 * k11 - k01 * k10, x = 0.0, y = 0.0;
    if (sum.minimum != 0.0 && determinant != 0.0) {
        x = (r0 * k11 - r1 * k01) / determinant;
        y = (k00 * r1 - k10 * r0) / determinant;
    } else if (k11 != 0.0) {
        y = r1 / k11;
    }
    Shift shift = {.on_a = ab_add(ab_scale(x, e[0]), ab_scale(y, e[1]))};
    abVec3 follows = ab_scale(at->distance, times(&ma, &basis, shift.on_a));
    shift.on_b = ab_add(shift.on_a, ab_sub(follows, passed));
    return shift;
}

// All in the frame of A; B's surface is described where B was and then turned.
bool ab_relative_curvature_moved(const abShape *A, const abPose *X_WA, const abShape *B,
                                 const abPose *X_WB, const abProximity *at, abVec3 slide,
                                 abVec3 rotation, abRelativeCurvature *out) {
    Side a, b;
    abVec3 n = at->n_AB_W;
    if (!side_at(A, X_WA, at->p_A_W, n, &a) || !side_at(B, X_WB, at->p_B_W, ab_neg(n), &b)) {
        return false;
    }
    Tangent basis = tangent_basis(n);
    Matrix ma = matrix_of(&a, &basis);
    Shift shift = shift_of(&a, &b, at, slide, rotation);
    abVec3 new_n = ab_unit(ab_add(n, times(&ma, &basis, shift.on_a)));
    abVec3 n_for_b = ab_unit(ab_sub(new_n, ab_cross(rotation, new_n)));
    if (!side_at(A, X_WA, ab_add(at->p_A_W, shift.on_a), new_n, &a) ||
        !side_at(B, X_WB, ab_add(at->p_B_W, shift.on_b), ab_neg(n_for_b), &b)) {
        return false;
    }
    b.along = ab_add(b.along, ab_cross(rotation, b.along));
    describe(&a, &b, new_n, out);
    return true;
}

bool ab_nearest_motion(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                       const abProximity *at, abVec3 slide, abVec3 rotation, abNearestMotion *out) {
    Side a, b;
    abVec3 n = at->n_AB_W;
    if (!side_at(A, X_WA, at->p_A_W, n, &a) || !side_at(B, X_WB, at->p_B_W, ab_neg(n), &b)) {
        return false;
    }
    Sum sum = sum_of(&a, &b, n);
    if (!(fabs(sum.minimum) > NO_POINT * sum.greatest)) {
        return false;
    }
    Tangent basis = tangent_basis(n);
    Matrix ma = matrix_of(&a, &basis);
    Shift shift = shift_of(&a, &b, at, slide, rotation);
    *out = (abNearestMotion){shift.on_a, shift.on_b, times(&ma, &basis, shift.on_a)};
    return true;
}
