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

#include <float.h>

#include "collide/convex.h"

enum { STEPS_MAX = 16 };
#define ROUNDING (32.0 * DBL_EPSILON)
#define SAME 1e-12 // of the size: points this near count as one

typedef struct Branch {
    int index_A, index_B;
    abPiece A, B; // B in its own frame
    double weight;
    abVec3 a, b, w;
    double K[3]; // 11, 12, 22 in the plane across n
} Branch;

typedef struct Newton {
    const abPair *pair;
    int count;
    Branch branch[3];
    abVec3 n, u1, u2;
} Newton;

// The pieces that hold point d of D, unless they are there already or hold the same point.
static void add_branch(Newton *w, const abDifference *d, double weight) {
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
    double largest = fmax(e.x, fmax(e.y, e.z));
    if (largest == 0.0) {
        return true;
    }
    abVec3 q = times(e, d), p1 = times(e, u1), p2 = times(e, u2);
    double length = ab_norm(q);
    if (length <= 1e-9 * largest) {
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
    abVec3 d_B = ab_neg(ab_mul_t(pair->R_AB, w->n));
    abVec3 u1_B = ab_mul_t(pair->R_AB, w->u1), u2_B = ab_mul_t(pair->R_AB, w->u2);
    for (int i = 0; i < w->count; i++) {
        Branch *b = &w->branch[i];
        abVec3 p;
        b->K[0] = b->K[1] = b->K[2] = 0.0;
        if (!piece_point(&b->A, w->n, w->u1, w->u2, &b->a, b->K) ||
            !piece_point(&b->B, d_B, u1_B, u2_B, &p, b->K)) {
            return false;
        }
        b->b = ab_from_B(pair, p);
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

// Solves (2); dl[1], dl[2] are the changes of the second and third weight. False when singular or
// not a maximum.
static bool solve_step(const Newton *w, double size, Plane2 *dn, double dl[3]) {
    abVec3 v = {0.0, 0.0, 0.0};
    double S[3] = {0.0, 0.0, 0.0}, sep = 0.0, F2[3] = {0.0, 0.0, 0.0};
    Plane2 g[3] = {{0}};
    for (int i = 0; i < w->count; i++) {
        const Branch *b = &w->branch[i];
        abVec3 e = ab_sub(b->w, w->branch[0].w);
        v = ab_add_scaled(v, b->weight, b->w);
        sep += b->weight * ab_dot(w->n, b->w);
        F2[i] = ab_dot(w->n, e);
        g[i] = across(w, e);
        for (int j = 0; j < 3; j++) {
            S[j] += b->weight * b->K[j];
        }
    }
    S[0] += sep;
    S[2] += sep;
    Plane2 F1 = across(w, v);
    dl[0] = dl[1] = dl[2] = 0.0;
    if (w->count == 1) {
        double det = S[0] * S[2] - S[1] * S[1];
        if (!(det > 0.0 && S[0] > 0.0)) {
            return false;
        }
        *dn = (Plane2){(S[2] * F1.x - S[1] * F1.y) / det, (S[0] * F1.y - S[1] * F1.x) / det};
        return true;
    }
    if (w->count == 2) {
        double gg = g[1].x * g[1].x + g[1].y * g[1].y;
        Plane2 h = {-g[1].y, g[1].x}, Sg = times_S(S, g[1]), Sh = times_S(S, h);
        double hSh = h.x * Sh.x + h.y * Sh.y;
        if (!(gg > 1e-24 * size * size && hSh > 0.0)) {
            return false;
        }
        double along = -F2[1] / gg;
        double t = (h.x * F1.x + h.y * F1.y - along * (h.x * Sg.x + h.y * Sg.y)) / hSh;
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

// Are the weights those of a point between the pieces, and does nothing lie lower? If something
// does, `lower` is it.
static bool is_maximum(const Newton *w, abSeparation *out, abDifference *lower, bool *is_lower) {
    const abPair *pair = w->pair;
    out->n = w->n;
    out->a = out->b = (abVec3){0.0, 0.0, 0.0};
    for (int i = 0; i < w->count; i++) {
        if (w->branch[i].weight < -1e-14) {
            return false;
        }
        out->a = ab_add_scaled(out->a, w->branch[i].weight, w->branch[i].a);
        out->b = ab_add_scaled(out->b, w->branch[i].weight, w->branch[i].b);
    }
    abVec3 v = ab_sub(out->b, out->a);
    out->is_centered = out->is_loose = false;
    out->distance = ab_dot(w->n, v);
    abVec3 aside = ab_add_scaled(v, -out->distance, w->n);
    double allowed = ROUNDING * pair->size;
    ab_pair_lowest(pair, w->n, lower);
    *is_lower = ab_dot(w->n, lower->w) < out->distance - allowed;
    return ab_norm(aside) <= allowed && !*is_lower;
}

static bool iterate(Newton *w, abSeparation *out, abDifference *lower, bool *is_lower) {
    const abPair *pair = w->pair;
    double step = 1.0;
    *is_lower = false;
    for (int k = 0; k < STEPS_MAX; k++) {
        Plane2 dn;
        double dl[3];
        if (!evaluate(w) || !solve_step(w, pair->size, &dn, dl)) {
            return false;
        }
        if (step <= 1e-9) {
            break; // converges quadratically: the last step was the last needed
        }
        step = sqrt(dn.x * dn.x + dn.y * dn.y);
        if (!(step <= 0.7)) {
            if (w->count > 1 || !(step < INFINITY)) {
                return false;
            }
            dn.x *= 0.7 / step; // uphill in any case, since S is positive
            dn.y *= 0.7 / step;
        }
        w->n = ab_unit(ab_add_scaled(ab_add_scaled(w->n, dn.x, w->u1), dn.y, w->u2));
        for (int i = 1; i < w->count; i++) {
            w->branch[i].weight += dl[i];
            w->branch[0].weight -= dl[i];
        }
    }
    return step <= 1e-9 && is_maximum(w, out, lower, is_lower);
}

// A piece that turns out to lie lower joins in, while there is room.
static bool climb(Newton *w, abSeparation *out) {
    for (;;) {
        abDifference lower;
        bool is_lower;
        int count = w->count;
        if (iterate(w, out, &lower, &is_lower)) {
            return true;
        }
        if (!is_lower) {
            return false;
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
    abDifference d = {.n = n};
    add_branch(&w, &d, 1.0);
    return climb(&w, out);
}
