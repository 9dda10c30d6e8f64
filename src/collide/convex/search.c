// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// search.c - candidates for the largest separation, and the ways to polish them.

#include "collide/convex/search.h"

#include <float.h>

#include "collide/convex/convex_pair.h"
#include "collide/convex/gjk.h"
#include "collide/convex/polish_active.h"
#include "collide/convex/polish_face.h"
#include "collide/convex/polish_newton.h"
#include "collide/convex/polish_tilt.h"
#include "collide/convex/support.h"

enum { SHIFTS_MAX = 12 };
#define FIRST_GAP 1e-3
#define PLAINLY 0.999
#define ROUNDING (32.0 * DBL_EPSILON)

abSeparation ab_plain_separation(const abPair *pair, abVec3 n) {
    abSeparation s = {.n = n, .a = ab_support_A(pair, n), .is_loose = true};
    s.distance = ab_dot(n, ab_sub(ab_support_B(pair, n), s.a));
    s.b = ab_add_scaled(s.a, s.distance, n);
    return s;
}

abSeparation ab_weighted_separation(const abPair *pair, abVec3 n, const abSimplex *simplex) {
    abSeparation s = ab_plain_separation(pair, n);
    abVec3 a = {0.0, 0.0, 0.0};
    for (int i = 0; i < simplex->count; i++) {
        a = ab_add_scaled(a, simplex->weight[i], simplex->point[i].a);
    }
    s.a = ab_add_scaled(a, ab_dot(n, ab_sub(s.a, a)), n);
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

void ab_search_forget(abSearch *s) {
    s->found.distance = -INFINITY;
    s->is_exact = false;
}

// A larger separation is nearer to the truth whether polished or not; polished ones win ties, the
// first of them above all.
void ab_search_take(abSearch *s, const abSeparation *other, bool is_exact) {
    double rounding = ROUNDING * s->pair->size;
    double slack = s->is_exact ? -rounding : is_exact ? rounding : 0.0;
    if (!(s->found.distance - slack >= other->distance)) {
        s->found = *other;
        s->is_exact = is_exact;
    }
}

// Polishes the normal n, both ways unless the face is plainly meant. A way that leads downhill
// ended at another maximum and does not count; when none leads up, the plain value at n is kept.
bool ab_search_try_normal(abSearch *s, abVec3 n) {
    abSeparation start = ab_plain_separation(s->pair, n), face, piece;
    double minimum = start.distance - ROUNDING * s->pair->size;
    bool by_face = ab_polish_face(s->pair, n, &face) && face.distance >= minimum;
    if (by_face && ab_dot(face.n, n) > PLAINLY) {
        ab_search_take(s, &face, true);
        return true;
    }
    bool by_piece = ab_polish_newton(s->pair, n, &s->simplex, &piece) && piece.distance >= minimum;
    if (by_face) {
        ab_search_take(s, &face, true);
    }
    if (by_piece) {
        ab_search_take(s, &piece, true);
    }
    if (!by_face && !by_piece) {
        ab_search_take(s, &start, false);
    }
    return by_face || by_piece;
}

// Step 1 of convex.c.
bool ab_search_try_scaled(abSearch *s, double scale) {
    abPairChange change = {.scale = scale, .gap = s->gap};
    abVec3 v;
    return ab_gjk(s->pair, &change, s->guess, &s->simplex, &v) != AB_GJK_OVERLAP &&
           ab_search_try_normal(s, ab_unit(v));
}

// Step 2 of convex.c.
bool ab_search_try_shifts(abSearch *s, abVec3 n) {
    double gap = 0.01 * s->pair->size, stop = FIRST_GAP;
    for (int i = 0; i < SHIFTS_MAX; i++) {
        double out = fmax(gap - ab_pair_sep(s->pair, n), 0.0);
        abPairChange change = {.scale = 1.0, .shift = ab_scale(out, n), .gap = stop};
        abVec3 v;
        if (ab_gjk(s->pair, &change, ab_scale(gap, n), &s->simplex, &v) == AB_GJK_OVERLAP) {
            return false;
        }
        n = ab_unit(v);
        if (ab_search_try_normal(s, n)) {
            return true;
        }
        gap *= 0.25;
        stop = fmax(0.01 * stop, 1e-14);
    }
    return false;
}

// Bodies almost in the middle of round ones: all ways out on a circle are almost equal, and from
// the wrong side of it no step leads to the best one.
void ab_search_try_ring(abSearch *s) {
    static const double turns[][2] = {{0.7, 0.7}, {0.0, 1.0}, {-0.7, 0.7}, {-1.0, 0.0}};
    abVec3 n = s->found.n, v;
    double gap = 0.01 * s->pair->size, out = gap - s->found.distance;
    abPairChange change = {.scale = 1.0, .shift = ab_scale(out, n), .gap = 1e-14};
    if (ab_gjk(s->pair, &change, n, &s->simplex, &v) == AB_GJK_OVERLAP) {
        return;
    }
    abVec3 rise = ab_add_scaled(v, -ab_dot(n, v), n);
    if (!(ab_norm(rise) > ROUNDING * s->pair->size)) {
        return;
    }
    rise = ab_unit(rise);
    for (int i = 0; i < 4; i++) {
        abVec3 turned = ab_add_scaled(ab_scale(turns[i][0], n), turns[i][1], rise);
        ab_search_try_shifts(s, ab_unit(turned));
    }
}

static abVec3 turned(abVec3 n, abVec3 axis, double c, double s) {
    abVec3 along = ab_scale(ab_dot(axis, n), axis), across = ab_sub(n, along);
    return ab_add(along, ab_add_scaled(ab_scale(c, across), s, ab_cross(axis, across)));
}

// Polishes n with pieces found anew.
static void try_active(abSearch *s, abVec3 n) {
    abSeparation other;
    if (ab_polish_active(s->pair, n, &other)) {
        ab_search_take(s, &other, true);
    }
}

// The best normal turned about an axis.
static void try_turns(abSearch *s, abVec3 axis) {
    const double h = 0.70710678118654752;
    const double turns[][2] = {{h, h},   {0.0, 1.0},  {-h, h}, {-1.0, 0.0},
                               {-h, -h}, {0.0, -1.0}, {h, -h}};
    abVec3 n = s->found.n;
    for (int i = 0; i < 7; i++) {
        try_active(s, turned(n, axis, turns[i][0], turns[i][1]));
    }
}

// The maximum next to the normal of a flat face.
static void try_tilt(abSearch *s, abVec3 f) {
    abSeparation other;
    double maximum = ab_pair_sep(s->pair, f) + AB_REACH * s->pair->size; // within reach
    if (maximum > s->found.distance && ab_polish_tilt(s->pair, f, AB_REACH, &other)) {
        ab_search_take(s, &other, true);
    }
}

// The flat faces of A or B that look along its main axes; hulls have none.
static void try_faces(abSearch *s, bool is_of_A) {
    const abPair *pair = s->pair;
    const abShape *shape = is_of_A ? pair->A : pair->B;
    const abShapeType *type = is_of_A ? pair->type_A : pair->type_B;
    for (int i = 0; i < 6 && shape->kind != AB_SHAPE_HULL; i++) {
        abVec3 e = {0.0, 0.0, 0.0}, f;
        ab_set(&e, i % 3, i < 3 ? 1.0 : -1.0);
        if (type->face(shape, e, &f) && ab_dot(f, e) > PLAINLY) {
            try_tilt(s, is_of_A ? f : ab_neg(ab_mul(pair->R_AB, f)));
        }
    }
}

// About the axis of a body of revolution; any main axis of an ellipsoid may be almost one.
static void try_turns_of(abSearch *s, bool is_of_A) {
    const abPair *pair = s->pair;
    const abShape *shape = is_of_A ? pair->A : pair->B;
    for (int axis = 0; axis < 3; axis++) {
        if (axis == shape->axis || shape->kind == AB_SHAPE_ELLIPSOID) {
            abVec3 e = {0.0, 0.0, 0.0};
            ab_set(&e, axis, 1.0);
            try_turns(s, is_of_A ? e : ab_mul(pair->R_AB, e));
        }
    }
}

void ab_search_look_around(abSearch *s) {
    try_faces(s, true);
    try_faces(s, false);
    try_turns_of(s, true);
    try_turns_of(s, false);
}
