// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// convex.c - signed distance of any two convex shapes.
//
//   1  a candidate normal from GJK: on the cores as they are, and where they nearly touch or
//      overlap a little on cores shrunk so that there is a gap
//   2  polish it on flat faces or by Newton; while that fails, shift B out along the normal just
//      beyond touching and ask GJK again: sep cannot fall in such a step, and the error of the
//      normal shrinks by the gap over the radius of curvature
//   3  overlapping and not certain to be the least depth: a polytope within D is grown where it is
//      lowest until no face of it is lower than the least depth found, polished like the others
//      (deep.c; for two polytopes flat_overlap.c at once)
//   4  what ended without a maximum, as between edges that are almost parallel: the pieces are
//      found anew and tried in sets (polish_active.c), and tilts too small to be searched for are solved
//      (polish_tilt.c); a depth not proven to be the least is compared with those next to the flat
//      faces and around the axes
//
// Error   distance to about 1e-15 of the size, normal to that over the radius of curvature.
//         is_exact says whether a step had to give up. The depth of polytopes is proven to be the
//         least; of round cores too but for ways out within 0.05 rad of one taken, and others
//         shorter by less than a thousandth of the depth that no face of the polytope leads to.
// Limits  a body in the middle of a round one (all ways out equal) has no strict maximum: the depth
//         is right, is_exact false.
// Source  shifting is the proximal point method of R. T. Rockafellar, SIAM J. Control Optim. 14
//         (1976) 877, on the sphere of directions.

#include "collide/convex/convex.h"

#include <float.h>

#include "collide/broad/proximity.h"
#include "collide/convex/contact_points.h"
#include "collide/convex/convex_pair.h"
#include "collide/convex/deep.h"
#include "collide/convex/flat_overlap.h"
#include "collide/convex/gjk.h"
#include "collide/convex/polish_active.h"
#include "collide/convex/polish_corners.h"
#include "collide/convex/polish_face.h"
#include "collide/convex/polish_newton.h"
#include "collide/convex/polish_tilt.h"
#include "collide/convex/search.h"
#include "collide/convex/support.h"

enum { RINGS = 3 };
#define SHRINK (1.0 / 16.0)
#define ROUND_GAP 1e-2 // how far GJK goes where Newton takes over
#define SHALLOW 0.1    // of the size
#define NEARBY 0.999   // cosine between normals of one maximum at places close to each other
#define ROUNDING (32.0 * DBL_EPSILON)

