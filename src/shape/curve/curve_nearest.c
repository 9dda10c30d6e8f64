// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_nearest.c - the point of a plane curve nearest to a given one.
//
// Down the tree, the nearer child first; on lines and arcs in closed form, on splines by Newton's
// method.
//
// A track goes on straight beyond the ends of an open curve. With the unit tangent T, the normal N
// to its left and the curvature k at the foot, the offset q of a point that moves by u changes by
//
//   q' = N . u,   q'' = N . u' - k / (1 - k q) (T . u)^2                                  (1)

#include "shape/curve/curve_nearest.h"

#include "math/core/elementary.h"
#include "shape/curve/curve.h"
#include "shape/curve/curve_build.h"

enum { NEWTON_MAX = 30 };

// By Newton's method, which converges since pieces turn little.
static double nearest_on_cubic(const abCurvePart *part, abVec2 q) {
    double u = 0.5;
    for (int i = 0; i < NEWTON_MAX; i++) {
        abCurveAt at = ab_curve_at(part, u);
        abVec2 displacement = ab_sub2(at.p, q);
        double f = ab_dot2(displacement, at.d),
               slope = ab_dot2(at.d, at.d) + ab_dot2(displacement, at.dd);
        double step = slope > 0.0 ? f / slope : f > 0.0 ? 1.0 : -1.0;
        double next = fmin(fmax(u - step, 0.0), 1.0);
        if (fabs(next - u) < 1e-16) {
            break;
        }
        u = next;
    }
    return u;
}

static abCurveFoot at_end(const abCurvePart *part, int side) {
    return (abCurveFoot){part->ends[side], part->normals[side], side};
}

// The angle from the middle of an arc to the direction d from its centre, as a parameter.
static double parameter_on_arc(const abCurvePart *part, abVec2 d) {
    return 0.5 + ab_atan2(ab_cross2(part->middle, d), ab_dot2(part->middle, d)) / part->sweep;
}

static abCurveFoot foot_on_arc(const abCurvePart *part, abVec2 q) {
    abVec2 from = ab_sub2(q, part->c[0]);
    double distance = ab_norm2d(from);
    abVec2 d = distance > 0.0 ? ab_scale2(1.0 / distance, from) : part->middle;
    if (ab_dot2(part->middle, d) >= part->cosine) {
        return (abCurveFoot){ab_add2(part->c[0], ab_scale2(part->radius, d)),
                             ab_scale2(part->sweep > 0.0 ? 1.0 : -1.0, d), NAN};
    }
    abVec2 to[2] = {ab_sub2(part->ends[0], q), ab_sub2(part->ends[1], q)};
    return at_end(part, ab_dot2(to[1], to[1]) < ab_dot2(to[0], to[0]));
}

static abCurveFoot foot_on_line(const abCurvePart *part, abVec2 q) {
    const abVec2 *c = part->c;
    double u = ab_dot2(ab_sub2(q, c[0]), c[1]) / ab_dot2(c[1], c[1]);
    return u <= 0.0   ? at_end(part, 0)
           : u >= 1.0 ? at_end(part, 1)
                      : (abCurveFoot){ab_add2(c[0], ab_scale2(u, c[1])), part->normals[0], u};
}

abCurveFoot ab_curve_foot(const abCurvePart *part, abVec2 q) {
    if (part->kind == AB_CURVE_ARC) {
        return foot_on_arc(part, q);
    }
    if (part->is_straight) {
        return foot_on_line(part, q);
    }
    double u = nearest_on_cubic(part, q);
    abCurveAt at = ab_curve_at(part, u);
    return (abCurveFoot){at.p, ab_right_of(at.d), u};
}

// Its parameter, also within an arc.
static double parameter_of(const abCurvePart *part, const abCurveFoot *foot) {
    return isnan(foot->u) ? parameter_on_arc(part, ab_sub2(foot->p, part->c[0])) : foot->u;
}

// The nearest piece so far.
typedef struct Nearest {
    abCurveFoot foot;
    double distance;
    int part;
} Nearest;

static void look_nearest(const abCurve *curve, int index, abVec2 q, Nearest *best) {
    const abCircleNode *node = &curve->nodes[index];
    if (ab_norm2d(ab_sub2(node->hull.center, q)) - node->hull.radius >= best->distance) {
        return;
    }
    if (node->right >= 0) {
        const abCircle2 *l = &curve->nodes[node->left].hull, *r = &curve->nodes[node->right].hull;
        bool left_first = ab_norm2d(ab_sub2(l->center, q)) - l->radius <=
                          ab_norm2d(ab_sub2(r->center, q)) - r->radius;
        look_nearest(curve, left_first ? node->left : node->right, q, best);
        look_nearest(curve, left_first ? node->right : node->left, q, best);
        return;
    }
    const abCurvePart *part = &curve->parts[node->left];
    if (part->kind >= AB_CURVE_CORNER) {
        return; // the pieces beside it end there
    }
    abCurveFoot foot = ab_curve_foot(part, q);
    double distance = ab_norm2d(ab_sub2(foot.p, q));
    if (distance < best->distance) {
        *best = (Nearest){foot, distance, node->left};
    }
}

