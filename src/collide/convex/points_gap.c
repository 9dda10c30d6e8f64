// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// points_gap.c - how far apart two points are along a normal, to the last digit.
//
// Numbers are cut into upper parts, multiples of about 2^-25 of the largest, and what is left. The
// upper parts of coordinates and of rotations multiply and add up without any rounding; the rest is
// so small that its rounding does not show.
//
// Error   one or two roundings of the gap, besides those of the points within their shapes; poses
//         whose rotations are off by rounding are taken as they are.
// Valid   lengths below 1e290.
// Source  the cut by adding a large number: T. J. Dekker, Numer. Math. 18 (1971) 224.

#define TURN (1.5 * 67108864.0) // 2^26: cuts numbers up to 1 to multiples of 2^-26
#define FINE 268435456.0        // 2^28: times a sum of lengths, cuts them to about 2^-25 of it

#include "collide/convex/points_gap.h"

#include "collide/convex/convex_pair.h"
#include "collide/convex/support.h"

static double upper(double x, double cut) {
    return (x + cut) - cut;
}
static abVec3 upper_part(abVec3 v, double cut) {
    return (abVec3){upper(v.x, cut), upper(v.y, cut), upper(v.z, cut)};
}
static double sum_of(abVec3 v) {
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

typedef struct Parts {
    abVec3 high, low;
} Parts;

// R p
static Parts turned(const abMat3 *R, abVec3 p, double cut) {
    abMat3 R_high, R_low;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            R_high.m[i][j] = upper(R->m[i][j], TURN);
            R_low.m[i][j] = R->m[i][j] - R_high.m[i][j];
        }
    }
    abVec3 high = upper_part(p, cut);
    return (Parts){ab_mul(R_high, high), ab_add(ab_mul(*R, ab_sub(p, high)), ab_mul(R_low, high))};
}

// q - p
static Parts difference(abVec3 p, abVec3 q, double cut) {
    abVec3 d = ab_sub(q, p), p_part = ab_sub(q, d), q_part = ab_add(d, p_part);
    abVec3 rest = ab_add(ab_sub(q, q_part), ab_sub(p_part, p)), high = upper_part(d, cut);
    return (Parts){high, ab_add(ab_sub(d, high), rest)};
}

// The point of core A (0) or B (1) with the weights of the simplex, in its own frame.
static abVec3 weighted(const abPair *pair, int core, const abSimplex *s, const double *weight) {
    const abShape *shape = core == 0 ? pair->A : pair->B;
    const abShapeType *type = core == 0 ? pair->type_A : pair->type_B;
    abVec3 base = ab_core_corner(shape, type, s->point[0].corner[core]), sum = {0.0, 0.0, 0.0};
    for (int i = 1; i < s->count; i++) {
        if (s->point[i].corner[core] != s->point[0].corner[core]) {
            abVec3 p = ab_core_corner(shape, type, s->point[i].corner[core]);
            sum = ab_add_scaled(sum, weight[i], ab_sub(p, base));
        }
    }
    return ab_add(base, sum);
}

double ab_points_gap(const abPair *pair, abVec3 n, abVec3 a, abVec3 b) {
    const abPose *X_WA = pair->X_WA, *X_WB = pair->X_WB;
    double cut = FINE * (sum_of(a) + sum_of(b) + sum_of(ab_sub(X_WB->p, X_WA->p)));
    Parts p = difference(X_WA->p, X_WB->p, cut);
    Parts q_A = turned(&X_WA->R, a, cut), q_B = turned(&X_WB->R, b, cut);
    abVec3 w = ab_add(p.high, ab_sub(q_B.high, q_A.high)); // no rounding
    abVec3 rest = ab_add(p.low, ab_sub(q_B.low, q_A.low));
    abVec3 n_W = ab_mul(X_WA->R, n), n_high = upper_part(n_W, TURN), high = upper_part(w, cut);
    rest = ab_add(rest, ab_sub(w, high));
    double low = ab_dot(n_W, rest) + ab_dot(ab_sub(n_W, n_high), high);
    double gap = ab_dot(n_high, high), excess = 0.5 * (1.0 - ab_norm2(n_W)); // 1 / |n_W| - 1
    return gap + (low + excess * gap);
}

double ab_corners_gap(const abPair *pair, abVec3 n, const abSimplex *simplex,
                      const double *weight) {
    return ab_points_gap(pair, n, weighted(pair, 0, simplex, weight),
                         weighted(pair, 1, simplex, weight));
}
