// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// polish_newton.c - from an approximate normal to one exact to rounding, where smooth pieces meet.
//
// The closest point lies on 1 to 3 pairs of smooth pieces (corner, rim, ellipsoid), each with its
// lowest point w_i(n) in D. At a maximum
//
//   F1 = P sum_i l_i w_i = 0,   F2_i = n . (w_i - w_1) = 0,   sum_i l_i = 1               (1)
//
// with P the projection to the plane across n. Since dw_i = -K_i dn (K: sum of the radii of
// curvature of both pieces, positive semidefinite), a step dn, dl solves, in that plane,
//
//   [ -S  G ] [dn]     [F1]
//   [  G' 0 ] [dl] = - [F2],   S = sum_i l_i K_i + sep I,   G = columns P (w_i - w_1)      (2)
//
// and n is a strict local maximum when S is positive on the null space of G'. All weights l_i must
// come out non-negative and no other piece may lie lower: then, if sep > 0, it is the distance.
//
// Error   a few roundings of the size of the pair for sep, divided by S for n.

#include "collide/convex/polish_newton.h"

#include <float.h>

#include "collide/convex/convex_pair.h"
#include "collide/convex/support.h"

enum { STEPS_MAX = 16 };
#define ROUNDING (32.0 * DBL_EPSILON)
#define SAME 1e-12                // of the size: points this near count as one
#define NOTHING 1e-14             // a weight
#define LEVEL (4.0 * DBL_EPSILON) // of the size: a rise of sep that is but rounding
#define CLOSE 1e-9                // steps of n
#define STRIDE 0.7                // a step of n, at most
#define UPHILL 0.5                // a bounded step of n
#define PLAIN 1e-8                // bends along the axes of S, one over the other
#define ALMOST_EQUAL 0.1          // bend against depth: a circle of almost equal normals
#define TINY 1e-9                 // steps that go to the rest
#define SEEN_FLAT 1e-16           // tilt of a disc against n

typedef struct Branch {
    int index_A, index_B;
    abPiece A, B; // B in its own frame
    double weight;
    abVec3 a, b, w;
    double K[3]; // 11, 12, 22 in the plane across n
} Branch;

typedef struct Newton {
    const abPair *pair;
    bool is_patient; // steps too long are cut, not given up, and circles are climbed
    int count;
    Branch branch[3];
    // A rim seen almost along its axis moves far with the last bit of the normal, which therefore
    // is n + rest with a small rest.
    bool has_sleep; // after a first try without
    abVec3 n, rest, u1, u2;
} Newton;

// The pieces that hold point d of D, unless they are there already or hold the same point.
static void add_branch(Newton *w, const abDifferencePoint *d, double weight) {
    const abPair *pair = w->pair;
    abVec3 d_B = ab_neg(ab_mul_t(pair->R_AB, d->n));
    int index_A = ab_core_piece(pair->A, pair->type_A, d->n);
    int index_B = ab_core_piece(pair->B, pair->type_B, d_B);
    double same = SAME * SAME * pair->size * pair->size;
    for (int j = 0; j < w->count; j++) {
        Branch *other = &w->branch[j];
        if ((other->index_A == index_A && other->index_B == index_B) ||
            ab_norm2(ab_sub(other->w, d->w)) <= same) {
            other->weight += weight;
            return;
        }
    }
    if (w->count < 3) {
        w->branch[w->count++] = (Branch){.index_A = index_A,
                                         .index_B = index_B,
                                         .A = pair->type_A->piece_at(pair->A, index_A),
                                         .B = pair->type_B->piece_at(pair->B, index_B),
                                         .w = d->w,
                                         .weight = weight};
    }
}

static abVec3 times(abVec3 a, abVec3 b) {
    return (abVec3){a.x * b.x, a.y * b.y, a.z * b.z};
}

