// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// polish_tilt.c - from a normal f to the maximum of sep next to it, however small the tilt between
// them.
//
// Where faces and edges are almost parallel, which pieces touch depends on tilts of 1e-15 to 1e-6,
// and rims seen almost along their axes move far with them. Over the plane of normals f + e, with e
// across f,
//
//   sep(f + e) = min over w in D of  f . w + e . w                                        (1)
//
// is concave, so its maximum is found by linear programming with columns w made as needed: three of
// them whose feet (parts across f) enclose the origin give a plane above sep,
//
//   f . w_i + e . w_i = H   for i = 1, 2, 3                                               (2)
//
// and the lowest point of D along that f + e is the next column; it takes the place of the one that
// keeps the origin enclosed. H falls until it meets sep. After every round Newton is tried on the
// pieces the three points lie on. At first the three are none of D but far ones, which keep e
// within the reach.
//
// f and e are kept apart throughout, so that a tilt is exact to rounding of itself.
//
// Source  column generation: G. B. Dantzig, P. Wolfe, Operations Research 8 (1960) 101.

#include "collide/convex/polish_tilt.h"

#include <float.h>

#include "collide/convex/convex_pair.h"
#include "collide/convex/polish_newton.h"
#include "collide/convex/support.h"

enum { ITERATIONS_MAX = 60 };
#define ROUNDING (8.0 * DBL_EPSILON)
#define STRAIGHT 1e-9 // tilts whose squares vanish: the maximum over the plane is that over unit n

typedef struct Plane2 {
    double x, y;
} Plane2;

typedef struct Column {
    bool is_real; // a point of D
    abPiecePair pieces;
    abVec3 a;      // b = a + w
    double height; // f . w                                                                [m]
    Plane2 foot;   // w across f                                                           [m]
    double weight; // of the three: of the origin among their feet, sum 1
} Column;

typedef struct Tilt {
    const abPair *pair;
    abVec3 f, u1, u2, e;
    double H; // at most sep(f + e)
    Column column[3];
} Tilt;

static double cross2(Plane2 p, Plane2 q) {
    return p.x * q.y - p.y * q.x;
}

static Plane2 minus(Plane2 p, Plane2 q) {
    return (Plane2){p.x - q.x, p.y - q.y};
}

// Three far points around the origin, such that sep(f) is more than they allow beyond the reach.
static void begin(Tilt *t, double reach) {
    static const Plane2 corners[3] = {{1.0, 0.0}, {-0.5, 0.75}, {-0.5, -0.75}};
    double size = t->pair->size, height = ab_pair_sep(t->pair, t->f) + reach * size;
    for (int i = 0; i < 3; i++) {
        t->column[i] = (Column){.height = height,
                                .foot = {2.0 * size * corners[i].x, 2.0 * size * corners[i].y},
                                .weight = 1.0 / 3.0};
    }
}

// The plane (2). False when the feet are in line.
static bool lay_plane(Tilt *t) {
    const Column *c = t->column;
    Plane2 p = minus(c[1].foot, c[0].foot), q = minus(c[2].foot, c[0].foot);
    double det = cross2(p, q), hp = c[0].height - c[1].height, hq = c[0].height - c[2].height;
    double inverse = 1.0 / det;
    double x = (hp * q.y - hq * p.y) * inverse, y = (p.x * hq - q.x * hp) * inverse;
    t->e = ab_add_scaled(ab_scale(x, t->u1), y, t->u2);
    t->H = c[0].height + x * c[0].foot.x + y * c[0].foot.y;
    return isfinite(x) && isfinite(y);
}

