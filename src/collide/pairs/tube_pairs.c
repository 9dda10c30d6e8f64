// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// tube_pairs.c - a tube against everything but planes (plane_pairs.c) and tori (torus_pairs.c).
//
// Balls and capsules see the bore. In the half-plane through the axis the core of the tube is the
// rectangle  bore <= r <= outer radius, |u| <= half length,  and the nearest point of a tube to a
// point lies in the point's own half-plane, so that one rectangle tells all.
//
// A capsule is a segment (+) a ball; the distance of the pair is the least of the distances of the
// segment's points, found by a rigorous search (curve_minimum.c) with
//
//   |f'| <= 1,   f'' >= -K,   K from closest_point.c                                       (1)
//
// Where segment and axis are parallel all points of the common stretch are as near; its middle
// counts.
//
// All other shapes meet the full cylinder around the tube, as if the bore were closed.
//
// Overlap of a capsule: the depth of the deepest point of its segment.
// Error   a ball: a few roundings of the position. A capsule: a local minimum to rounding; that no
//         other is lower is proven to PROOF of its size, else is_exact is false.
// Source  ours.

#include "collide/broad/distance_bend.h"
#include "collide/broad/proximity.h"
#include "collide/convex/curve_minimum.h"
#include "collide/pairs/closest_point.h"
#include "collide/pairs/collide.h"
#include "collide/pairs/pairs.h"
#include "math/core/bounds.h"
#include "math/core/vector_math.h"
#include "shape/core/axial.h"

enum { STARTS = 6 };
#define PROOF 1e-10

// ---- ball ----

void ab_sphere_tube(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    abProximity *out) {
    Axial p = to_axial(B, ab_pose_point_inverse(*X_WB, X_WA->p));
    double half = B->size[0], outer = B->size[1], bore = B->size[2];
    double r = sqrt(p.v * p.v + p.w * p.w);
    double cv = r > 0.0 ? p.v / r : 1.0, cw = r > 0.0 ? p.w / r : 0.0;
    double du = ab_beyond(p.u, half), dr = r > outer ? r - outer : r < bore ? r - bore : 0.0;
    double d = sqrt(du * du + dr * dr);
    if (d > 0.0) {
        du /= d;
        dr /= d;
    } else { // the centre is in the wall: the nearest side counts
        double end = fabs(p.u) - half, side = fmax(r - outer, bore - r);
        bool is_end = end > side;
        d = is_end ? end : side;
        du = is_end ? with_sign(1.0, p.u) : 0.0;
        dr = is_end ? 0.0 : r - outer >= bore - r ? 1.0 : -1.0;
    }
    *out = ab_proximity_of_ball(A, X_WA, B, X_WB, from_axial(B, du, dr * cv, dr * cw), d);
}

// ---- capsule ----

// The segment in the tube's frame.
typedef struct Line {
    const abShape *tube;
    abVec3 center, along;
} Line;

static abVec3 point_at(const Line *line, double x) {
    return ab_add_scaled(line->center, x, line->along);
}

static double distance_at(const void *context, double x, double *slope) {
    const Line *line = context;
    abClosest closest = ab_shape_closest_point(line->tube, point_at(line, x));
    *slope = ab_dot(closest.normal, line->along);
    return closest.distance;
}

static double bend(const void *context, double a, double b) {
    const Line *line = context;
    return ab_distance_bend(line->tube, point_at(line, 0.5 * (a + b)), 0.5 * (b - a));
}

// The middle of the common stretch of a segment parallel to the axis; false when it is not.
static bool parallel_middle(const Line *line, double half, double *x) {
    Axial c = to_axial(line->tube, line->center), u = to_axial(line->tube, line->along);
    if (sqrt(u.v * u.v + u.w * u.w) > AB_FLAT_ANGLE) {
        return false;
    }
    double shift = u.u > 0.0 ? -c.u : c.u; // of the tube's middle, along the segment
    double reach = line->tube->size[0];
    double low = fmax(-half, shift - reach), high = fmin(half, shift + reach);
    *x = 0.5 * (low + high);
    return low <= high;
}

// A is the capsule.
void ab_capsule_tube(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                     abProximity *out) {
    double half = A->size[0];
    if (half == 0.0) {
        ab_sphere_tube(A, X_WA, B, X_WB, out);
        return;
    }
    Line line = {.tube = B,
                 .center = ab_pose_point_inverse(*X_WB, X_WA->p),
                 .along = ab_mul_t(X_WB->R, ab_column(X_WA->R, A->axis))};
    abBoundedFunction curve = {
        .context = &line, .value = distance_at, .bend = bend, .steepest = 1.0};
    double middle, slope;
    abCurveMinimum minimum;
    if (parallel_middle(&line, half, &middle)) {
        minimum = (abCurveMinimum){middle, distance_at(&line, middle, &slope), 0.0, true};
    } else {
        minimum = ab_minimum_of(&curve, -half, half, STARTS, PROOF * half);
    }
    abClosest closest = ab_shape_closest_point(B, point_at(&line, minimum.x));
    out->distance = minimum.value - A->radius;
    out->n_AB_W = ab_neg(ab_mul(X_WB->R, closest.normal));
    out->p_B_W = ab_pose_point(*X_WB, closest.point);
    out->p_A_W = ab_add_scaled(out->p_B_W, -out->distance, out->n_AB_W);
    out->is_exact = minimum.is_exact;
}

// ---- the others ----

static abShape full_cylinder(const abShape *tube) {
    abShape cylinder = *tube;
    cylinder.kind = AB_SHAPE_CYLINDER;
    return cylinder;
}

// A is any convex shape or a tube.
void ab_convex_tube(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                    abProximity *out) {
    abShape other = A->kind == AB_SHAPE_TUBE ? full_cylinder(A) : *A, tube = full_cylinder(B);
    ab_proximity(&other, X_WA, &tube, X_WB, out);
}
