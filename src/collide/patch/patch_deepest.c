// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// patch_deepest.c - what the deepest point of a pair carries beside the points of its patch.
//
// A patch never stores less than one contact at the deepest point, wherever that is: the tip of a
// cone, an edge across a rim. Where its points store more, they carry. In between the stored energy
// decides, which with U(d) = c d^p is
//
//   E = U(D) psi,   psi^8 = e^8 + g(r) sum a_i q_i^8 + prod h_i                            (1)
//   e = sum w_i q_i,   q_i = (d_i/D)^p                                                     (2)
//   h_i = 1 - u_i q_i^8,   a_i = u_i - min(1, w_i)^8                                       (3)
//   r = e/B^(1/8),   B = sum u_i q_i^8                                                     (4)
//
// D is the depth of the pair, d_i that of the point i, w_i the weight of its feature; e is what the
// points alone would store. u_i, from 0 to 1, is in how far a point that is as deep as the pair is
// its deepest one, and prod h_i so in how far none of them is. One point of w = 1 has psi = e; one of
// any weight, as deep as the pair, and one far from it have psi = 1. Where many carry, r is large and
// g, from 1 to 0, ends what each of them has alone: a face that lies flat has psi = e. The weights
// that carry the slopes of (1) by the depths are, with H_i the product of all h but that of i,
//
//   w_i' = psi^-7 (w_i e^7 + (g a_i - u_i H_i) q_i^7 + g' A/8 dr/dq_i),   A = sum a_j q_j^8  (5)
//   w'   = psi^-7 (prod h_j + sum u_j q_j^8 H_j)        at the deepest point               (6)
//
// and with them sum w_i' U(d_i) + w' U(D) = E: what is stored is what the forces gave, however the
// bodies tilt. (6) is in how far no more than one point is the deepest: where two are, as on a line
// that lies flat, which of them it is is rounding, and it does not matter.
//
// (5) can be below zero by a hundredth, for one slight point that is as deep as the pair among many
// that are not, and is then zero.
//
// Valid   the same law at all points, of an energy that grows by a power of the depth, and weights w
//         that do not change as the bodies move.

#include "collide/patch/patch_deepest.h"

#include <math.h>
#include <stdbool.h>

#include "collide/patch/patch_blunt.h"
#include "collide/patch/tolerances.def"
#include "math/core/elementary.h"

// A point in (1) to (5): a number of each of them.
typedef struct Share {
    double w, q, q7, u, a, h;
} Share;

static Share share_of(const abPatchPoint *point, double depth, double power) {
    Share out = {.w = point->weight, .q = ab_pow(fmax(0.0, point->depth) / depth, power)};
    double w = fmin(1.0, out.w);
    out.q7 = ab_power_7(out.q);
    out.u = fmin(1.0, w / s_corner);
    out.a = out.u - ab_power_7(w) * w;
    out.h = 1.0 - out.u * out.q7 * out.q;
    out.h = out.h > s_deepest ? out.h : 0.0; // it is the deepest point
    return out;
}

// Sums over the points, and g of (1) with its slope.
typedef struct Sums {
    double e, alone, deep, none; // e, A, B, product of h
    double g, slope, psi;
} Sums;

static Sums sums_of(const Share *shares, int count) {
    Sums out = {.none = 1.0, .g = 1.0};
    for (int i = 0; i < count; i++) {
        double q8 = shares[i].q7 * shares[i].q;
        out.e += shares[i].w * shares[i].q;
        out.alone += shares[i].a * q8;
        out.deep += shares[i].u * q8;
        out.none *= shares[i].h;
    }
    if (out.deep > 0.0) {
        double x = (out.e / ab_root_8(out.deep) - 1.0) / (s_many - 1.0);
        x = fmax(0.0, fmin(1.0, x));
        out.g = 1.0 - x * x * (3.0 - 2.0 * x);
        out.slope = -6.0 * x * (1.0 - x) / (s_many - 1.0);
    }
    out.psi = ab_root_8(ab_power_7(out.e) * out.e + out.g * out.alone + out.none);
    return out;
}

// g' A/8 dr/dq_i.
static double slope_of_g(const Sums *sums, const Share *share) {
    if (!(sums->slope < 0.0)) {
        return 0.0;
    }
    double by_q = (share->w - sums->e * share->u * share->q7 / sums->deep) / ab_root_8(sums->deep);
    return 0.125 * sums->slope * sums->alone * by_q;
}

// (5); returns (6).
static double weigh(const Share *shares, int count, abPatchPoint *points) {
    double before[AB_PATCH_MAX], after = 1.0; // products of h
    before[0] = 1.0;
    for (int i = 1; i < count; i++) {
        before[i] = before[i - 1] * shares[i - 1].h;
    }
    Sums sums = sums_of(shares, count);
    double whole = ab_power_7(sums.e / sums.psi), scale = ab_power_7(1.0 / sums.psi),
           last = sums.none;
    for (int i = count - 1; i >= 0; i--) {
        const Share *share = &shares[i];
        double none = share->h > 0.0 ? share->u * share->q7 * before[i] * after : 0.0;
        double alone = sums.g * share->a * share->q7 - none + slope_of_g(&sums, share);
        points[i].weight = whole * share->w + scale * alone;
        last += none * share->q;
        after *= share->h;
    }
    return scale * last;
}

// Whether corners of boxes and whole rims carry, one of them as the deepest point: psi is e, and all
// weights are as they come.
static bool is_whole(const abPatchPoint *points, int count, double depth) {
    double deepest = 0.0, least = 1.0;
    for (int i = 0; i < count; i++) {
        deepest = fmax(deepest, points[i].depth);
        least = fmin(least, points[i].weight);
    }
    return least >= 1.0 && deepest >= (1.0 - 0.01 * s_deepest) * depth;
}

int ab_patch_with_deepest(const abProximity *deepest, double power, abPatchPoint *points,
                          int count) {
    Share shares[AB_PATCH_MAX];
    double depth = -deepest->distance;
    if (count <= 0 || !(depth > 0.0)) {
        points[0] = ab_patch_point_of(deepest, 1.0);
        return 1;
    }
    if (is_whole(points, count, depth)) {
        return count;
    }
    for (int i = 0; i < count; i++) {
        shares[i] = share_of(&points[i], depth, power);
    }
    double last = weigh(shares, count, points);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        points[kept] = points[i];
        kept += points[i].weight > s_carries;
    }
    bool is_none = kept == 0 && !(last > s_carries); // of numbers that are not finite
    if (is_none || last > s_carries) {
        points[kept++] = ab_patch_point_of(deepest, is_none ? 1.0 : last);
    }
    return kept;
}