// Support point of a piece in direction d and its curvature radii along u1, u2 (same frame). False
// for a disc seen along its axis.
static bool piece_point(const abPiece *piece, abVec3 d, abVec3 u1, abVec3 u2, abVec3 *point,
                        double K[3]) {
    abVec3 e = piece->semi_axes;
    *point = piece->center;
    double largest = e.x > e.y ? e.x : e.y;
    largest = e.z > largest ? e.z : largest;
    if (largest == 0.0) {
        return true;
    }
    abVec3 q = times(e, d), p1 = times(e, u1), p2 = times(e, u2);
    double length = ab_norm(q);
    if (length <= SEEN_FLAT * largest) {
        return false;
    }
    double inverse = 1.0 / length;
    q = ab_scale(inverse, q);
    *point = ab_add(piece->center, times(e, q));
    double c1 = ab_dot(q, p1), c2 = ab_dot(q, p2);
    K[0] += (ab_norm2(p1) - c1 * c1) * inverse;
    K[1] += (ab_dot(p1, p2) - c1 * c2) * inverse;
    K[2] += (ab_norm2(p2) - c2 * c2) * inverse;
    return true;
}

static bool evaluate(Newton *w) {
    const abPair *pair = w->pair;
    w->u1 = ab_perpendicular(w->n);
    w->u2 = ab_cross(w->n, w->u1);
    abVec3 d_A = w->n, d_B = ab_neg(ab_mul_t(pair->R_AB, w->n));
    if (w->has_sleep) {
        d_A = ab_add(d_A, w->rest);
        d_B = ab_sub(d_B, ab_mul_t(pair->R_AB, w->rest));
    }
    abVec3 u1_B = ab_mul_t(pair->R_AB, w->u1), u2_B = ab_mul_t(pair->R_AB, w->u2);
    double K_A[3][3] = {{0.0}}, K_B[3][3] = {{0.0}};
    abVec3 p_B[3];
    for (int i = 0; i < w->count; i++) {
        Branch *b = &w->branch[i];
        int same_A = 0, same_B = 0; // an earlier branch on the same piece, else i
        while (w->branch[same_A].index_A != b->index_A) {
            same_A++;
        }
        while (w->branch[same_B].index_B != b->index_B) {
            same_B++;
        }
        if ((same_A == i && !piece_point(&b->A, d_A, w->u1, w->u2, &b->a, K_A[i])) ||
            (same_B == i && !piece_point(&b->B, d_B, u1_B, u2_B, &p_B[i], K_B[i]))) {
            return false;
        }
        for (int k = 0; k < 3; k++) {
            b->K[k] = K_A[same_A][k] + K_B[same_B][k];
        }
        b->a = w->branch[same_A].a;
        b->b = ab_from_B(pair, p_B[same_B]);
        b->w = ab_sub(b->b, b->a);
    }
    return true;
}

typedef struct Plane2 {
    double x, y;
} Plane2;

static Plane2 across(const Newton *w, abVec3 p) {
    return (Plane2){ab_dot(w->u1, p), ab_dot(w->u2, p)};
}

static Plane2 times_S(const double S[3], Plane2 p) {
    return (Plane2){S[0] * p.x + S[1] * p.y, S[1] * p.x + S[2] * p.y};
}

// Is Newton's step a short one towards a maximum, and more than noise? By the squares of the rise
// and of the step.
static bool is_plain(double rise2, double bend, double step2, double size) {
    double rounding = LEVEL * size;
    return bend > 0.0 && step2 <= UPHILL * UPHILL &&
           (step2 <= CLOSE * CLOSE || rise2 > rounding * rounding);
}