// The lowest point of D along f + e.
static Column lowest(const Tilt *t, double *sep) {
    const abPair *pair = t->pair;
    abVec3 d_A = ab_add(t->f, t->e);
    abVec3 d_B = ab_neg(ab_add(ab_mul_t(pair->R_AB, t->f), ab_mul_t(pair->R_AB, t->e)));
    Column c = {.is_real = true};
    int corner;
    c.a = ab_core_support(pair->A, pair->type_A, &corner, d_A);
    abVec3 b = ab_from_B(pair, ab_core_support(pair->B, pair->type_B, &corner, d_B));
    abVec3 w = ab_sub(b, c.a);
    c.pieces.A = ab_core_piece(pair->A, pair->type_A, d_A);
    c.pieces.B = ab_core_piece(pair->B, pair->type_B, d_B);
    c.height = ab_dot(t->f, w);
    c.foot = (Plane2){ab_dot(t->u1, w), ab_dot(t->u2, w)};
    *sep = c.height + ab_dot(t->e, w);
    return c;
}

// The new column takes the place of the one that keeps the origin enclosed. False when none does.
static bool exchange(Tilt *t, Column next) {
    Column *c = t->column;
    Plane2 p = minus(c[1].foot, c[0].foot), q = minus(c[2].foot, c[0].foot);
    Plane2 r = minus(next.foot, c[0].foot);
    double inverse = 1.0 / cross2(p, q), share[3]; // of the new foot among the three
    share[1] = cross2(r, q) * inverse;
    share[2] = cross2(p, r) * inverse;
    share[0] = 1.0 - share[1] - share[2];
    int leaves = -1;
    double minimum = INFINITY;
    for (int i = 0; i < 3; i++) {
        if (share[i] > 0.0 && c[i].weight < minimum * share[i]) {
            minimum = c[i].weight / share[i];
            leaves = i;
        }
    }
    if (leaves < 0) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        c[i].weight = fmax(c[i].weight - minimum * share[i], 0.0);
    }
    next.weight = minimum;
    c[leaves] = next;
    return true;
}

static bool all_real(const Tilt *t) {
    return t->column[0].is_real && t->column[1].is_real && t->column[2].is_real;
}

// Newton on the pieces of the three points.
static bool try_newton(const Tilt *t, abSeparation *out) {
    abPiecePair pieces[3] = {{0, 0}};
    double weights[3] = {0.0};
    int count = 0;
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        const Column *c = &t->column[i];
        int k = 0;
        if (!c->is_real) {
            continue;
        }
        while (k < count && (pieces[k].A != c->pieces.A || pieces[k].B != c->pieces.B)) {
            k++;
        }
        if (k == count) {
            pieces[count] = c->pieces;
            weights[count++] = 0.0;
        }
        weights[k] += c->weight;
        sum += c->weight;
    }
    for (int k = 0; k < count; k++) {
        weights[k] = sum > 0.0 ? weights[k] / sum : 1.0 / count;
    }
    return count > 0 && ab_polish_pieces(t->pair, t->f, t->e, pieces, weights, count, out);
}

static void answer(const Tilt *t, double sep, abSeparation *out) {
    abVec3 a = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        a = ab_add_scaled(a, t->column[i].weight, t->column[i].a);
    }
    *out = (abSeparation){.n = ab_unit(ab_add(t->f, t->e)), .distance = sep, .a = a};
    out->b = ab_add_scaled(a, sep, out->n);
}

bool ab_polish_tilt(const abPair *pair, abVec3 f, double reach, abSeparation *out) {
    Tilt t = {.pair = pair, .f = f, .u1 = ab_perpendicular(f)};
    double rounding = ROUNDING * pair->size, sep;
    t.u2 = ab_cross(f, t.u1);
    begin(&t, reach);
    for (int round = 0; round < ITERATIONS_MAX && lay_plane(&t); round++) {
        if (try_newton(&t, out) && ab_norm(ab_sub(out->n, f)) <= 4.0 * reach) {
            return true; // and not at another maximum
        }
        Column next = lowest(&t, &sep);
        if (t.H - sep <= rounding) {
            answer(&t, sep, out);
            return all_real(&t) && ab_norm(t.e) <= STRAIGHT;
        }
        if (!exchange(&t, next)) {
            break;
        }
    }
    return false;
}
