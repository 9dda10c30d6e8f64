// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// box_pairs.c - box against box in closed form, by their 15 axes.
//
// The faces of D = B - A have the normals of the faces of A, of those of B, or lie across an edge
// of each; in the frame of A, with half sizes h and b_j the axes of B, along any n
//
//   sep(n) = |n . p| - sum |n_i| hA_i - sum |n . b_j| hB_j                                (1)
//
// Overlapping, the largest sep of the 15 is the signed distance, for certain. Apart it is when the
// foot of the touching corner or edge lies within the face or edge it touches; else corners or
// edges beside each other are nearest, and the general way starts from that axis.
//
// The normal of an edge pair e_i x b_j is taken from the entries of the rotation as they are, so it
// is at right angles to both edges even where these are nearly parallel.
//
// Error   a few roundings of the distance of the origins.
// Source  S. Gottschalk, M. C. Lin, D. Manocha, Proc. SIGGRAPH (1996) 171.

#include <float.h>

#include "collide/broad/proximity.h"
#include "collide/convex/contact_points.h"
#include "collide/convex/convex.h"
#include "collide/convex/convex_pair.h"
#include "collide/convex/points_gap.h"
#include "collide/pairs/pairs.h"
#include "math/core/bounds.h"

#define ROUNDING (32.0 * DBL_EPSILON)

typedef struct Boxes {
    abMat3 R;      // columns are the axes of B in the frame of A
    abVec3 p, p_B; // centre of B in the frame of A; seen along the axes of B
    abMat3 abs_R;
    const double *half_A, *half_B;
} Boxes;

typedef struct Axis {
    int i, j;   // edges; faces of A have j = -1, of B i = -1
    double sep; // of edges over the length of their cross product
} Axis;

static double along(const double *half, double x, double y, double z) {
    return half[0] * fabs(x) + half[1] * fabs(y) + half[2] * fabs(z);
}

// The face with the largest separation.
static Axis best_face(const Boxes *s) {
    Axis best = {.sep = -INFINITY};
    for (int k = 0; k < 3; k++) {
        const double *row = s->abs_R.m[k];
        double sep_A =
            fabs(ab_get(s->p, k)) - s->half_A[k] - along(s->half_B, row[0], row[1], row[2]);
        double sep_B = fabs(ab_get(s->p_B, k)) - s->half_B[k] -
                       along(s->half_A, s->abs_R.m[0][k], s->abs_R.m[1][k], s->abs_R.m[2][k]);
        best = sep_A > best.sep ? (Axis){k, -1, sep_A} : best;
        best = sep_B > best.sep ? (Axis){-1, k, sep_B} : best;
    }
    return best;
}

// e_i x b_j, not unit.
static abVec3 edge_normal(const Boxes *s, int i, int j) {
    int k = (i + 1) % 3, l = (i + 2) % 3;
    abVec3 n = {0.0, 0.0, 0.0};
    ab_set(&n, k, -s->R.m[l][j]);
    ab_set(&n, l, s->R.m[k][j]);
    return n;
}

// (1) times the length of n, from the two axes of A and of B that have a part.
static double edge_sep(const Boxes *s, int i, int j, abVec3 n) {
    int k = (i + 1) % 3, l = (i + 2) % 3, u = (j + 1) % 3, v = (j + 2) % 3;
    double nk = ab_get(n, k), nl = ab_get(n, l);
    double nu = nk * s->R.m[k][u] + nl * s->R.m[l][u], nv = nk * s->R.m[k][v] + nl * s->R.m[l][v];
    return fabs(nk * ab_get(s->p, k) + nl * ab_get(s->p, l)) -
           (s->half_A[k] * fabs(nk) + s->half_A[l] * fabs(nl)) -
           (s->half_B[u] * fabs(nu) + s->half_B[v] * fabs(nv));
}

// An edge pair that separates by more than `best`, the best of those; else `best`.
static Axis best_edges(const Boxes *s, Axis best, double slack) {
    double limit = best.sep + slack; // a face wins where both are as good
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            abVec3 n = edge_normal(s, i, j);
            double nn = ab_norm2(n), sep = edge_sep(s, i, j, n), at_limit = limit * fabs(limit);
            if (nn > 0.0 && sep * fabs(sep) > at_limit * nn) {
                limit = sep / sqrt(nn);
                best = (Axis){i, j, limit};
            }
        }
    }
    return best;
}

static double away_from_zero(double x) {
    return x < 0.0 ? -1.0 : 1.0;
}

// The corner of a box farthest in direction d, in its frame.
static abVec3 corner(const double *half, abVec3 d) {
    return (abVec3){away_from_zero(d.x) * half[0], away_from_zero(d.y) * half[1],
                    away_from_zero(d.z) * half[2]};
}