// A step along one direction, and how sep does along it: it rises by `rise` [m/rad] and bends down
// by `bend` [m/rad^2].
//
// On a circle of almost equal normals, as about the axes of two round bodies, the bend is a small
// difference of curvature and depth and may have either sign. Then: once n is on the circle (`off`
// is the step towards it), uphill by a bounded angle, and away from a minimum; a rise that is but
// rounding leads nowhere. False far from a maximum.
static bool step_uphill(double rise, double bend, double off, const Newton *w, double sep,
                        double *step) {
    double size = w->pair->size, rounding = LEVEL * size, newton = rise / bend;
    bool is_level = fabs(rise) <= rounding;
    if (is_plain(rise * rise, bend, newton * newton, size)) {
        *step = newton;
    } else if (bend > 0.0 && is_level) {
        *step = 0.0;
    } else if (fabs(off) > CLOSE) {
        *step = 0.0;
    } else if (is_level) {
        *step = bend < -rounding ? UPHILL : 0.0;
    } else {
        *step = copysign(fmin(fabs(newton), UPHILL), rise);
    }
    return bend > 0.0 || -bend < ALMOST_EQUAL * fabs(sep);
}

// The step of one pair of pieces, where nothing binds n: along the axes of S.
static bool step_freely(const double S[3], Plane2 F1, const Newton *w, double sep, Plane2 *dn) {
    double det = S[0] * S[2] - S[1] * S[1], mean = 0.5 * (S[0] + S[2]), half = 0.5 * (S[0] - S[2]);
    if (det > PLAIN * mean * mean && mean > 0.0) {
        *dn = (Plane2){(S[2] * F1.x - S[1] * F1.y) / det, (S[0] * F1.y - S[1] * F1.x) / det};
        return true;
    }
    if (!w->is_patient) {
        return false;
    }
    double maximum = mean + sqrt(half * half + S[1] * S[1]), minimum = det / maximum, steep, flat;
    Plane2 e = half > 0.0 ? (Plane2){maximum - S[2], S[1]} : (Plane2){S[1], maximum - S[0]};
    double length = sqrt(e.x * e.x + e.y * e.y);
    e = length > 0.0 ? (Plane2){e.x / length, e.y / length} : (Plane2){1.0, 0.0};
    if (!(maximum > 0.0) || !step_uphill(e.x * F1.x + e.y * F1.y, maximum, 0.0, w, sep, &steep) ||
        !step_uphill(e.x * F1.y - e.y * F1.x, minimum, steep, w, sep, &flat)) {
        return false;
    }
    *dn = (Plane2){steep * e.x - flat * e.y, steep * e.y + flat * e.x};
    return true;
}

// Solves (2); dl[1], dl[2] are the changes of the second and third weight. False when singular or
// not a maximum.
static bool solve_step(const Newton *w, Plane2 *dn, double dl[3]) {
    double size = w->pair->size;
    abVec3 v = {0.0, 0.0, 0.0};
    double S[3] = {0.0, 0.0, 0.0}, sep = 0.0, F2[3] = {0.0, 0.0, 0.0};
    Plane2 g[3] = {{0}};
    for (int i = 0; i < w->count; i++) {
        const Branch *b = &w->branch[i];
        abVec3 e = ab_sub(b->w, w->branch[0].w);
        v = ab_add_scaled(v, b->weight, b->w);
        sep += b->weight * ab_dot(w->n, b->w);
        F2[i] = ab_dot(w->n, e) + (w->has_sleep ? ab_dot(w->rest, e) : 0.0);
        g[i] = across(w, e);
        for (int j = 0; j < 3; j++) {
            S[j] += b->weight * b->K[j];
        }
    }
    S[0] += sep;
    S[2] += sep;
    Plane2 F1 = across(w, w->has_sleep ? ab_add_scaled(v, -sep, w->rest) : v);
    dl[0] = dl[1] = dl[2] = 0.0;
    if (w->count == 1) {
        return step_freely(S, F1, w, sep, dn);
    }
    if (w->count == 2) {
        double gg = g[1].x * g[1].x + g[1].y * g[1].y, t;
        if (!(gg > 1e-24 * size * size)) {
            return false;
        }
        Plane2 h = {-g[1].y, g[1].x}, Sg = times_S(S, g[1]), Sh = times_S(S, h);
        double along = -F2[1] / gg;
        double rise = h.x * F1.x + h.y * F1.y - along * (h.x * Sg.x + h.y * Sg.y);
        double bend = h.x * Sh.x + h.y * Sh.y;
        t = rise / bend;
        if (!is_plain(rise * rise / gg, bend, t * t * gg, size)) {
            double length = sqrt(gg), off = along * length;
            if (!(bend > 0.0) && !w->is_patient) {
                return false;
            }
            if (!step_uphill(rise / length, bend / gg, off, w, sep, &t)) {
                return false;
            }
            t /= length;
        }
        *dn = (Plane2){along * g[1].x + t * h.x, along * g[1].y + t * h.y};
        Plane2 r = times_S(S, *dn);
        dl[1] = (g[1].x * (r.x - F1.x) + g[1].y * (r.y - F1.y)) / gg;
        return true;
    }
    double det = g[1].x * g[2].y - g[1].y * g[2].x;
    double scale = sqrt((g[1].x * g[1].x + g[1].y * g[1].y) * (g[2].x * g[2].x + g[2].y * g[2].y));
    if (!(fabs(det) > 1e-9 * scale)) {
        return false;
    }
    *dn = (Plane2){(-F2[1] * g[2].y + F2[2] * g[1].y) / det,
                   (-F2[2] * g[1].x + F2[1] * g[2].x) / det};
    Plane2 r = times_S(S, *dn);
    r.x -= F1.x;
    r.y -= F1.y;
    dl[1] = (r.x * g[2].y - r.y * g[2].x) / det;
    dl[2] = (g[1].x * r.y - g[1].y * r.x) / det;
    return true;
}

