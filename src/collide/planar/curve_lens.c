// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_lens.c - the overlap of two plane curves as an area: from a place inside both, along each
// to where it comes out of the other; the two stretches between bound it.

#include "collide/planar/curve_lens.h"

#include "collide/broad/patch_point.h"
#include "collide/planar/curve_plane.h"
#include "math/core/elementary.h"
#include "shape/curve/curve_build.h"
#include "shape/curve/curve_nearest.h"

// A place on a curve.
typedef struct Place {
    int piece;
    double u;
} Place;

// The other curve, seen from the frame of the first.
typedef struct Other {
    const abCurve *curve;
    const abCurvePlane *in;
    bool is_A; // whether it is A, and the first B
} Other;

static double depth_in(const Other *other, abVec2 p) {
    abVec2 q = other->is_A ? ab_curve_out_of_B(other->in, p) : ab_curve_into_B(other->in, p);
    return -ab_curve_nearest(other->curve, q).distance;
}

// Along `curve` from a place inside `other`, forward or backward, to where it comes out.
static bool exit_displacement(const abCurve *curve, const Other *other, Place *place,
                              bool forward) {
    for (int passed = 0; passed <= curve->piece_count; passed++) {
        const abCurvePart *part = &curve->parts[place->piece];
        double inside = place->u, outside = forward ? 1.0 : 0.0;
        if (depth_in(other, ab_curve_at(part, outside).p) < 0.0) {
            for (int i = 0; i < 60 && fabs(outside - inside) > 1e-15; i++) {
                double middle = 0.5 * (inside + outside);
                bool is_in = depth_in(other, ab_curve_at(part, middle).p) >= 0.0;
                *(is_in ? &inside : &outside) = middle;
            }
            place->u = 0.5 * (inside + outside);
            return true;
        }
        int next = place->piece + (forward ? 1 : -1);
        if (!curve->is_closed && (next < 0 || next >= curve->piece_count)) {
            return false;
        }
        place->piece = (next + curve->piece_count) % curve->piece_count;
        place->u = forward ? 0.0 : 1.0;
    }
    return false;
}

// A piece of B in the frame of A.
static abCurvePart part_in_A(const abCurvePlane *in, const abCurvePart *part) {
    abCurvePart moved = *part;
    moved.c[0] = ab_curve_out_of_B(in, part->c[0]);
    for (int i = 1; i < 4; i++) {
        moved.c[i] = ab_curve_turn(in, part->c[i]);
    }
    moved.angle += ab_atan2(in->s, in->c);
    return moved;
}

static void add_stretch(const abCurvePlane *in, const abCurve *curve, Place from, Place to,
                        abVec2 origin, abCurveSums *sums) {
    for (int passed = 0; passed <= curve->piece_count; passed++) {
        bool is_last = from.piece == to.piece && to.u >= from.u;
        const abCurvePart *part = &curve->parts[from.piece];
        abCurvePart moved = curve == in->A ? *part : part_in_A(in, part);
        ab_curve_sum(&moved, from.u, is_last ? to.u : 1.0, origin, sums);
        if (is_last) {
            return;
        }
        from.piece = (from.piece + 1) % curve->piece_count;
        from.u = 0.0;
    }
}

bool ab_curve_lens(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                   const abPatchPoint *point, abCurveLens *out) {
    if (A->radius + B->radius > 0.0) {
        return false; // the moved curves have no pieces
    }
    const abCurvePlane in = ab_curve_plane(A, X_WA, B, X_WB);
    abVec3 p = ab_pose_point_inverse(*X_WA, point->p_W);
    abVec2 middle = {p.x, p.y};
    Other in_B = {in.B, &in, false}, in_A = {in.A, &in, true};
    abCurveNearest a = ab_curve_nearest(in.A, middle),
                   b = ab_curve_nearest(in.B, ab_curve_into_B(&in, middle));
    Place from_a = {a.part, a.u}, to_a = from_a, from_b = {b.part, b.u}, to_b = from_b;
    if (!exit_displacement(in.A, &in_B, &from_a, false) ||
        !exit_displacement(in.A, &in_B, &to_a, true) ||
        !exit_displacement(in.B, &in_A, &from_b, false) ||
        !exit_displacement(in.B, &in_A, &to_b, true)) {
        return false;
    }
    abCurveSums sums = {0};
    add_stretch(&in, in.A, from_a, to_a, middle, &sums);
    add_stretch(&in, in.B, from_b, to_b, middle, &sums);
    abVec2 start = ab_curve_at(&in.A->parts[from_a.piece], from_a.u).p;
    abVec2 end = ab_curve_at(&in.A->parts[to_a.piece], to_a.u).p;
    out->area = sums.area;
    out->chord = ab_norm2d(ab_sub2(end, start));
    abVec2 center = {middle.x + sums.x / sums.area, middle.y + sums.y / sums.area};
    out->center_W = ab_curve_to_world(X_WA, center);
    return out->area > 0.0;
}

void ab_curve_centroids(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                        abPatchPoint *points, int count) {
    for (int i = 0; i < count; i++) {
        abCurveLens lens;
        if (points[i].depth > 0.0 && ab_curve_lens(A, X_WA, B, X_WB, &points[i], &lens)) {
            points[i].p_W = lens.center_W;
        }
    }
}
