// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// round_pairs.c - spheres and capsules among each other: nearest points of points and segments.
//
// Where the cores meet (concentric balls, crossing capsule axes) the normal is a fixed one of those
// at right angles to both cores; for concentric balls it is x.
//
// Source  segments: C. Ericson, Real-Time Collision Detection (2005), section 5.1.9; written for
//         centred segments. Parallel segments give the middle of their common stretch.

#include <float.h>

#include "collide/broad/proximity.h"
#include "collide/pairs/pairs.h"
#include "math/core/bounds.h"
#include "math/core/vector_math.h"

#define FLAT2 (AB_FLAT_ANGLE * AB_FLAT_ANGLE)

// a and b: nearest points of the cores, in W; n: unit normal; length: of b - a along n.
static void answer_along(const abShape *A, const abShape *B, abVec3 a, abVec3 b, abVec3 n,
                         double length, abProximity *out) {
    out->n_AB_W = n;
    out->distance = length - (A->radius + B->radius);
    out->p_A_W = ab_add_scaled(a, A->radius, out->n_AB_W);
    out->p_B_W = ab_add_scaled(b, -B->radius, out->n_AB_W);
    out->is_exact = true;
}

#define VANISHED 1e-150 // below, squares vanish

// v: from a to b as far as it is at right angles to the cores; `across` is used where it vanishes.
static void answer(const abShape *A, const abShape *B, abVec3 a, abVec3 b, abVec3 v, abVec3 across,
                   abProximity *out) {
    double length = ab_norm(v);
    abVec3 n = length > VANISHED ? ab_scale(1.0 / length, v) : across;
    answer_along(A, B, a, b, n, length, out);
}

// Within a segment along u the normal is at right angles to u; rounding must not tilt it.
static abVec3 beside(abVec3 a, abVec3 b, abVec3 u) {
    abVec3 v = ab_sub(b, a);
    return ab_add_scaled(v, -ab_dot(u, v), u);
}

void ab_sphere_sphere(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      abProximity *out) {
    answer(A, B, X_WA->p, X_WB->p, ab_sub(X_WB->p, X_WA->p), (abVec3){1.0, 0.0, 0.0}, out);
}

// At the end `s` of a segment along u the normal points outward, or across; rounding of a short v
// must not turn it inward.
static abVec3 not_inward(abVec3 v, double s, abVec3 u) {
    double along = ab_dot(u, v);
    return s * along < 0.0 ? ab_add_scaled(v, -along, u) : v;
}

void ab_sphere_capsule(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                       abProximity *out) {
    abVec3 u = ab_column(X_WB->R, B->axis);
    double wanted = ab_dot(u, ab_sub(X_WA->p, X_WB->p)),
           t = ab_clamp(wanted, -B->size[0], B->size[0]);
    abVec3 b = ab_add_scaled(X_WB->p, t, u);
    abVec3 v = t == wanted ? beside(X_WA->p, b, u) : not_inward(ab_sub(b, X_WA->p), -t, u);
    answer(A, B, X_WA->p, b, v, ab_perpendicular(u), out);
}

// The middle of where two parallel segments run side by side, as s on the first; t on the second
// follows. c = u . v is +1 or -1, d the shift of the second along u. Apart along u: the near ends.
static double parallel_middle(double d, double half_A, double half_B) {
    double low = fmax(-half_A, d - half_B), high = fmin(half_A, d + half_B);
    return low <= high ? 0.5 * (low + high) : d > 0.0 ? half_A : -half_A;
}

void ab_capsule_capsule(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                        abProximity *out) {
    abVec3 u = ab_column(X_WA->R, A->axis), v = ab_column(X_WB->R, B->axis);
    abVec3 r = ab_sub(X_WB->p, X_WA->p), across = ab_cross(u, v);
    double hA = A->size[0], hB = B->size[0];
    double c = ab_dot(u, v), ur = ab_dot(u, r), vr = ab_dot(v, r), sin2 = ab_norm2(across);
    double wanted_s = sin2 > DBL_EPSILON * DBL_EPSILON
                          ? ab_dot(ab_cross(r, v), across) / sin2 // ur - c vr, not cancelled
                          : parallel_middle(ur, hA, hB);
    double s = ab_clamp(wanted_s, -hA, hA);
    // nearest on B to that point of A, and back when B's end stopped it
    double wanted_t = s * c - vr, t = ab_clamp(wanted_t, -hB, hB);
    if (t != wanted_t) {
        wanted_s = ur + t * c;
        s = ab_clamp(wanted_s, -hA, hA);
    }
    abVec3 a = ab_add_scaled(X_WA->p, s, u), b = ab_add_scaled(X_WB->p, t, v);
    abVec3 w = s == wanted_s ? beside(a, b, u) : t == wanted_t ? beside(a, b, v) : ab_sub(b, a);
    w = s != wanted_s ? not_inward(w, s, u) : w;
    w = t != wanted_t ? not_inward(w, -t, v) : w;
    double length = ab_norm(w), size = A->bound + B->bound + ab_norm(r);
    bool is_inner = s == wanted_s && t == wanted_t, is_parallel = sin2 <= FLAT2;
    // the direction of w suffers from rounding when it is short, that of the cross product when the
    // axes are almost parallel
    if (length <= 4.0 * DBL_EPSILON * size ||
        (is_inner && !is_parallel && length * length <= sin2 * size * size)) {
        w = is_parallel ? ab_perpendicular(u) : ab_unit(across);
        w = ab_unit(ab_add_scaled(w, -ab_dot(u, w), u)); // almost parallel: to rounding again
        length = ab_dot(w, ab_sub(b, a)); // not r: an error of w counts times what lies across it
        w = length < 0.0 ? ab_neg(w) : w;
        length = fabs(length);
    } else {
        w = ab_scale(1.0 / length, w);
    }
    if (is_parallel && fabs(ur) < hA + hB) {
        a = ab_add_scaled(X_WA->p, parallel_middle(ur, hA, hB), u);
        b = ab_add_scaled(a, length, w);
    }
    answer_along(A, B, a, b, w, length, out);
}
