// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// gjk.c - distance of two convex cores by the algorithm of Gilbert, Johnson and Keerthi.
//
// A simplex of at most four points of D is walked towards the origin: take the point of D lowest
// along the present closest point v, keep the part of the simplex that carries the new closest
// point.
//
// Valid   convex cores at a distance well above rounding. The caller shrinks or shifts the cores
//         until that holds, and polishes the answer; so this file need not be exact.
// Error   |v| - sep(v) <= gap |v|: the normal to sqrt(2 gap) for curved cores, exact for flat ones.
// Cost    4 to 12 rounds of two support points.
// Source  E. G. Gilbert, D. W. Johnson, S. S. Keerthi, IEEE J. Robotics and Automation 4 (1988),
//         p. 193. Weights of a triangle by signed areas: C. Ericson, Real-Time Collision Detection
//         (2005), section 3.4.

#include "collide/convex/gjk.h"

#include <float.h>
#include <string.h>

#include "collide/convex/convex_pair.h"
#include "collide/convex/support.h"

enum { ITERATIONS_MAX = 64 };
#define NEAREST 1e-12 // of the size; below, cores count as touching
#define FLAT 1e-12    // sine of an angle; triangles with less have no inside

static abVec3 scaled(abVec3 p, abVec3 center, double scale) {
    return ab_add_scaled(center, scale, ab_sub(p, center));
}

static void lowest(const abPair *pair, const abPairChange *change, abVec3 n, abDifferencePoint *d) {
    ab_pair_lowest(pair, n, d);
    if (change->scale != 1.0) {
        abVec3 center_B = ab_add(ab_mul(pair->R_AB, pair->B->center), pair->p_AB);
        abVec3 b = scaled(ab_add(d->a, d->w), center_B, change->scale);
        d->a = scaled(d->a, pair->A->center, change->scale);
        d->w = ab_sub(b, d->a);
    }
    d->w = ab_add(d->w, change->shift);
}

// Each solver sets the weights of the closest point for the points named; the others become zero.
static void closest_on_segment(const abSimplex *s, int i, int j, double weight[4]) {
    abVec3 p = s->point[i].w, e = ab_sub(s->point[j].w, p);
    double ee = ab_norm2(e), t = ee > 0.0 ? -ab_dot(p, e) / ee : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    weight[0] = weight[1] = weight[2] = weight[3] = 0.0;
    weight[i] = 1.0 - t;
    weight[j] = t;
}

static abVec3 combine(const abSimplex *s, const double weight[4]) {
    abVec3 v = {0.0, 0.0, 0.0};
    for (int i = 0; i < s->count; i++) {
        if (weight[i] != 0.0) {
            v = ab_add_scaled(v, weight[i], s->point[i].w);
        }
    }
    return v;
}

// Keeps the better of two candidates.
static void keep_nearer(const abSimplex *s, const double candidate[4], double *best,
                        double weight[4]) {
    double d = ab_norm2(combine(s, candidate));
    if (d < *best) {
        *best = d;
        for (int i = 0; i < 4; i++) {
            weight[i] = candidate[i];
        }
    }
}

static void closest_on_triangle(const abSimplex *s, int i, int j, int k, double weight[4]) {
    abVec3 a = s->point[i].w, b = s->point[j].w, c = s->point[k].w;
    abVec3 n = ab_cross(ab_sub(b, a), ab_sub(c, a));
    // signed areas of the three parts seen from the foot of the origin
    double wa = ab_dot(n, ab_cross(b, c)), wb = ab_dot(n, ab_cross(c, a)),
           wc = ab_dot(n, ab_cross(a, b)), sum = wa + wb + wc;
    weight[0] = weight[1] = weight[2] = weight[3] = 0.0;
    double flat = FLAT * FLAT * ab_norm2(ab_sub(b, a)) * ab_norm2(ab_sub(c, a));
    if (wa >= 0.0 && wb >= 0.0 && wc >= 0.0 && sum > flat) {
        double inverse = 1.0 / sum;
        weight[i] = wa * inverse;
        weight[j] = wb * inverse;
        weight[k] = wc * inverse;
        return;
    }
    double best = INFINITY, candidate[4];
    int ends[3][2] = {{i, k}, {j, k}, {i, j}};
    for (int e = 0; e < 3; e++) {
        closest_on_segment(s, ends[e][0], ends[e][1], candidate);
        keep_nearer(s, candidate, &best, weight);
    }
}