// The sum of the normals of the pieces that meet there tells inside from outside, at corners too.
static abVec2 normal_at(const abCurve *curve, const Nearest *near) {
    int last = curve->piece_count - 1, other = -1, piece = near->part, there = 0;
    if (near->foot.u <= 0.0 && (curve->is_closed || piece > 0)) {
        other = piece > 0 ? piece - 1 : last;
        there = 1;
    } else if (near->foot.u >= 1.0 && (curve->is_closed || piece < last)) {
        other = piece < last ? piece + 1 : 0;
    }
    return other < 0 ? near->foot.n : ab_add2(near->foot.n, curve->parts[other].normals[there]);
}

// Signed by the side.
static abCurveNearest signed_nearest(const abCurve *curve, abVec2 q, const Nearest *near) {
    abCurveNearest found = {near->distance, near->foot.p, normal_at(curve, near), near->part,
                            parameter_of(&curve->parts[near->part], &near->foot)};
    if (ab_dot2(ab_sub2(q, found.p), found.n) < 0.0) {
        found.distance = -found.distance;
    }
    return found;
}

abCurveNearest ab_curve_nearest(const abCurve *curve, abVec2 q) {
    Nearest near = {.distance = INFINITY};
    look_nearest(curve, 0, q, &near);
    return signed_nearest(curve, q, &near);
}

abCurveNearest ab_curve_nearest_within(const abCurve *curve, abVec2 q, double limit) {
    Nearest near = {.distance = limit, .part = -1};
    look_nearest(curve, 0, q, &near);
    return near.part >= 0 ? signed_nearest(curve, q, &near) : ab_curve_nearest(curve, q);
}

// ---- tracks ----

// Beyond an open end.
static bool is_beyond(const abCurve *curve, const abCurveNearest *near, abVec2 q, abVec2 t) {
    bool at_start = near->part == 0 && near->u <= 0.0;
    bool at_end = near->part == curve->piece_count - 1 && near->u >= 1.0;
    double along = ab_dot2(ab_sub2(q, near->p), t);
    return !curve->is_closed && ((at_start && along < 0.0) || (at_end && along > 0.0));
}

abTrack ab_curve_track(const abCurve *curve, abVec2 q) {
    abCurveNearest near = ab_curve_nearest(curve, q);
    abCurveAt at = ab_curve_at(&curve->parts[near.part], near.u);
    double speed = ab_norm2d(at.d);
    abTrack track = {.foot = at.p, .tangent = ab_scale2(1.0 / speed, at.d)};
    abVec2 displacement = ab_sub2(q, at.p);
    track.offset = ab_cross2(track.tangent, displacement);
    if (is_beyond(curve, &near, q, track.tangent)) {
        track.beyond = ab_dot2(displacement, track.tangent);
        track.foot = ab_add2(at.p, ab_scale2(track.beyond, track.tangent));
    } else {
        track.curvature = ab_cross2(at.d, at.dd) / (speed * speed * speed);
    }
    return track;
}

// ---- ways ----

// Gauss and Legendre with five points, on quarters of the range.
static double length_of(const abCurvePart *part, double from, double to) {
    static const double at[3] = {0.0, 0.53846931010568309, 0.90617984593866399};
    static const double weight[3] = {0.56888888888888889, 0.47862867049936647, 0.23692688505618909};
    enum { RANGES = 4 };
    double half = 0.5 * (to - from) / RANGES, sum = 0.0;
    for (int range = 0; range < RANGES; range++) {
        double middle = from + (2 * range + 1) * half;
        sum += weight[0] * ab_norm2d(ab_curve_at(part, middle).d);
        for (int i = 1; i < 3; i++) {
            sum += weight[i] * (ab_norm2d(ab_curve_at(part, middle - half * at[i]).d) +
                                ab_norm2d(ab_curve_at(part, middle + half * at[i]).d));
        }
    }
    return half * sum;
}

abCurveArcLength ab_curve_arc_length(const abCurve *curve, abVec2 q) {
    abCurveNearest near = ab_curve_nearest(curve, q);
    const abCurvePart *part = &curve->parts[near.part];
    abCurveArcLength displacement = {length_of(part, 0.0, near.u), length_of(part, near.u, 1.0)};
    for (int i = 0; i < curve->piece_count; i++) {
        double length = i != near.part ? length_of(&curve->parts[i], 0.0, 1.0) : 0.0;
        *(i < near.part ? &displacement.from_start : &displacement.to_end) += length;
    }
    double beyond = ab_curve_track(curve, q).beyond;
    displacement.from_start += beyond;
    displacement.to_end -= beyond;
    return displacement;
}
