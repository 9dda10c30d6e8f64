// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_points.c - where along a known normal two cores touch.
//
// Flat parts that lie on each other touch everywhere on what they share; its middle counts, so that
// the point does not depend on rounding.

#include "collide/convex/contact_points.h"

#include <float.h>

#include "collide/convex/convex_pair.h"
#include "collide/convex/gjk.h"
#include "collide/convex/overlap.h"
#include "collide/convex/search.h"
#include "collide/convex/support.h"

enum { GAPS = 5 };
#define MATCHED 1e-11 // of the size: points this far from lying across from each other will do
#define ROUNDING (32.0 * DBL_EPSILON)

// Where two crossing edges, seen along n, meet. False when they are parallel.
static bool crossing(const abVec3 *P, const abVec3 *Q, abVec3 n, abVec3 *point) {
    abVec3 u = ab_sub(P[1], P[0]), v = ab_sub(Q[1], Q[0]), r = ab_sub(Q[0], P[0]);
    double rotation = ab_dot(n, ab_cross(u, v));
    if (rotation == 0.0) {
        return false;
    }
    *point = ab_add_scaled(P[0], fmin(fmax(ab_dot(n, ab_cross(r, v)) / rotation, 0.0), 1.0), u);
    return true;
}

void ab_place_points(const abPair *pair, abSeparation *found) {
    abVec3 of_A[AB_FEATURE_MAX], of_B[AB_FEATURE_MAX], middle;
    int n_A = ab_feature_A(pair, found->n, of_A), n_B = ab_feature_B(pair, found->n, of_B);
    if (n_A == 1 || n_B == 1) {
        middle = n_A == 1 ? of_A[0] : of_B[0];
    } else if (!ab_overlap_center(of_A, n_A, of_B, n_B, found->n, pair->size, &middle) &&
               !(n_A == 2 && n_B == 2 && crossing(of_A, of_B, found->n, &middle))) {
        return;
    }
    double lift = ab_dot(found->n, ab_sub(ab_support_A(pair, found->n), middle));
    found->a = ab_add_scaled(middle, lift, found->n);
    found->b = ab_add_scaled(found->a, found->distance, found->n);
    found->is_centered = true;
    found->is_loose = false;
}

// How far the points of a simplex are from touching along n and lying across from each other.
static double misfit(const abPair *pair, const abSimplex *simplex, abVec3 shift,
                     const abSeparation *at) {
    abVec3 w = ab_neg(shift);
    for (int i = 0; i < simplex->count; i++) {
        w = ab_add_scaled(w, simplex->weight[i], simplex->point[i].w);
    }
    return ab_norm(ab_add_scaled(w, -at->distance, at->n)) / pair->size;
}

// With B moved out along n until there is a gap, GJK finds points of both cores whose difference is
// the normal, or so near to it that n may stay. The misfit tells, also where GJK met its bound.
void ab_match_points(const abPair *pair, abSeparation *found) {
    static const double gaps[GAPS] = {1e-4, 1e-2, 1e-6, 1e-3, 1e-5}; // of the size
    double best = INFINITY, minimum = found->distance - ROUNDING * pair->size;
    for (int i = 0; i < 2 * GAPS && best > MATCHED; i++) {
        bool is_turned = i >= GAPS;
        abVec3 n = found->n, v;
        double out = gaps[i % GAPS] * pair->size - ab_pair_sep(pair, n);
        abPairChange change = {.scale = 1.0, .shift = ab_scale(out, n), .gap = 0.0};
        abSimplex simplex;
        if (ab_gjk(pair, &change, n, &simplex, &v) == AB_GJK_OVERLAP) {
            continue;
        }
        abSeparation next = ab_weighted_separation(pair, is_turned ? ab_unit(v) : n, &simplex);
        double miss = misfit(pair, &simplex, change.shift, &next);
        if (miss < best && next.distance >= minimum) {
            best = miss;
            *found = next;
        }
    }
}

void ab_center_points(const abPair *pair, abSeparation *found) {
    abVec3 d_B = ab_neg(ab_mul_t(pair->R_AB, found->n));
    if (found->is_centered || ab_core_is_corner(pair->A, found->n) ||
        ab_core_is_corner(pair->B, d_B)) {
        return;
    }
    abVec3 of_A[AB_FEATURE_MAX], of_B[AB_FEATURE_MAX], middle;
    int n_A = ab_feature_A(pair, found->n, of_A);
    if (n_A == 1) {
        return;
    }
    int n_B = ab_feature_B(pair, found->n, of_B);
    if (n_B == 1 || !ab_overlap_center(of_A, n_A, of_B, n_B, found->n, pair->size, &middle)) {
        return;
    }
    double lift = ab_dot(found->n, ab_sub(found->a, middle));
    found->a = ab_add_scaled(middle, lift, found->n);
    found->b = ab_add_scaled(found->a, found->distance, found->n);
    found->is_loose = false;
}
