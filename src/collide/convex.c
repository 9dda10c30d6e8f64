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
//
// Error   distance to about 1e-15 of the size, normal to that over the radius of curvature.
//         is_exact says whether a step had to give up. The depth of polytopes is proven to be the
//         least; of round cores too but for ways out within 0.05 rad of one taken, and others
//         shorter by less than a thousandth of the depth that no face of the polytope leads to.
// Limits  a body in the middle of a round one (all ways out equal) has no strict maximum: the depth
//         is right, is_exact false.
// Source  shifting is the proximal point method of R. T. Rockafellar, SIAM J. Control Optim. 14
//         (1976) 877, on the sphere of directions.

#include <float.h>

#include "collide/convex.h"

enum { SHIFTS_MAX = 12 };
#define SHRINK (1.0 / 16.0)
#define FIRST_GAP 1e-2
#define PLAINLY 0.999
#define TOUCHING 1e-12 // of the size
#define ROUNDING (32.0 * DBL_EPSILON)

void ab_pair_init(abPair *pair, const abShape *A, const abPose *X_WA, const abShape *B,
                  const abPose *X_WB, int hint[2]) {
    pair->A = A;
    pair->B = B;
    pair->type_A = ab_shape_type(A->kind);
    pair->type_B = ab_shape_type(B->kind);
    pair->R_AB = ab_mat3_t_mul(X_WA->R, X_WB->R);
    pair->p_AB = ab_mul_t(X_WA->R, ab_sub(X_WB->p, X_WA->p));
    pair->size = A->bound + B->bound + ab_norm(pair->p_AB);
    pair->hint = hint;
    hint[0] = hint[1] = -1;
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

// If balls of radius s and t within A and B touch the contact points from inside, D holds a ball of
// radius s + t that touches its boundary at sep n. With s + t >= depth that ball contains the
// origin's ball of radius depth, so no direction has less depth.
bool ab_is_certain(const abPair *pair, const abSeparation *found) {
    double depth = -found->distance;
    if (depth <= ROUNDING * pair->size) {
        return true;
    }
    abVec3 b = ab_to_B(pair, found->b), n_B = ab_neg(ab_mul_t(pair->R_AB, found->n));
    return pair->type_A->holds_ball(pair->A, found->a, found->n, depth) ||
           pair->type_B->holds_ball(pair->B, b, n_B, depth) ||
           (pair->type_A->holds_ball(pair->A, found->a, found->n, 0.5 * depth) &&
            pair->type_B->holds_ball(pair->B, b, n_B, 0.5 * depth));
}

// A candidate and what became of it.
typedef struct Search {
    const abPair *pair;
    abSimplex simplex;
    abVec3 guess;       // from the centre of A to that of B
    abSeparation found; // the best so far
    bool is_exact;      // found is a maximum to rounding
    bool is_flat;       // both cores are polytopes
    double gap;         // GJK of flat cores goes to the end, of round ones stops early
    double above;       // no separation is larger than this (from GJK on the unchanged cores)
} Search;

// A larger separation is nearer to the truth whether polished or not; polished ones win ties, the
// first of them above all.
static void take(Search *s, const abSeparation *other, bool is_exact) {
    double rounding = ROUNDING * s->pair->size;
    double slack = s->is_exact ? -rounding : is_exact ? rounding : 0.0;
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
    abChange change = {.scale = scale, .gap = s->gap};
    abVec3 v;
    return ab_gjk(s->pair, &change, s->guess, &s->simplex, &v) && try_normal(s, ab_unit(v));
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

static bool is_polytope(const abShape *shape) {
    return shape->kind == AB_SHAPE_BOX || shape->kind == AB_SHAPE_HULL ||
           shape->kind == AB_SHAPE_SPHERE || shape->kind == AB_SHAPE_CAPSULE; // by their cores
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

static void forget(Search *s) {
    s->found.distance = -INFINITY;
    s->is_exact = false;
}

// The short ways: the flat face with the largest separation, and Newton from the gradient for two
// bodies of one smooth piece each. `start` becomes a direction for GJK to start in.
static bool try_short_ways(Search *s, bool both, abVec3 *start) {
    s->found.n = s->guess;
    s->is_exact =
        both ? ab_norm2(s->guess) > 0.0 && ab_polish_newton_single(s->pair, gradient(s), &s->found)
             : ab_polish_widest_face(s->pair, s->guess, &s->found);
    if (s->is_exact && (s->found.distance > 0.0 || ab_is_certain(s->pair, &s->found))) {
        return true;
    }
    *start = both ? s->guess : s->found.n;
    forget(s);
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

// Directions in which sep has its known maxima. What lies this near to one of them is taken to be
// that maximum and no other.
enum { PEAKS_MAX = 16 };
#define NEAR 0.99995   // cosine of 0.01
#define NEARLY 1e-3    // of the depth
#define FIRST_TRY 1e-2 // of the depth: how near to the boundary polishing begins
#define ALIKE 1e-9     // normals of one face, computed in different ways

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

// Polishes what lies below a face of the polytope that is near the boundary of D.
static bool try_face(Search *s, Peaks *peaks, abVec3 n) {
    Search here = *s;
    abSeparation piece;
    here.found.distance = -INFINITY;
    here.is_exact = false;
    if (ab_polish_newton(s->pair, n, &s->simplex, &piece)) {
        here.found = piece;
    } else if (!try_normal(&here, n)) {
        return false;
    }
    add_peak(peaks, here.found.n);
    take(s, &here.found, true);
    return true;
}

// The corners of a face of D may lie close together. Where it comes from a face of A or B, that has
// the better normal.
static void sharpen(const Search *s, abSeparation *here) {
    const abPair *pair = s->pair;
    abVec3 f, f_B;
    bool is_sharper = pair->type_A->face(pair->A, here->n, &f);
    if (is_sharper && ab_norm2(ab_sub(f, here->n)) > ALIKE * ALIKE) {
        abVec3 d = ab_neg(ab_mul_t(pair->R_AB, here->n));
        is_sharper = pair->type_B->face(pair->B, d, &f_B);
        f = ab_neg(ab_mul(pair->R_AB, f_B));
    }
    if (is_sharper && ab_norm2(ab_sub(f, here->n)) <= ALIKE * ALIKE) {
        abSeparation sharp = weighted(pair, f, &s->simplex);
        *here = sharp.distance >= here->distance - ROUNDING * pair->size ? sharp : *here;
    }
}

// Grows the polytope until no face is lower than the least extent of D found, which becomes
// `depth`, that of `face`. Returns whether room sufficed.
static bool grow_flat(abPolytope *p, double rounding, double *depth, abPolytopeFace *face) {
    for (;;) {
        int f = ab_polytope_lowest(p);
        double height = p->height[f];
        if (height >= *depth - rounding) {
            return true;
        }
        abDifference d = ab_polytope_farthest(p, f);
        double extent = ab_dot(p->face[f].m, d.w);
        if (extent < *depth - rounding) {
            *depth = extent;
            *face = p->face[f];
        }
        if (extent - height <= rounding) { // a face of D
            p->height[f] = INFINITY;
        } else if (!ab_polytope_expand(p, &d, f)) {
            return false;
        }
    }
}

// The same for round cores, where D has no faces to be reached: what lies near the boundary is
// polished, and faces that lead to a maximum count as settled.
static bool grow_round(Search *s, abPolytope *p, double rounding, double *depth,
                       abPolytopeFace *face) {
    Peaks peaks = {0};
    double next_try = INFINITY;
    if (s->is_exact) {
        add_peak(&peaks, s->found.n);
    }
    for (;;) {
        int f = ab_polytope_lowest(p);
        double height = p->height[f];
        if (height >= *depth - TOUCHING * s->pair->size) {
            return true;
        }
        abVec3 n = ab_neg(p->face[f].m);
        abDifference d = ab_polytope_farthest(p, f);
        double extent = -ab_dot(n, d.w), above = extent - height;
        bool is_less = extent < *depth - rounding;
        if (is_less) {
            *depth = extent;
            *face = p->face[f];
        }
        bool is_settled = above <= rounding || (!is_less && is_near_peak(&peaks, n));
        bool is_high = height > (1.0 - NEARLY) * *depth;
        if (!is_settled && (is_high || above < fmin(FIRST_TRY * extent, next_try))) {
            next_try = 0.1 * above;
            ab_polytope_simplex(p, &p->face[f], &s->simplex);
            is_settled = try_face(s, &peaks, n) && is_high;
            *depth = fmin(*depth, -s->found.distance);
        }
        if (is_settled) {
            p->height[f] = INFINITY;
        } else if (!ab_polytope_expand(p, &d, f)) {
            return false;
        }
    }
}

// Step 3 of the top: grows a polytope within D until none of its faces is lower than the depth
// found. Returns whether that is so, the proof of a least depth.
static bool go_deep(Search *s, const abSimplex *first) {
    const abPair *pair = s->pair;
    abPolytope p;
    abPolytopeFace face;
    abVec3 n;
    double rounding = ROUNDING * pair->size, depth = s->is_exact ? -s->found.distance : INFINITY;
    if (!ab_polytope_start(&p, pair, first, &n)) {
        abSeparation across = plain(pair, n);
        take(s, &across, true);
        return true;
    }
    bool is_proven = s->is_flat ? grow_flat(&p, rounding, &depth, &face)
                                : grow_round(s, &p, rounding, &depth, &face);
    if (!s->is_exact || depth < -s->found.distance - rounding) { // then there is a face
        ab_polytope_simplex(&p, &face, &s->simplex);
        s->found = weighted(pair, ab_neg(face.m), &s->simplex);
        s->is_exact = false;
        if (s->is_flat) {
            sharpen(s, &s->found);
            ab_place_points(pair, &s->found);
            s->is_exact = is_proven;
        } else if (!try_normal(s, s->found.n)) {
            try_shifts(s, s->found.n);
        }
    }
    return is_proven;
}

// Bound and separation agree as far as GJK was asked to go.
static bool is_squeezed(const Search *s) {
    return s->above - s->found.distance <= 4.0 * FIRST_GAP * s->above + TOUCHING * s->pair->size;
}

// Apart: v is the nearest point of D, to the gap asked for, in the simplex `whole`. Returns whether
// the answer is exact.
static bool settle_apart(Search *s, const abSimplex *whole, abVec3 v) {
    const abPair *pair = s->pair;
    abVec3 n = ab_unit(v);
    s->above = ab_norm(v);
    bool is_near = s->above < 1e-4 * pair->size; // the direction of v suffers from rounding
    if (!is_near && (s->is_flat ? ab_polish_corners(pair, whole, &s->found)
                                : ab_polish_newton(pair, n, whole, &s->found))) {
        return true;
    }
    forget(s);
    s->simplex = *whole;
    if ((!is_near && try_normal(s, n) && is_squeezed(s)) ||
        (try_scaled(s, 1.0 - SHRINK) && is_squeezed(s))) {
        return true;
    }
    forget(s);
    s->simplex = *whole;
    if ((is_near && try_normal(s, n)) || try_shifts(s, s->found.n)) {
        return true;
    }
    abChange fine = {.scale = 1.0, .gap = 1e-10};
    if (ab_gjk(pair, &fine, n, &s->simplex, &v)) {
        abSeparation last = weighted(pair, ab_unit(v), &s->simplex);
        s->above = fmin(s->above, ab_norm(v));
        take(s, &last, false);
    }
    return s->above - s->found.distance <= 2.0 * ROUNDING * pair->size;
}

// Overlapping, or apart by no more than rounding. Returns whether the answer is exact.
static bool settle_overlap(Search *s, const abSimplex *whole) {
    const abPair *pair = s->pair;
    double share = s->is_flat ? 0.01 : 0.1;
    if (-ab_pair_sep(pair, ab_unit(s->guess)) < share * pair->size) { // shallow
        if (try_scaled(s, 1.0 - SHRINK) && ab_is_certain(pair, &s->found)) {
            return true;
        }
        if (!s->is_exact && isfinite(s->found.distance)) {
            try_shifts(s, s->found.n);
        }
    }
    bool is_proven = go_deep(s, whole);
    return s->found.distance >= -TOUCHING * pair->size ||
           (s->is_exact && (is_proven || ab_is_certain(pair, &s->found)));
}

// Returns whether the answer is exact.
static bool separate(Search *s) {
    s->is_flat = is_polytope(s->pair->A) && is_polytope(s->pair->B);
    s->gap = s->is_flat ? 1e-14 : FIRST_GAP;
    abVec3 start = s->guess;
    bool both = is_one_piece(s->pair->A) && is_one_piece(s->pair->B);
    bool is_plainly_apart = !both && ab_pair_sep(s->pair, start) > 0.0;
    if (!s->is_flat && !is_plainly_apart && try_short_ways(s, both, &start)) {
        return true;
    }
    abChange unchanged = {.scale = 1.0, .gap = s->gap};
    abSimplex whole;
    abVec3 v;
    return ab_gjk(s->pair, &unchanged, start, &whole, &v) ? settle_apart(s, &whole, v)
                                                          : settle_overlap(s, &whole);
}

void ab_convex_from(const abPair *pair, const abPose *X_WA, abVec3 guess, abProximity *out) {
    Search search = {.pair = pair, .guess = guess, .found.distance = -INFINITY, .above = INFINITY};
    bool is_exact = separate(&search);
    ab_center_points(pair, &search.found);
    ab_pair_answer(pair, X_WA, &search.found, is_exact, out);
}

void ab_convex_convex(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                      abProximity *out) {
    abPair pair;
    int hint[2];
    ab_pair_init(&pair, A, X_WA, B, X_WB, hint);
    abVec3 center_B = ab_add(ab_mul(pair.R_AB, B->center), pair.p_AB);
    ab_convex_from(&pair, X_WA, ab_sub(center_B, A->center), out);
}
