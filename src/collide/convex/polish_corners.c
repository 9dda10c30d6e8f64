// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// polish_corners.c - the distance of polytopes apart from the corners that GJK ended with.
//
// One to three points of D span the corner, edge or plane of D that is nearest to the origin. The
// normal is computed anew from them: towards the corner, at right angles to the edge, across the
// plane; then nothing of D may lie lower.
//
// Error   of the distance see ab_points_gap; the normal a few roundings of the size, that over the
// distance or, for a plane, over its corners' distances.

#include "collide/convex/polish_corners.h"

#include <float.h>

#include "collide/convex/convex_pair.h"
#include "collide/convex/points_gap.h"
#include "collide/convex/support.h"

#define ROUNDING (32.0 * DBL_EPSILON)

// A vector along the normal, and the weights of the nearest point to the origin.
static abVec3 nearest_to_edge(const abSimplex *s, double weight[3]) {
    abVec3 p = s->point[0].w, e = ab_sub(s->point[1].w, p);
    double t = -ab_dot(p, e) / ab_norm2(e);
    weight[0] = 1.0 - t;
    weight[1] = t;
    // near the origin what is left of p is mostly rounding: take away its part along the edge again
    abVec3 v = ab_unit(ab_add_scaled(p, t, e));
    return ab_add_scaled(v, -ab_dot(v, e) / ab_norm2(e), e);
}

static abVec3 across_plane(const abSimplex *s, double weight[3]) {
    abVec3 a = s->point[0].w, b = s->point[1].w, c = s->point[2].w;
    abVec3 n = ab_cross(ab_sub(b, a), ab_sub(c, a));
    double inverse = 1.0 / ab_norm2(n);
    weight[1] = inverse * ab_dot(n, ab_cross(c, a));
    weight[2] = inverse * ab_dot(n, ab_cross(a, b));
    weight[0] = 1.0 - weight[1] - weight[2];
    return ab_dot(n, a) < 0.0 ? ab_neg(n) : n;
}

bool ab_polish_corners(const abPair *pair, const abSimplex *simplex, abSeparation *out) {
    double weight[3] = {1.0, 0.0, 0.0};
    abVec3 v = simplex->count == 1   ? simplex->point[0].w
               : simplex->count == 2 ? nearest_to_edge(simplex, weight)
                                     : across_plane(simplex, weight);
    double length = ab_norm(v);
    if (!(length > 0.0 && length < INFINITY)) {
        return false;
    }
    out->n = ab_scale(1.0 / length, v);
    out->a = (abVec3){0.0, 0.0, 0.0};
    for (int i = 0; i < simplex->count; i++) {
        if (!(weight[i] >= -1e-14)) {
            return false;
        }
        out->a = ab_add_scaled(out->a, weight[i], simplex->point[i].a);
    }
    out->distance = ab_corners_gap(pair, out->n, simplex, weight);
    out->b = ab_add_scaled(out->a, out->distance, out->n);
    out->is_centered = out->is_loose = false;
    return ab_pair_sep(pair, out->n) >= out->distance - ROUNDING * pair->size;
}
