// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_points.c - where along a known normal two cores touch.
//
// Flat parts that lie on each other touch everywhere on what they share; its middle counts, so that
// the point does not depend on rounding.

#include <float.h>

#include "collide/search.h"

enum { MATCHES_MAX = 6 };
#define MATCH_GAP 1e-4     // of the size
#define MATCHED 1e-13      // of the size: how far the points may be from lying across
#define ROUNDING (32.0 * DBL_EPSILON)

// Where two crossing edges, seen along n, meet. False when they are parallel.
static bool crossing(const abVec3 *P, const abVec3 *Q, abVec3 n, abVec3 *point) {
    abVec3 u = ab_sub(P[1], P[0]), v = ab_sub(Q[1], Q[0]), r = ab_sub(Q[0], P[0]);
    double turn = ab_dot(n, ab_cross(u, v));
    if (turn == 0.0) {
        return false;
    }
    *point = ab_add_scaled(P[0], fmin(fmax(ab_dot(n, ab_cross(r, v)) / turn, 0.0), 1.0), u);
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

// With B moved out along n until there is a gap, GJK finds points of both cores whose difference is
// the normal; moved back they miss each other by the move times the turn of the normal.
void ab_match_points(const abPair *pair, abSeparation *found) {
    double gap = MATCH_GAP * pair->size, best = INFINITY;
    abVec3 n = found->n;
    for (int i = 0; i < MATCHES_MAX && best > MATCHED * pair->size; i++) {
        abChange change = {
            .scale = 1.0, .shift = ab_scale(gap - ab_pair_sep(pair, n), n), .gap = 0.0};
        abSimplex simplex;
        abVec3 v;
        if (!ab_gjk(pair, &change, n, &simplex, &v)) {
            return;
        }
        abSeparation next = ab_weighted_separation(pair, ab_unit(v), &simplex);
        double miss = ab_norm(change.shift) * ab_norm(ab_sub(next.n, n));
        if (miss < best && next.distance >= found->distance - ROUNDING * pair->size) {
            best = miss;
            *found = next;
        }
        n = next.n;
    }
}

void ab_center_points(const abPair *pair, abSeparation *found) {
    abVec3 d_B = ab_neg(ab_mul_t(pair->R_AB, found->n));
    if (found->is_centered || ab_core_is_corner(pair->A, &pair->hint[0], found->n) ||
        ab_core_is_corner(pair->B, &pair->hint[1], d_B)) {
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
}
