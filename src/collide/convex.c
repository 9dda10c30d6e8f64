// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// convex.c - signed distance of any two convex shapes.
//
//   1  a candidate normal from GJK, on the cores as they are when a radius keeps them apart in
//      contact, else on cores shrunk a little so that shallow overlaps become gaps
//   2  polish it on flat faces or by Newton; while that fails, shift B out along the normal just
//      beyond touching and ask GJK again: sep cannot fall in such a step, and the error of the
//      normal shrinks by the gap over the radius of curvature
//   3  overlapping and not certain to be the least depth: EPA for another candidate, polished too;
//      the larger sep counts
//
// Error   distance to about 1e-15 of the size, normal to that over the radius of curvature.
//         is_exact says whether a step had to give up. Of several ways out of an overlap the one
//         taken may be longer than the shortest by a thousandth of the depth.
// Limits  a body in the middle of a round one (all ways out equal) has no strict maximum: the depth
//         is right, is_exact false.
// Source  shifting is the proximal point method of R. T. Rockafellar, SIAM J. Control Optim. 14
//         (1976) 877, on the sphere of directions.

#include <float.h>

#include "collide/convex.h"

enum { SHIFTS_MAX = 12 };
#define SHRINK (1.0 / 16.0)
#define FIRST_GAP 1e-3
#define PLAINLY 0.999
#define TOUCHING 1e-12 // of the size
#define ROUNDING (32.0 * DBL_EPSILON)

void ab_pair_init(abPair *pair, const abShape *A, const abPose *X_WA, const abShape *B,
                  const abPose *X_WB) {
    pair->A = A;
    pair->B = B;
    pair->type_A = ab_shape_type(A->kind);
    pair->type_B = ab_shape_type(B->kind);
    pair->R_AB = ab_mat3_t_mul(X_WA->R, X_WB->R);
    pair->p_AB = ab_mul_t(X_WA->R, ab_sub(X_WB->p, X_WA->p));
    pair->size = A->bound + B->bound + ab_norm(pair->p_AB);
}

void ab_pair_answer(const abPair *pair, const abPose *X_WA, const abSeparation *found,
                    bool is_exact, abProximity *out) {
    out->distance = found->distance - (pair->A->radius + pair->B->radius);
    out->n_AB_W = ab_mul(X_WA->R, found->n);
    out->p_A_W = ab_pose_point(*X_WA, ab_add_scaled(found->a, pair->A->radius, found->n));
    out->p_B_W = ab_add_scaled(out->p_A_W, out->distance, out->n_AB_W);
    out->is_exact = is_exact;
}

// The plain value at n, for when nothing better is known.
static abSeparation plain(const abPair *pair, abVec3 n) {
    abSeparation s = {.n = n, .a = ab_support_A(pair, n)};
    s.distance = ab_dot(n, ab_sub(ab_support_B(pair, n), s.a));
    s.b = ab_add_scaled(s.a, s.distance, n);
    return s;
}

// A candidate and what became of it.
typedef struct Search {
    const abPair *pair;
    abSimplex simplex;
    abVec3 guess;       // from the centre of A to that of B
    abSeparation found; // the best so far
    bool is_exact;      // found is a maximum to rounding
    double above;       // no separation is larger than this (from GJK on the unchanged cores)
} Search;

// A larger separation is nearer to the truth whether polished or not; polished ones win ties.
static void take(Search *s, const abSeparation *other, bool is_exact) {
    double slack = is_exact && !s->is_exact ? ROUNDING * s->pair->size : 0.0;
    if (!(s->found.distance - slack >= other->distance)) {
        s->found = *other;
        s->is_exact = is_exact;
    }
}

// Polishes the normal n, both ways unless the face is plainly meant. A way that leads downhill
// ended at another maximum and does not count; when none leads up, the plain value at n is kept.
static bool try_normal(Search *s, abVec3 n) {
    abSeparation start = plain(s->pair, n), face, piece;
    double least = start.distance - ROUNDING * s->pair->size;
    bool by_face = ab_polish_face(s->pair, n, &face) && face.distance >= least;
    if (by_face && ab_dot(face.n, n) > PLAINLY) {
        take(s, &face, true);
        return true;
    }
    bool by_piece = ab_polish_newton(s->pair, n, &s->simplex, &piece) && piece.distance >= least;
    if (by_face) {
        take(s, &face, true);
    }
    if (by_piece) {
        take(s, &piece, true);
    }
    if (!by_face && !by_piece) {
        take(s, &start, false);
    }
    return by_face || by_piece;
}

// Step 1 of the top: GJK with both cores scaled by `scale`.
static bool try_scaled(Search *s, double scale) {
    abChange change = {.scale = scale, .gap = FIRST_GAP};
    abVec3 v;
    if (!ab_gjk(s->pair, &change, s->guess, &s->simplex, &v)) {
        return false;
    }
    if (scale == 1.0) {
        s->above = ab_norm(v);
    }
    return try_normal(s, ab_unit(v));
}