void ab_pair_init(abPair *pair, const abShape *A, const abPose *X_WA, const abShape *B,
                  const abPose *X_WB) {
    pair->A = A;
    pair->B = B;
    pair->type_A = ab_shape_type(A->kind);
    pair->type_B = ab_shape_type(B->kind);
    pair->R_AB = ab_mat3_t_mul(X_WA->R, X_WB->R);
    pair->p_AB = ab_mul_t(X_WA->R, ab_sub(X_WB->p, X_WA->p));
    pair->X_WA = X_WA;
    pair->X_WB = X_WB;
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

static bool is_polytope(const abShape *shape) {
    return shape->kind == AB_SHAPE_BOX || shape->kind == AB_SHAPE_HULL ||
           shape->kind == AB_SHAPE_SPHERE || shape->kind == AB_SHAPE_CAPSULE; // by their cores
}

static bool is_one_piece(const abShape *shape) {
    return shape->kind == AB_SHAPE_SPHERE || shape->kind == AB_SHAPE_ELLIPSOID;
}

// A first normal for two ellipsoids or points: the gradient of the larger one's quadratic form at
// the centre of the other.
static abVec3 gradient(const abSearch *s) {
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
// bodies of one smooth piece each. `start` becomes a direction for GJK to start in.
static bool try_short_ways(abSearch *s, bool both, abVec3 *start) {
    s->found.n = s->guess;
    s->is_exact =
        both ? ab_norm2(s->guess) > 0.0 && ab_polish_newton_single(s->pair, gradient(s), &s->found)
             : ab_polish_widest_face(s->pair, s->guess, &s->found);
    if (s->is_exact && (s->found.distance > 0.0 || ab_is_certain(s->pair, &s->found))) {
        return true;
    }
    *start = both ? s->guess : s->found.n;
    ab_search_forget(s);
    return false;
}

// Bound and separation agree as far as GJK was asked to go.
static bool is_squeezed(const abSearch *s) {
    return s->above - s->found.distance <= 4.0 * ROUND_GAP * s->above + AB_TOUCHING * s->pair->size;
}

// Overlapping, or apart by no more than rounding. Returns whether the answer is exact.
static bool settle_overlap(abSearch *s, const abSimplex *whole) {
    const abPair *pair = s->pair;
    if (-ab_pair_sep(pair, ab_unit(s->guess)) < SHALLOW * pair->size) {
        if (ab_search_try_scaled(s, 1.0 - SHRINK) && ab_is_certain(pair, &s->found)) {
            return true;
        }
        if (!s->is_exact && isfinite(s->found.distance)) {
            ab_search_try_shifts(s, s->found.n);
        }
    }
    bool is_proven = ab_search_deep(s, whole);
    for (int i = 0; i < RINGS && !s->is_exact; i++) {
        if (s->found.distance < -AB_TOUCHING * pair->size) {
            ab_search_try_ring(s);
        }
    }
    return s->found.distance >= -AB_TOUCHING * pair->size ||
           (s->is_exact && (is_proven || ab_is_certain(pair, &s->found)));
}

// Apart: v is the nearest point of D, to the gap asked for, in the simplex `whole`; or any point of
// D when GJK met its bound. Returns whether the answer is exact: polished, or squeezed between a
// separation and the bound that v is in any case. Where v is no more than rounding, its direction may
// lead to another maximum, deep within, and GJK cannot tell whether they overlap.
static bool settle_apart(abSearch *s, const abSimplex *whole, abVec3 v) {
    const abPair *pair = s->pair;
    abVec3 n = ab_unit(v);
    s->above = ab_norm(v);
    bool is_near = s->above < 1e-4 * pair->size; // the direction of v suffers from rounding
    s->is_exact = !is_near && (s->is_flat ? ab_polish_corners(pair, whole, &s->found)
                                          : ab_polish_newton(pair, n, whole, &s->found));
    if (s->is_exact) {
        return true;
    }
    ab_search_forget(s);
    s->simplex = *whole;
    if ((!is_near && ab_search_try_normal(s, n) && is_squeezed(s)) ||
        (ab_search_try_scaled(s, 1.0 - SHRINK) && is_squeezed(s))) {
        return true;
    }
    ab_search_forget(s);
    s->simplex = *whole;
    if ((is_near && ab_search_try_normal(s, n)) || ab_search_try_shifts(s, s->found.n)) {
        if (is_squeezed(s)) {
            return true;
        }
        ab_search_forget(s);
        return settle_overlap(s, whole);
    }
    abPairChange fine = {.scale = 1.0, .gap = 1e-10};
    if (ab_gjk(pair, &fine, n, &s->simplex, &v) != AB_GJK_OVERLAP) {
        abSeparation last = ab_weighted_separation(pair, ab_unit(v), &s->simplex);
        s->above = fmin(s->above, ab_norm(v));
        ab_search_take(s, &last, false);
    }
    return s->above - s->found.distance <= 2.0 * ROUNDING * pair->size;
}

// Two cores with corners. Returns whether the answer is exact.
static bool separate_flat(abSearch *s) {
    abPairChange unchanged = {.scale = 1.0, .gap = s->gap};
    double touching = -AB_TOUCHING * s->pair->size;
    abDifferencePoint first;
    ab_pair_lowest(s->pair, s->guess, &first);
    abSimplex whole = {.count = 1, .point[0] = first, .weight[0] = 1.0};
    abVec3 v = first.w;
    bool is_tried = ab_dot(s->guess, v) <= 0.0, is_proven = is_tried && ab_flat_overlap(s, &first);
    if (is_tried && s->found.distance < touching) {
        return is_proven || ab_is_certain(s->pair, &s->found) || settle_overlap(s, &whole);
    }
    abGjkEnd end = is_tried ? ab_gjk(s->pair, &unchanged, s->found.n, &whole, &v)
                            : ab_gjk_from(s->pair, &unchanged, &whole, &v);
    if (end != AB_GJK_OVERLAP) {
        ab_search_forget(s);
        return settle_apart(s, &whole, v);
    }
    is_proven = is_tried ? is_proven : ab_flat_overlap(s, &first);
    ab_search_try_scaled(s, 1.0 - SHRINK); // may be apart, nearest at an edge or corner of D
    return is_proven || s->found.distance >= touching || settle_overlap(s, &whole);
}

static bool separate_round(abSearch *s) {
    abVec3 start = s->guess, v;
    bool both = is_one_piece(s->pair->A) && is_one_piece(s->pair->B);
    bool is_plainly_apart = !both && ab_pair_sep(s->pair, start) > 0.0;
    if (!is_plainly_apart && try_short_ways(s, both, &start)) {
        return true;
    }
    abPairChange unchanged = {.scale = 1.0, .gap = s->gap};
    abSimplex whole;
    abGjkEnd end = ab_gjk(s->pair, &unchanged, start, &whole, &v);
    return end != AB_GJK_OVERLAP ? settle_apart(s, &whole, v) : settle_overlap(s, &whole);
}

// Returns whether the answer is exact.
static bool separate(abSearch *s) {
    s->is_flat = is_polytope(s->pair->A) && is_polytope(s->pair->B);
    s->gap = s->is_flat ? 1e-14 : ROUND_GAP;
    return s->is_flat ? separate_flat(s) : separate_round(s);
}

// What no way above could polish, with the pieces found anew; apart, a maximum is the answer. And
// what may not be the least depth. Returns whether the answer is exact.
static bool finish(abSearch *s, bool is_exact) {
    const abPair *pair = s->pair;
    abSeparation last;
    if (!s->is_exact && (ab_polish_active(pair, s->found.n, &last) ||
                         ab_polish_tilt(pair, s->found.n, AB_REACH, &last))) {
        ab_search_take(s, &last, true);
        is_exact = is_exact || (s->is_exact && s->found.distance > 0.0);
    }
    if (!is_exact && !s->is_flat && s->found.distance < -AB_TOUCHING * pair->size) {
        ab_search_look_around(s);
        is_exact = s->is_exact && ab_is_certain(pair, &s->found);
    }
    return is_exact;
}

// The points of the best separation, and the answer.
static void settle_points(abSearch *s, const abPose *X_WA, bool is_exact, abProximity *out) {
    ab_center_points(s->pair, &s->found);
    if (s->found.is_loose) {
        ab_match_points(s->pair, &s->found);
    }
    ab_pair_answer(s->pair, X_WA, &s->found, is_exact, out);
}

void ab_convex_from(const abPair *pair, const abPose *X_WA, abVec3 guess, abProximity *out) {
    abSearch search = {
        .pair = pair, .guess = guess, .found.distance = -INFINITY, .above = INFINITY};
    bool is_exact = separate(&search);
    if (!is_exact || !search.is_exact) {
        is_exact = finish(&search, is_exact);
    }
    settle_points(&search, X_WA, is_exact, out);
}

bool ab_convex_follow(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      abVec3 n_AB_W, abProximity *out) {
    abPair pair;
    ab_pair_init(&pair, A, X_WA, B, X_WB);
    abSearch search = {
        .pair = &pair, .guess = ab_mul_t(X_WA->R, n_AB_W), .found.distance = -INFINITY};
    search.is_exact = ab_polish_face(&pair, search.guess, &search.found) ||
                      ab_polish_active(&pair, search.guess, &search.found);
    if (!search.is_exact || ab_dot(search.found.n, search.guess) < NEARBY) {
        return false;
    }
    settle_points(&search, X_WA, true, out);
    return true;
}

void ab_convex_convex(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      abProximity *out) {
    abPair pair;
    ab_pair_init(&pair, A, X_WA, B, X_WB);
    abVec3 center_B = ab_add(ab_mul(pair.R_AB, B->center), pair.p_AB);
    ab_convex_from(&pair, X_WA, ab_sub(center_B, A->center), out);
}