// Does no piece pull the wrong way? Two pieces of A and two of B make four pairs, of which three
// will do; the weight of one pair may be negative then, those of the pieces may not.
static bool all_push(const Newton *w) {
    for (int i = 0; i < w->count; i++) {
        double of_A = 0.0, of_B = 0.0;
        for (int j = 0; j < w->count; j++) {
            double weight = w->branch[j].weight;
            of_A += w->branch[j].index_A == w->branch[i].index_A ? weight : 0.0;
            of_B += w->branch[j].index_B == w->branch[i].index_B ? weight : 0.0;
        }
        if (of_A < -NOTHING || of_B < -NOTHING) {
            return false;
        }
    }
    return true;
}

// What Newton came to. LOWER: another piece lies lower.
typedef enum Outcome { MAXIMUM, LOWER, APART, FAILED } Outcome;

// Are the weights those of a point between the pieces, does nothing lie lower, and do the points
// lie across from each other? If something is lower, `lower` is it.
static Outcome judge(const Newton *w, abSeparation *out, abDifferencePoint *lower) {
    const abPair *pair = w->pair;
    if (!all_push(w)) {
        return FAILED;
    }
    out->n = w->has_sleep ? ab_unit(ab_add(w->n, w->rest)) : w->n;
    out->a = out->b = (abVec3){0.0, 0.0, 0.0};
    for (int i = 0; i < w->count; i++) {
        out->a = ab_add_scaled(out->a, w->branch[i].weight, w->branch[i].a);
        out->b = ab_add_scaled(out->b, w->branch[i].weight, w->branch[i].b);
    }
    abVec3 v = ab_sub(out->b, out->a);
    out->is_centered = out->is_loose = false;
    out->distance = ab_dot(out->n, v);
    abVec3 aside = ab_add_scaled(v, -out->distance, out->n);
    double allowed = ROUNDING * pair->size;
    ab_pair_lowest(pair, out->n, lower);
    double above = out->distance - ab_dot(out->n, lower->w);
    if (above > allowed) {
        return LOWER;
    }
    return ab_norm(aside) <= allowed && above >= -allowed ? MAXIMUM : APART;
}

