// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flat_overlap.c - which way out of an overlap of two cores with corners is the shortest.
//
// A polytope within D (epa.c) is grown where it is lowest until no face of it is lower than the
// least extent of D found; that is the proof. The last face is one of D. Where the cores have no
// parallel edges or faces there, its corners say what touches: one corner of one core over a face
// of the other, or two edges.
//
// Error   see ab_points_gap; the normal is that of the face where there is one.
// Limits  AB_POLYTOPE_POINTS points of D; when they do not suffice, the answer is not proven.

#include "collide/convex/flat_overlap.h"

#include <float.h>

#include "collide/convex/contact_points.h"
#include "collide/convex/convex_pair.h"
#include "collide/convex/epa.h"
#include "collide/convex/points_gap.h"
#include "collide/convex/search.h"
#include "collide/convex/support.h"

#define ROUNDING (32.0 * DBL_EPSILON)
#define ALIKE 1e-9 // normals of one face, computed in different ways
#define FAR 4.0    // times the size of a triangle
#define SQRT_3 1.7320508075688772
#define SLANT_COS 0.6967067093471654 // of 0.8: the fewest steps on hulls of 32 to 128 corners
#define SLANT_SIN 0.7173560908995228
#define PARALLEL 1e-6 // sine of the angle of edges that give no good normal

// What is known of the least depth: the least extent of D found, along the normal of a face of the
// polytope, and whether that is a face of D.
typedef struct Minimum {
    double depth;
    abPolytopeFace face;
    bool is_whole;
} Minimum;

// Three points of D around the way from its middle to the origin, one on the far side, and `first`,
// the lowest along that way. False when D is flat; it then lies at right angles to n.
static bool start(abPolytope *p, const abSearch *s, const abDifferencePoint *first, abVec3 *n) {
    abVec3 u = ab_norm2(s->guess) > 0.0 ? ab_unit(s->guess) : (abVec3){1.0, 0.0, 0.0};
    abVec3 out = ab_scale(SLANT_SIN, ab_perpendicular(u)), low = ab_scale(SLANT_COS, u);
    abVec3 side = ab_scale(0.5 * SQRT_3, ab_cross(u, out)), back = ab_add_scaled(low, -0.5, out);
    abSimplex four = {.count = 4};
    ab_pair_lowest(s->pair, ab_neg(u), &four.point[0]);
    ab_pair_lowest(s->pair, ab_add(low, out), &four.point[1]);
    ab_pair_lowest(s->pair, ab_add(back, side), &four.point[2]);
    ab_pair_lowest(s->pair, ab_sub(back, side), &four.point[3]);
    if (!ab_polytope_start(p, s->pair, &four, n)) {
        return false;
    }
    int best = 0;
    double above = -INFINITY;
    for (int f = 0; f < p->face_count; f++) {
        double here = ab_dot(p->face[f].m, first->w) - p->face[f].height;
        best = here > above ? f : best;
        above = here > above ? here : above;
    }
    return above <= ROUNDING * s->pair->size || ab_polytope_expand(p, first, best) ||
           ab_polytope_start(p, s->pair, &four, n);
}

// Returns whether room sufficed or D turned out not to contain the origin.
static bool grow(abPolytope *p, double rounding, Minimum *minimum) {
    for (;;) {
        int f = ab_polytope_lowest(p);
        double height = p->height[f];
        if (height >= minimum->depth + (minimum->is_whole ? -rounding : rounding)) {
            return true;
        }
        const abDifferencePoint *d = ab_polytope_farthest(p, f);
        double extent = ab_dot(p->face[f].m, d->w), better = minimum->depth - rounding;
        bool is_whole = extent - height <= rounding;
        if (extent < better || (is_whole && !minimum->is_whole)) {
            *minimum = (Minimum){fmin(extent, minimum->depth), p->face[f], is_whole};
        }
        if (minimum->depth < -rounding) {
            return true;
        }
        if (is_whole) {
            p->height[f] = INFINITY;
        } else if (!ab_polytope_expand(p, d, f)) {
            return false;
        }
    }
}

// A corner of A under a face of B, or of B over one of A. False when it is not plainly one.
static bool place_corner(const abPair *pair, bool is_of_A, const abSimplex *corners,
                         abSeparation *out) {
    abVec3 f, n = out->n, n_B = ab_neg(ab_mul_t(pair->R_AB, n));
    if (is_of_A ? !pair->type_B->face(pair->B, n_B, &f) : !pair->type_A->face(pair->A, n, &f)) {
        return false;
    }
    f = is_of_A ? ab_neg(ab_mul(pair->R_AB, f)) : f;
    n_B = ab_neg(ab_mul_t(pair->R_AB, f));
    if (ab_norm2(ab_sub(f, n)) > ALIKE * ALIKE ||
        !(is_of_A ? ab_core_is_corner(pair->A, f) : ab_core_is_corner(pair->B, n_B))) {
        return false;
    }
    const abDifferencePoint *d = &corners->point[0];
    out->n = f;
    out->distance = ab_corners_gap(pair, f, corners, corners->weight);
    out->a = is_of_A ? d->a : ab_add_scaled(ab_add(d->a, d->w), -out->distance, f);
    out->b = ab_add_scaled(out->a, out->distance, f);
    return true;
}

