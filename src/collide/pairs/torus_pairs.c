// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// torus_pairs.c - a ring against everything but planes (plane_pairs.c).
//
// The torus is its circle (+) a ball, so with d the signed distance from the other shape (radius
// included) the distance of the pair is
//
//   min over phi of  f(phi) = d(c(phi)),  less the tube's radius                           (1)
//
// Against a ball that is a closed form. Else a rigorous search in one variable (curve_minimum.c), with
//
//   |f'| <= R,   f'' >= -R - R^2 K                                                         (2)
//
// where d bends down by at most K: not at all for convex shapes, for ring and tube see
// closest_point.c. A convex shape is behind the plane through its nearest point, so
// with the normal n at phi_0
//
//   f(phi) >= f(phi_0) + n . (c(phi) - c(phi_0))                                           (3)
//
// and a minimum at which the ring leans outwards, n . (c - center) < 0, is the only one.
//
// A ring flat on a flat face has the middle of the common part as its point.
//
// Overlap the depth is that of the deepest point of the circle. Where the circle passes through the
//         other shape this is not the way to part them.
// Error   the minimum is one to rounding; that no other is lower is proven to PROOF of R. Where f
//         is nearly constant inside the ring (a rod in its axis) the proof is given up, is_exact is
//         false and the value is right to what curve_minimum.c states.
// Cost    in the middle 58 distances of a point from a convex shape and 92 from a ring or tube, at
//         most 163, over 2000 random poses each.
// Limits  a ball on the axis, a ring around a rod: the contact is a circle, the answer one point.
// Source  ours; (2) and (3) follow from the convexity of d.

#include "collide/broad/distance_bend.h"
#include "collide/broad/proximity.h"
#include "collide/convex/curve_minimum.h"
#include "collide/convex/overlap.h"
#include "collide/pairs/closest_point.h"
#include "collide/pairs/pairs.h"
#include "math/core/elementary.h"
#include "shape/core/axial.h"

enum { STARTS = 8 };
#define PROOF 1e-10

// ---- ball ----

void ab_sphere_torus(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                     abProximity *out) {
    Axial p = to_axial(B, ab_pose_point_inverse(*X_WB, X_WA->p));
    double across = sqrt(p.v * p.v + p.w * p.w), dr = across - B->size[0];
    double cv = across > 0.0 ? p.v / across : 1.0, cw = across > 0.0 ? p.w / across : 0.0;
    double d = sqrt(p.u * p.u + dr * dr);
    // on the circle itself every direction across it is as good
    double mu = d > 0.0 ? p.u / d : 0.0, mr = d > 0.0 ? dr / d : 1.0;
    *out = ab_proximity_of_ball(A, X_WA, B, X_WB, from_axial(B, mu, mr * cv, mr * cw), d);
}

// ---- anything else ----

// The circle in the frame of the other shape.
typedef struct Ring {
    const abShape *other;
    abVec3 center, e1, e2, axis; // axes are unit
    double radius;
    bool other_is_convex; // the other shape is convex
} Ring;

static Ring ring_of(const abShape *torus, const abPose *X_WT, const abShape *other,
                    const abPose *X_WO) {
    abMat3 R = ab_mat3_t_mul(X_WO->R, X_WT->R);
    return (Ring){.other = other,
                  .center = ab_pose_point_inverse(*X_WO, X_WT->p),
                  .e1 = ab_column(R, (torus->axis + 1) % 3),
                  .e2 = ab_column(R, (torus->axis + 2) % 3),
                  .axis = ab_column(R, torus->axis),
                  .radius = torus->size[0],
                  .other_is_convex = isinf(ab_shape_reach(other))};
}

static abVec3 outward(const Ring *ring, double phi) {
    return ab_add_scaled(ab_scale(ab_cos(phi), ring->e1), ab_sin(phi), ring->e2);
}

static abVec3 point_at(const Ring *ring, double phi) {
    return ab_add_scaled(ring->center, ring->radius, outward(ring, phi));
}

static abClosest closest_at(const Ring *ring, double phi) {
    return ab_shape_closest_point(ring->other, point_at(ring, phi));
}

static double distance_at(const void *context, double phi, double *slope) {
    const Ring *ring = context;
    abVec3 e = outward(ring, phi);
    abClosest closest =
        ab_shape_closest_point(ring->other, ab_add_scaled(ring->center, ring->radius, e));
    *slope = ring->radius * ab_dot(closest.normal, ab_cross(ring->axis, e));
    return closest.distance;
}

static double bend(const void *context, double a, double b) {
    const Ring *ring = context;
    double R = ring->radius, middle = 0.5 * (a + b);
    double K = ring->other_is_convex
                   ? 0.0
                   : ab_distance_bend(ring->other, point_at(ring, middle), 0.5 * (b - a) * R);
    return R + R * R * K;
}

// From (3): with a slope s and the normal leaning outwards by Q = -R n . e the bound falls no lower
// than sqrt(Q^2 + s^2) - Q.
static double slack(const void *context, double phi) {
    const Ring *ring = context;
    abVec3 n = closest_at(ring, phi).normal, e = outward(ring, phi);
    double Q = -ring->radius * ab_dot(n, e), s = ring->radius * ab_dot(n, ab_cross(ring->axis, e));
    bool leans_outwards = ring->other_is_convex && Q > 0.0;
    return leans_outwards ? s * s / (sqrt(Q * Q + s * s) + Q) : INFINITY;
}

// Flat on flat or on an edge: moves the point, within the face, to the middle of the common part.
static void center_flat(const Ring *ring, abClosest *closest) {
    int (*feature)(const abShape *, abVec3, abVec3 *) = ab_shape_type(ring->other->kind)->feature;
    abVec3 n = closest->normal, corners[AB_FEATURE_MAX], disc[AB_DISC_CORNERS], middle;
    if (ab_norm(ab_cross(n, ring->axis)) > AB_FLAT_ANGLE || feature == NULL) {
        return;
    }
    int count = feature(ring->other, n, corners);
    for (int i = 0; i < AB_DISC_CORNERS; i++) {
        abVec3 e = ab_add_scaled(ab_scale(ab_disc_cos[i], ring->e1),
                                 ab_disc_cos[(i + 12) % AB_DISC_CORNERS], ring->e2);
        disc[i] = ab_add_scaled(ring->center, ring->radius, e);
    }
    double size = ring->other->bound + ring->radius + ab_norm(ring->center);
    if (count > 1 && ab_overlap_center(corners, count, disc, AB_DISC_CORNERS, n, size, &middle)) {
        abVec3 shift = ab_sub(middle, closest->point);
        closest->point = ab_add(closest->point, ab_add_scaled(shift, -ab_dot(shift, n), n));
    }
}

// A is any shape but a plane, B the torus.
void ab_any_torus(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                  abProximity *out) {
    Ring ring = ring_of(B, X_WB, A, X_WA);
    abBoundedFunction curve = {.context = &ring,
                               .value = distance_at,
                               .bend = bend,
                               .slack = slack,
                               .steepest = ring.radius,
                               .is_periodic = true};
    abCurveMinimum minimum = ab_minimum_of(&curve, 0.0, 2.0 * AB_PI, STARTS, PROOF * ring.radius);
    abClosest closest = closest_at(&ring, minimum.x);
    center_flat(&ring, &closest);
    out->distance = minimum.value - B->radius;
    out->n_AB_W = ab_mul(X_WA->R, closest.normal);
    out->p_A_W = ab_pose_point(*X_WA, closest.point);
    out->p_B_W = ab_add_scaled(out->p_A_W, out->distance, out->n_AB_W);
    out->is_exact = minimum.is_exact;
}