static bool is_within(abVec3 p, const double *half, int face) {
    int k = (face + 1) % 3, l = (face + 2) % 3;
    return fabs(ab_get(p, k)) <= half[k] && fabs(ab_get(p, l)) <= half[l];
}

// Fills `found` for a face; returns whether the foot of the other's corner is within it.
static bool on_face(const abPair *pair, const Boxes *s, Axis axis, abSeparation *found) {
    abVec3 e = {0.0, 0.0, 0.0};
    bool is_of_A = axis.j < 0;
    int k = is_of_A ? axis.i : axis.j;
    ab_set(&e, k, away_from_zero(ab_get(is_of_A ? s->p : s->p_B, k)));
    found->n = is_of_A ? e : ab_mul(s->R, e);
    if (is_of_A) {
        abVec3 low = corner(s->half_B, ab_neg(ab_mul_t(s->R, e)));
        found->b = ab_add(s->p, ab_mul(s->R, low));
        abVec3 foot = found->b;
        ab_set(&foot, k, ab_get(e, k) * s->half_A[k]);
        found->distance = ab_points_gap(pair, e, foot, low);
        found->a = ab_add_scaled(found->b, -found->distance, e);
        return is_within(foot, s->half_A, k);
    }
    found->a = corner(s->half_A, found->n);
    abVec3 foot = ab_mul_t(s->R, ab_sub(found->a, s->p));
    ab_set(&foot, k, -ab_get(e, k) * s->half_B[k]);
    found->distance = ab_points_gap(pair, found->n, found->a, foot);
    found->b = ab_add_scaled(found->a, found->distance, found->n);
    return is_within(foot, s->half_B, k);
}

// Fills `found` for an edge pair; returns whether the nearest points of their lines are on both.
static bool on_edges(const abPair *pair, const Boxes *s, Axis axis, double slack,
                     abSeparation *found) {
    abVec3 cross = edge_normal(s, axis.i, axis.j), u = {0.0, 0.0, 0.0};
    abVec3 v = ab_column(s->R, axis.j), n = ab_unit(cross);
    n = ab_dot(n, s->p) < 0.0 ? ab_neg(n) : n;
    ab_set(&u, axis.i, 1.0);
    abVec3 mid_A = corner(s->half_A, n), mid_B = corner(s->half_B, ab_neg(ab_mul_t(s->R, n)));
    ab_set(&mid_A, axis.i, 0.0);
    ab_set(&mid_B, axis.j, 0.0);
    abVec3 r = ab_sub(ab_add(s->p, ab_mul(s->R, mid_B)), mid_A);
    double nn = ab_norm2(cross);
    double t = ab_clamp(ab_dot(ab_cross(r, v), cross) / nn, -s->half_A[axis.i], s->half_A[axis.i]);
    double w = ab_clamp(ab_dot(ab_cross(r, u), cross) / nn, -s->half_B[axis.j], s->half_B[axis.j]);
    abVec3 b_a = ab_add_scaled(ab_add_scaled(r, w, v), -t, u);
    bool is_met = ab_norm(ab_add_scaled(b_a, -axis.sep, n)) <= slack;
    found->n = n;
    found->a = ab_add_scaled(mid_A, t, u);
    ab_set(&mid_B, axis.j, w);
    found->distance = is_met ? ab_points_gap(pair, n, found->a, mid_B) : axis.sep;
    found->b = ab_add_scaled(found->a, found->distance, n);
    return is_met;
}

void ab_box_box(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                abProximity *out) {
    abPair pair;
    ab_pair_init(&pair, A, X_WA, B, X_WB);
    Boxes s = {.R = pair.R_AB,
               .p = pair.p_AB,
               .p_B = ab_mul_t(pair.R_AB, pair.p_AB),
               .half_A = A->size,
               .half_B = B->size};
    for (int k = 0; k < 9; k++) {
        s.abs_R.m[k / 3][k % 3] = fabs(s.R.m[k / 3][k % 3]);
    }
    double rounding = ROUNDING * pair.size;
    abSeparation found = {.is_centered = false};
    Axis axis = best_face(&s);
    bool is_met = on_face(&pair, &s, axis, &found);
    if (axis.sep <= 0.0) {
        Axis edges = best_edges(&s, axis, rounding);
        if (edges.i >= 0 && edges.j >= 0) {
            axis = edges;
            is_met = on_edges(&pair, &s, axis, rounding, &found);
        }
    }
    if (axis.sep > 0.0 && !is_met) {
        ab_convex_from(&pair, X_WA, found.n, out);
        return;
    }
    found.is_loose = !is_met;
    ab_center_points(&pair, &found);
    if (found.is_loose) {
        ab_match_points(&pair, &found);
    }
    ab_pair_answer(&pair, X_WA, &found, true, out);
}