// An edge of A and one of B, given by their corners, that cross.
static bool place_edges(const abPair *pair, const int corner_A[2], const int corner_B[2],
                        const abSimplex *corners, abSeparation *out) {
    abVec3 a = ab_core_corner(pair->A, pair->type_A, corner_A[0]);
    abVec3 b = ab_core_corner(pair->B, pair->type_B, corner_B[0]);
    abVec3 u = ab_sub(ab_core_corner(pair->A, pair->type_A, corner_A[1]), a);
    abVec3 v = ab_sub(ab_core_corner(pair->B, pair->type_B, corner_B[1]), b);
    v = ab_mul(pair->R_AB, v);
    abVec3 cross = ab_cross(u, v), n = ab_unit(cross);
    n = ab_dot(n, out->n) < 0.0 ? ab_neg(n) : n;
    double square = ab_norm2(cross);
    if (square < PARALLEL * PARALLEL * ab_norm2(u) * ab_norm2(v) ||
        !ab_core_is_edge(pair->A, corner_A, n) ||
        !ab_core_is_edge(pair->B, corner_B, ab_neg(ab_mul_t(pair->R_AB, n)))) {
        return false;
    }
    abVec3 r = ab_sub(ab_from_B(pair, b), a);
    double t = ab_dot(ab_cross(r, v), cross) / square;
    out->n = n;
    out->distance = ab_corners_gap(pair, n, corners, corners->weight);
    out->a = ab_add_scaled(a, fmin(fmax(t, 0.0), 1.0), u);
    out->b = ab_add_scaled(out->a, out->distance, n);
    return true;
}

// How many different corners of one core a face of D has; the first two of them.
static int count_corners(const abDifferencePoint *d, int core, int corner[2]) {
    int i = d[0].corner[core], j = d[1].corner[core], k = d[2].corner[core];
    corner[0] = i;
    corner[1] = j != i ? j : k;
    return 1 + (j != i || k != i) + (i != j && j != k && k != i);
}

// By the corners of a face of D. False when edges or faces lie flat on each other.
static bool place(const abPair *pair, const abSimplex *corners, abSeparation *out) {
    int of_A[2], of_B[2];
    int count_A = count_corners(corners->point, 0, of_A);
    int count_B = count_corners(corners->point, 1, of_B);
    out->is_centered = true;
    out->is_loose = false;
    return count_A == 1 || count_B == 1
               ? place_corner(pair, count_A == 1, corners, out)
               : count_A == 2 && count_B == 2 && place_edges(pair, of_A, of_B, corners, out);
}

// The foot of the origin in the plane of three corners may be outside of them, where a face of D
// has more; if it is far outside the weights stay as they are.
static void weigh_foot(abSimplex *corners, abVec3 m) {
    abVec3 p = corners->point[0].w, u = ab_sub(corners->point[1].w, p);
    abVec3 v = ab_sub(corners->point[2].w, p), foot = ab_sub(ab_scale(ab_dot(m, p), m), p);
    double area = ab_dot(m, ab_cross(u, v));
    double s = ab_dot(m, ab_cross(foot, v)), t = ab_dot(m, ab_cross(u, foot));
    if (fabs(s) + fabs(t) < FAR * area) {
        corners->weight[1] = s / area;
        corners->weight[2] = t / area;
        corners->weight[0] = 1.0 - corners->weight[1] - corners->weight[2];
    }
}

// Where edges or faces are parallel. The corners of a face of D may lie close together; where it
// comes from a face of A or B, that has the better normal.
static abSeparation sharpen(const abPair *pair, const abSimplex *simplex, abVec3 n) {
    abSeparation here = ab_weighted_separation(pair, n, simplex);
    abVec3 f, f_B;
    bool is_sharper = pair->type_A->face(pair->A, n, &f);
    if (is_sharper && ab_norm2(ab_sub(f, n)) > ALIKE * ALIKE) {
        is_sharper = pair->type_B->face(pair->B, ab_neg(ab_mul_t(pair->R_AB, n)), &f_B);
        f = ab_neg(ab_mul(pair->R_AB, f_B));
    }
    if (is_sharper && ab_norm2(ab_sub(f, n)) <= ALIKE * ALIKE) {
        abSeparation sharp = ab_weighted_separation(pair, f, simplex);
        here = sharp.distance >= here.distance - ROUNDING * pair->size ? sharp : here;
    }
    ab_place_points(pair, &here);
    return here;
}

bool ab_flat_overlap(abSearch *s, const abDifferencePoint *first) {
    abPolytope p;
    abVec3 n;
    if (!start(&p, s, first, &n)) {
        abSeparation across = ab_plain_separation(s->pair, n);
        ab_search_take(s, &across, true);
        return true;
    }
    Minimum minimum = {.depth = INFINITY, .face = p.face[ab_polytope_lowest(&p)]};
    s->is_exact = grow(&p, ROUNDING * s->pair->size, &minimum);
    if (!s->is_exact && p.point_count < AB_POLYTOPE_POINTS) { // rounding: once more, from elsewhere
        ab_polytope_start(&p, s->pair, &(abSimplex){.count = 0}, &n);
        minimum = (Minimum){.depth = INFINITY, .face = p.face[ab_polytope_lowest(&p)]};
        s->is_exact = grow(&p, ROUNDING * s->pair->size, &minimum);
    }
    if (minimum.depth < 0.0 && !minimum.is_whole) {
        s->found = ab_plain_separation(s->pair, ab_neg(minimum.face.m));
        return s->is_exact = false;
    }
    ab_polytope_simplex(&p, &minimum.face, &s->simplex);
    weigh_foot(&s->simplex, minimum.face.m);
    s->found.n = ab_neg(minimum.face.m);
    if (!minimum.is_whole || !place(s->pair, &s->simplex, &s->found)) {
        s->found = sharpen(s->pair, &s->simplex, ab_neg(minimum.face.m));
    }
    return s->is_exact;
}