static void move(Newton *w, Plane2 dn, const double dl[3], double step) {
    abVec3 change = ab_add_scaled(ab_scale(dn.x, w->u1), dn.y, w->u2);
    if (w->has_sleep && step <= TINY) {
        w->rest = ab_add(w->rest, change);
    } else {
        w->n = ab_unit(ab_add(w->n, change));
    }
    for (int i = 1; i < w->count; i++) {
        w->branch[i].weight += dl[i];
        w->branch[0].weight -= dl[i];
    }
}

// Weights of two pairs of pieces by which their points come nearest to lying across from each other
// along n: a start for Newton, whose matrix depends on them.
static void balance(Newton *w) {
    Plane2 p = across(w, w->branch[0].w), q = across(w, w->branch[1].w);
    Plane2 g = {q.x - p.x, q.y - p.y};
    double gg = g.x * g.x + g.y * g.y, share = gg > 0.0 ? -(g.x * p.x + g.y * p.y) / gg : 0.5;
    w->branch[1].weight = fmin(fmax(share, 0.0), 1.0);
    w->branch[0].weight = 1.0 - w->branch[1].weight;
}

static Outcome iterate(Newton *w, abSeparation *out, abDifferencePoint *lower) {
    double step = 1.0;
    for (int k = 0; k < STEPS_MAX; k++) {
        Plane2 dn;
        double dl[3];
        if (!evaluate(w)) {
            return FAILED;
        }
        if (k == 0 && w->is_patient && w->count == 2) {
            balance(w);
        }
        if (step <= CLOSE) { // converges quadratically: mostly the last step needed
            Outcome outcome = judge(w, out, lower);
            if (outcome != APART) {
                return outcome;
            }
            w->has_sleep = true;
        }
        if (!solve_step(w, &dn, dl)) {
            return FAILED;
        }
        step = sqrt(dn.x * dn.x + dn.y * dn.y);
        if (!(step <= STRIDE)) {
            if (!(step < INFINITY) || (w->count > 1 && !w->is_patient)) {
                return FAILED;
            }
            double cut = STRIDE / step;
            dn = (Plane2){cut * dn.x, cut * dn.y};
            dl[1] = dl[2] = 0.0;
        }
        move(w, dn, dl, step);
    }
    return FAILED;
}

// A piece that turns out to lie lower joins in, while there is room.
static bool climb(Newton *w, abSeparation *out) {
    for (;;) {
        abDifferencePoint lower;
        int count = w->count;
        Outcome outcome = iterate(w, out, &lower);
        if (outcome != LOWER) {
            return outcome == MAXIMUM;
        }
        add_branch(w, &lower, 0.0);
        if (w->count == count) {
            return false;
        }
    }
}

bool ab_polish_newton(const abPair *pair, abVec3 n, const abSimplex *simplex, abSeparation *out) {
    Newton w = {.pair = pair, .n = n};
    for (int i = 0; i < simplex->count; i++) {
        add_branch(&w, &simplex->point[i], simplex->weight[i]);
    }
    return climb(&w, out);
}

bool ab_polish_newton_single(const abPair *pair, abVec3 n, abSeparation *out) {
    Newton w = {.pair = pair, .n = n};
    abDifferencePoint d = {.n = n};
    add_branch(&w, &d, 1.0);
    return climb(&w, out);
}

bool ab_polish_pieces(const abPair *pair, abVec3 n, abVec3 rest, const abPiecePair *pieces,
                      const double *weights, int count, abSeparation *out) {
    Newton w = {.pair = pair,
                .n = n,
                .has_sleep = true,
                .rest = rest,
                .count = count,
                .is_patient = weights == NULL};
    for (int i = 0; i < count; i++) {
        w.branch[i] = (Branch){.index_A = pieces[i].A,
                               .index_B = pieces[i].B,
                               .A = pair->type_A->piece_at(pair->A, pieces[i].A),
                               .B = pair->type_B->piece_at(pair->B, pieces[i].B),
                               .weight = weights != NULL ? weights[i] : 1.0 / count};
    }
    return climb(&w, out);
}
