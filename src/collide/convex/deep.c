// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// deep.c - which way out of an overlap with a round core is the shortest, with the proof.
//
// A polytope within D (epa.c) is grown where it is lowest until no face of it is lower than the
// least depth found. Round cores have no flat faces to end on, as in flat_overlap.c: what lies near
// the boundary is polished to a maximum of sep, and a face that leads to one no better than those
// known counts as settled.
//
// Limits  maxima of round cores within 0.01 rad of another, and those within a thousandth of the
// depth to which no face of the polytope leads, are not told apart.

#include "collide/convex/deep.h"

#include <float.h>

#include "collide/convex/convex_pair.h"
#include "collide/convex/epa.h"
#include "collide/convex/polish_newton.h"
#include "collide/convex/search.h"

#define ROUNDING (32.0 * DBL_EPSILON)

// Directions in which sep has its known maxima. What lies this near to one of them is taken to be
// that maximum and no other.
enum { PEAKS_MAX = 16 };
#define NEAR 0.99995   // cosine of 0.01
#define LOW 0.5        // of the depth
#define NEARLY 1e-3    // of the depth
#define FIRST_TRY 1e-2 // of the depth: how near to the boundary polishing begins

typedef struct Peaks {
    int count;
    abVec3 n[PEAKS_MAX];
} Peaks;

static void add_peak(Peaks *peaks, abVec3 n) {
    if (peaks->count < PEAKS_MAX) {
        peaks->n[peaks->count++] = n;
    }
}

static bool is_near_peak(const Peaks *peaks, abVec3 n) {
    for (int i = 0; i < peaks->count; i++) {
        if (ab_dot(peaks->n[i], n) > NEAR) {
            return true;
        }
    }
    return false;
}

// Does the part of the boundary of D that the face cuts off belong to a known maximum? As a rule,
// when its normal does; but a low face may reach far, and then those of its corners must, too.
static bool is_of_peak(const Peaks *peaks, const abPolytope *p, const abPolytopeFace *face,
                       double depth) {
    return is_near_peak(peaks, ab_neg(face->m)) &&
           (face->height > LOW * depth ||
            (is_near_peak(peaks, ab_unit(p->point[face->corner[0]].n)) &&
             is_near_peak(peaks, ab_unit(p->point[face->corner[1]].n)) &&
             is_near_peak(peaks, ab_unit(p->point[face->corner[2]].n))));
}

// Polishes what lies below a face of the polytope that is near the boundary of D.
static bool try_face(abSearch *s, Peaks *peaks, abVec3 n) {
    abSearch here = *s;
    abSeparation piece;
    here.found.distance = -INFINITY;
    here.is_exact = false;
    if (ab_polish_newton(s->pair, n, &s->simplex, &piece)) {
        here.found = piece;
    } else if (!ab_search_try_normal(&here, n)) {
        return false;
    }
    add_peak(peaks, here.found.n);
    ab_search_take(s, &here.found, true);
    return true;
}

// Grows the polytope until no face is lower than the least extent of D found, which becomes
// `depth`, that of `face`. D has no faces to be reached: what lies near the boundary is polished,
// and faces that lead to a maximum count as settled. Returns whether room sufficed.
static bool grow(abSearch *s, abPolytope *p, double rounding, double *depth, abPolytopeFace *face) {
    Peaks peaks = {0};
    double next_try = INFINITY;
    if (s->is_exact) {
        add_peak(&peaks, s->found.n);
    }
    for (;;) {
        int f = ab_polytope_lowest(p);
        double height = p->height[f];
        if (height >= *depth - AB_TOUCHING * s->pair->size) {
            return true;
        }
        abVec3 n = ab_neg(p->face[f].m);
        const abDifferencePoint *d = ab_polytope_farthest(p, f);
        double extent = -ab_dot(n, d->w), above = extent - height;
        bool is_less = extent < *depth - rounding;
        if (is_less) {
            *depth = extent;
            *face = p->face[f];
        }
        bool is_settled =
            above <= rounding || (!is_less && is_of_peak(&peaks, p, &p->face[f], *depth));
        bool is_high = height > (1.0 - NEARLY) * *depth;
        if (!is_settled && (is_high || above < fmin(FIRST_TRY * extent, next_try))) {
            next_try = 0.1 * above;
            ab_polytope_simplex(p, &p->face[f], &s->simplex);
            is_settled = try_face(s, &peaks, n) && is_high;
            *depth = fmin(*depth, -s->found.distance);
        }
        if (is_settled) {
            p->height[f] = INFINITY;
        } else if (!ab_polytope_expand(p, d, f)) {
            return false;
        }
    }
}

bool ab_search_deep(abSearch *s, const abSimplex *first) {
    const abPair *pair = s->pair;
    abPolytope p;
    abVec3 n;
    double rounding = ROUNDING * pair->size, depth = s->is_exact ? -s->found.distance : INFINITY;
    if (!ab_polytope_start(&p, pair, first, &n)) {
        abSeparation across = ab_plain_separation(pair, n);
        ab_search_take(s, &across, true);
        return true;
    }
    abPolytopeFace face = p.face[ab_polytope_lowest(&p)];
    bool is_proven = grow(s, &p, rounding, &depth, &face);
    if (!s->is_exact || depth < -s->found.distance - rounding) {
        ab_polytope_simplex(&p, &face, &s->simplex);
        s->found = ab_weighted_separation(pair, ab_neg(face.m), &s->simplex);
        s->is_exact = false;
        if (!ab_search_try_normal(s, s->found.n)) {
            ab_search_try_shifts(s, s->found.n);
        }
    }
    return is_proven;
}