// False when the origin is inside.
static bool closest_on_tetrahedron(const abSimplex *s, double weight[4]) {
    static const int faces[4][4] = {{0, 1, 3, 2}, {1, 2, 3, 0}, {2, 0, 3, 1}, {0, 1, 2, 3}};
    double best = INFINITY, candidate[4];
    bool is_inside = true;
    for (int f = 0; f < 4; f++) {
        abVec3 a = s->point[faces[f][0]].w, b = s->point[faces[f][1]].w;
        abVec3 c = s->point[faces[f][2]].w, d = s->point[faces[f][3]].w;
        abVec3 n = ab_cross(ab_sub(a, c), ab_sub(b, c));
        double origin = -ab_dot(n, c), opposite = ab_dot(n, ab_sub(d, c));
        if (origin * opposite > 0.0) {
            continue; // on the same side as the opposite corner
        }
        is_inside = false;
        closest_on_triangle(s, faces[f][0], faces[f][1], faces[f][2], candidate);
        keep_nearer(s, candidate, &best, weight);
    }
    return !is_inside;
}

static bool closest_weights(abSimplex *s) {
    double *weight = s->weight;
    switch (s->count) {
    case 1:
        weight[0] = 1.0;
        weight[1] = weight[2] = weight[3] = 0.0;
        return true;
    case 2:
        closest_on_segment(s, 0, 1, weight);
        return true;
    case 3:
        closest_on_triangle(s, 0, 1, 2, weight);
        return true;
    default:
        return closest_on_tetrahedron(s, weight);
    }
}

static void drop_idle_points(abSimplex *s) {
    int kept = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->weight[i] > 0.0) {
            if (kept < i) {
                s->point[kept] = s->point[i];
                s->weight[kept] = s->weight[i];
            }
            kept++;
        }
    }
    s->count = kept;
}

static bool has_point(const abSimplex *s, abVec3 w) {
    for (int i = 0; i < s->count; i++) {
        abVec3 p = s->point[i].w;
        if (p.x == w.x && p.y == w.y && p.z == w.z) {
            return true;
        }
    }
    return false;
}

abGjkEnd ab_gjk(const abPair *pair, const abPairChange *change, abVec3 guess, abSimplex *simplex,
                abVec3 *v) {
    abVec3 n = ab_norm2(guess) > 0.0 ? guess : (abVec3){1.0, 0.0, 0.0};
    lowest(pair, change, n, &simplex->point[0]);
    simplex->count = 1;
    simplex->weight[0] = 1.0;
    *v = simplex->point[0].w;
    return ab_gjk_from(pair, change, simplex, v);
}

abGjkEnd ab_gjk_from(const abPair *pair, const abPairChange *change, abSimplex *simplex,
                     abVec3 *v) {
    double nearest = NEAREST * pair->size, rounding = 4.0 * DBL_EPSILON * pair->size;
    double vv = ab_norm2(*v);
    for (int round = 0; round < ITERATIONS_MAX; round++) {
        if (vv <= nearest * nearest) {
            return AB_GJK_OVERLAP;
        }
        abDifferencePoint *next =
            &simplex->point[simplex->count]; // there is room: drop_idle_points
        lowest(pair, change, *v, next);
        if (vv - ab_dot(*v, next->w) <= change->gap * vv + rounding * sqrt(vv) ||
            has_point(simplex, next->w)) {
            return AB_GJK_APART;
        }
        int count = simplex->count++;
        double weight[4] = {simplex->weight[0], simplex->weight[1], simplex->weight[2], 0.0};
        if (!closest_weights(simplex)) {
            return AB_GJK_OVERLAP;
        }
        abVec3 closer = combine(simplex, simplex->weight);
        double cc = ab_norm2(closer);
        if (!(cc < vv)) { // rounding has the last word: back to before
            simplex->count = count;
            memcpy(simplex->weight, weight, sizeof weight);
            return AB_GJK_APART;
        }
        drop_idle_points(simplex);
        *v = closer;
        vv = cc;
    }
    return AB_GJK_UNSETTLED;
}
