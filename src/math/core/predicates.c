// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// predicates.c - signs of determinants. They are computed in doubles first; where the rounding
// error could decide, again without any error, as sums of doubles that do not overlap.
//
// Source  J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//         Predicates, Discrete & Computational Geometry 18 (1997) 305-363: sums and products of
//         expansions, error bounds of the first stage.
// Limits  products must neither overflow nor underflow; no fused multiply-add, no extra precision.

#include "math/core/predicates.h"

#include <float.h>
#include <math.h>

#include "math/core/vector_math.h"

#define HALF_ULP (0.5 * DBL_EPSILON)

// ---- exact arithmetic ----

// The value is the sum of the terms, which go from small to large and do not overlap.
enum { TERMS = 192 };
typedef struct Expansion {
    int count;
    double term[TERMS];
} Expansion;

static void two_sum(double a, double b, double *sum, double *rest) {
    *sum = a + b;
    double b_part = *sum - a, a_part = *sum - b_part;
    *rest = (a - a_part) + (b - b_part);
}

// The upper 26 bits of a and what is left.
static void split(double a, double *high, double *low) {
    double c = 134217729.0 * a; // 2^27 + 1
    *high = c - (c - a);
    *low = a - *high;
}

static void two_product(double a, double b, double *product, double *rest) {
    double ah, al, bh, bl;
    *product = a * b;
    split(a, &ah, &al);
    split(b, &bh, &bl);
    *rest = al * bl - (((*product - ah * bh) - al * bh) - ah * bl);
}

// e + b
static void grow(Expansion *e, double b) {
    double carry = b;
    int kept = 0;
    for (int i = 0; i < e->count; i++) {
        double rest;
        two_sum(carry, e->term[i], &carry, &rest);
        if (rest != 0.0) {
            e->term[kept++] = rest;
        }
    }
    if (carry != 0.0 || kept == 0) {
        e->term[kept++] = carry;
    }
    e->count = kept;
}

// e + factor f
static void add_scaled(Expansion *e, const Expansion *f, double factor) {
    for (int i = 0; i < f->count; i++) {
        double product, rest;
        two_product(f->term[i], factor, &product, &rest);
        grow(e, rest);
        grow(e, product);
    }
}

static void add_product(Expansion *e, double a, double b) {
    double product, rest;
    two_product(a, b, &product, &rest);
    grow(e, rest);
    grow(e, product);
}

static int sign_of(const Expansion *e) {
    double leading = e->count > 0 ? e->term[e->count - 1] : 0.0;
    return (leading > 0.0) - (leading < 0.0);
}

// det [a 1; b 1; c 1] of points in a plane.
static void area(Expansion *e, const double a[2], const double b[2], const double c[2]) {
    e->count = 0;
    add_product(e, a[0], b[1]);
    add_product(e, -b[0], a[1]);
    add_product(e, b[0], c[1]);
    add_product(e, -c[0], b[1]);
    add_product(e, c[0], a[1]);
    add_product(e, -a[0], c[1]);
}

// ---- three dimensions ----

// det [a 1; b 1; c 1; d 1], along the column of z.
static int exact_3d(abVec3 a, abVec3 b, abVec3 c, abVec3 d) {
    const double xy[4][2] = {{a.x, a.y}, {b.x, b.y}, {c.x, c.y}, {d.x, d.y}};
    Expansion sum, minor; // only what count says is set
    sum.count = 0;
    area(&minor, xy[1], xy[2], xy[3]);
    add_scaled(&sum, &minor, a.z);
    area(&minor, xy[0], xy[2], xy[3]);
    add_scaled(&sum, &minor, -b.z);
    area(&minor, xy[0], xy[1], xy[3]);
    add_scaled(&sum, &minor, c.z);
    area(&minor, xy[0], xy[1], xy[2]);
    add_scaled(&sum, &minor, -d.z);
    return sign_of(&sum);
}

int ab_orient_3d(abVec3 a, abVec3 b, abVec3 c, abVec3 d) {
    abVec3 u = ab_sub(a, d), v = ab_sub(b, d), w = ab_sub(c, d);
    double vxwy = v.x * w.y, wxvy = w.x * v.y, wxuy = w.x * u.y, uxwy = u.x * w.y, uxvy = u.x * v.y,
           vxuy = v.x * u.y;
    double value = u.z * (vxwy - wxvy) + v.z * (wxuy - uxwy) + w.z * (uxvy - vxuy);
    double size = (fabs(vxwy) + fabs(wxvy)) * fabs(u.z) + (fabs(wxuy) + fabs(uxwy)) * fabs(v.z) +
                  (fabs(uxvy) + fabs(vxuy)) * fabs(w.z);
    double bound = (7.0 + 56.0 * HALF_ULP) * HALF_ULP * size;
    if (value > bound || value < -bound) {
        return value > 0.0 ? 1 : -1;
    }
    return size == 0.0 ? 0 : exact_3d(a, b, c, d);
}

// ---- two dimensions ----

// The sign of left - right, two products of differences, where rounding cannot change it. A product
// that is zero has a difference that is, without rounding.
static bool is_certain(double left, double right, int *sign) {
    double value = left - right;
    double bound = (3.0 + 16.0 * HALF_ULP) * HALF_ULP * (fabs(left) + fabs(right));
    *sign = (value > 0.0) - (value < 0.0);
    return value > bound || value < -bound || bound == 0.0;
}

int ab_orient_2d(abVec3 a, abVec3 b, abVec3 c, int axis) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    const double p[3][2] = {
        {ab_get(a, i), ab_get(a, j)}, {ab_get(b, i), ab_get(b, j)}, {ab_get(c, i), ab_get(c, j)}};
    double left = (p[0][0] - p[2][0]) * (p[1][1] - p[2][1]),
           right = (p[0][1] - p[2][1]) * (p[1][0] - p[2][0]);
    int sign;
    if (is_certain(left, right, &sign)) {
        return sign;
    }
    Expansion e;
    area(&e, p[0], p[1], p[2]);
    return sign_of(&e);
}

int ab_turn_2d(abVec3 a, abVec3 b, abVec3 c, abVec3 d, int axis) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    int sign;
    if (is_certain((ab_get(b, i) - ab_get(a, i)) * (ab_get(d, j) - ab_get(c, j)),
                   (ab_get(b, j) - ab_get(a, j)) * (ab_get(d, i) - ab_get(c, i)), &sign)) {
        return sign;
    }
    const double from[2][2] = {{ab_get(b, i), ab_get(b, j)}, {-ab_get(a, i), -ab_get(a, j)}};
    const double to[2][2] = {{ab_get(d, i), ab_get(d, j)}, {-ab_get(c, i), -ab_get(c, j)}};
    Expansion e = {.count = 0};
    for (int k = 0; k < 4; k++) {
        const double *u = from[k / 2], *v = to[k % 2];
        add_product(&e, u[0], v[1]);
        add_product(&e, -u[1], v[0]);
    }
    return sign_of(&e);
}