// Step 2 of the top, from normal n.
static bool try_shifts(Search *s, abVec3 n) {
    double gap = 0.01 * s->pair->size, stop = FIRST_GAP;
    for (int i = 0; i < SHIFTS_MAX; i++) {
        double out = fmax(gap - ab_pair_sep(s->pair, n), 0.0);
        abChange change = {.scale = 1.0, .shift = ab_scale(out, n), .gap = stop};
        abVec3 v;
        if (!ab_gjk(s->pair, &change, ab_scale(gap, n), &s->simplex, &v)) {
            return false;
        }
        n = ab_unit(v);
        if (try_normal(s, n)) {
            return true;
        }
        gap *= 0.25;
        stop = fmax(0.01 * stop, 1e-14);
    }
    return false;
}

static bool is_settled(const Search *s) {
    return s->is_exact && (s->found.distance > 0.0 || ab_is_certain(s->pair, &s->found) ||
                           ab_is_tented(s->pair, s->guess, &s->found));
}

// Gap and bound agree to within what counts as touching.
static bool is_squeezed(const Search *s) {
    return s->above - s->found.distance <= TOUCHING * s->pair->size;
}

static bool is_one_piece(const abShape *shape) {
    return shape->kind == AB_SHAPE_SPHERE || shape->kind == AB_SHAPE_ELLIPSOID;
}

// A first normal for two ellipsoids or points: the gradient of the larger one's quadratic form at
// the centre of the other.
static abVec3 gradient(const Search *s) {
    const abPair *pair = s->pair;
    bool at_A = pair->A->bound > pair->B->bound;
    const abShape *shape = at_A ? pair->A : pair->B;
    abVec3 c = at_A ? s->guess : ab_mul_t(pair->R_AB, s->guess);
    double x = shape->size[0] * shape->size[0], y = shape->size[1] * shape->size[1],
           z = shape->size[2] * shape->size[2];
    if (!(x * y * z > 0.0)) {
        return ab_unit(s->guess);
    }
    abVec3 g = {c.x / x, c.y / y, c.z / z};
    return ab_unit(at_A ? g : ab_mul(pair->R_AB, g));
}

// The short ways: the flat face with the largest separation, and Newton from the gradient for two
// bodies of one smooth piece each.
static bool try_short_ways(Search *s) {
    bool both = is_one_piece(s->pair->A) && is_one_piece(s->pair->B);
    s->is_exact =
        both ? ab_norm2(s->guess) > 0.0 && ab_polish_newton_single(s->pair, gradient(s), &s->found)
             : ab_polish_widest_face(s->pair, s->guess, &s->found);
    if (s->is_exact && (s->found.distance > 0.0 || ab_is_certain(s->pair, &s->found))) {
        return true;
    }
    s->found.distance = -INFINITY;
    s->is_exact = false;
    return false;
}

// The value at n with the points the simplex gives.
static abSeparation weighted(const abPair *pair, abVec3 n, const abSimplex *simplex) {
    abSeparation s = plain(pair, n);
    abVec3 a = {0.0, 0.0, 0.0};
    for (int i = 0; i < simplex->count; i++) {
        a = ab_add_scaled(a, simplex->weight[i], simplex->point[i].a);
    }
    s.a = ab_add_scaled(a, ab_dot(n, ab_sub(s.a, a)), n);
    s.b = ab_add_scaled(s.a, s.distance, n);
    return s;
}

// Step 3 of the top. Returns whether the answer is exact.
static bool go_deep(Search *s) {
    Search deep = *s;
    abVec3 n;
    double rounding = ROUNDING * s->pair->size, gap = ab_epa(s->pair, &deep.simplex, &n);
    bool is_flat = gap <= rounding; // a flat face of D: nothing to polish
    deep.found = weighted(s->pair, n, &deep.simplex);
    deep.is_exact = is_flat;
    if (!is_flat && !try_normal(&deep, n)) {
        try_shifts(&deep, n);
    }
    take(s, &deep.found, deep.is_exact);
    bool touches = s->found.distance >= -TOUCHING * s->pair->size; // as deep as rounding can tell
    bool is_global = gap < INFINITY || ab_is_certain(s->pair, &s->found);
    return touches || (s->is_exact && is_global);
}

// Returns whether the answer is exact.
static bool separate(Search *s) {
    if (try_short_ways(s)) {
        return true;
    }
    bool has_radius = s->pair->A->radius + s->pair->B->radius > 0.0;
    double first = has_radius ? 1.0 : 1.0 - SHRINK, second = has_radius ? 1.0 - SHRINK : 1.0;
    if (try_scaled(s, first) && is_settled(s)) {
        return true;
    }
    if (!s->is_exact && try_scaled(s, second) && is_settled(s)) {
        return true;
    }
    if (!s->is_exact && isfinite(s->found.distance) && try_shifts(s, s->found.n) && is_settled(s)) {
        return true;
    }
    if (isfinite(s->above)) {
        return is_squeezed(s); // apart: nothing to gain from the inside
    }
    return go_deep(s);
}

void ab_convex_convex(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      abProximity *out) {
    abPair pair;
    ab_pair_init(&pair, A, X_WA, B, X_WB);
    Search search = {.pair = &pair, .found.distance = -INFINITY, .above = INFINITY};
    abVec3 center_B = ab_add(ab_mul(pair.R_AB, B->center), pair.p_AB);
    search.guess = ab_sub(center_B, A->center);
    bool is_exact = separate(&search);
    ab_center_points(&pair, &search.found);
    ab_pair_answer(&pair, X_WA, &search.found, is_exact, out);
}
