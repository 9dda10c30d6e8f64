// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_friction.c - the points at which friction with a history acts on a surface.
//
// The points at which a surface carries a pressure come and go with the motion, and friction with a
// history needs points that last. So twelve stand for all of them. With F the normal forces, their
// sum N, c their center, q the places seen from c, across the normal,
//
//   C = sum F q q'/N,  r = sum F |q|/N                                                     (1)
//   q_k = s_1 sqrt(C) u_k  or  s_2 sqrt(C) u_k,  each with N/12                            (2)
//
// where u_k are the corners of two hexagons of radius one, turned by 30 degrees against each other,
// and s_1, s_2 are such that C and r of the twelve are those of the surface. So they slide with mu N
// through c, turn about c with mu N r, as the surface does, and have its moments of inertia. All
// follows smoothly as the pressure changes.
//
// Error   the power of sliding, which says what force and torque together make the twelve slip, is that
//         of the surface to 2.2 % for discs, rims, rectangles and the patch of a ball, however they
//         slide and turn; it is exact where they do one of both. The force beside a given motion is
//         off by up to 0.14 mu N where the center of rotation comes near a point. Rims thinner than
//         (2) allows have the right r and not C.
// Limits  In the plane of (2): a bowl in which the normals differ much resists turning less than
//         its walls would.
// Source  own derivation, docs/theory/friction.md.

#include "derivative/evaluate/surface_friction.h"

#include <math.h>

#include "collide/broad/proximity.h"

enum { RING = AB_SURFACE_FRICTION_POINTS / 2 };

#define COS_30 0.86602540378443864676

// Two axes across the normal, which go with the body that is a plane, or A.
static void axes_across(const abMechanics *m, const abContactPair *pair, abVec3 n, abVec3 axes[2]) {
    bool on_plane = m->model->shapes[pair->shape_b].shape.kind == AB_SHAPE_PLANE;
    abMat3 R = m->bodies[on_plane ? pair->data->body_b : pair->data->body_a].X.R;
    axes[0] = ab_mul(R, ab_perpendicular(ab_mul_t(R, n)));
    axes[1] = ab_cross(n, axes[0]);
}

// Of (1).
typedef struct Spread {
    double force;      // N
    double xx, xy, yy; // C
    double radius;     // r
} Spread;

static Spread spread_of(const abPressing *pressing, abVec3 c, const abVec3 axes[2]) {
    Spread out = {0};
    for (size_t i = 0; i < pressing->count; i++) {
        double F = pressing->list[i].force;
        abVec3 q = ab_sub(pressing->list[i].p_W, c);
        double x = ab_dot(q, axes[0]), y = ab_dot(q, axes[1]);
        out.force += F;
        out.xx += F * x * x;
        out.xy += F * x * y;
        out.yy += F * y * y;
        out.radius += F * sqrt(x * x + y * y);
    }
    double share = out.force > 0.0 ? 1.0 / out.force : 0.0;
    return (Spread){out.force, share * out.xx, share * out.xy, share * out.yy, share * out.radius};
}

typedef struct Ring {
    double x[RING], y[RING]; // m
    double radius;           // the mean
} Ring;

static const Ring s_hexagons[2] = {
    {{1.0, 0.5, -0.5, -1.0, -0.5, 0.5}, {0.0, COS_30, COS_30, 0.0, -COS_30, -COS_30}, 1.0},
    {{COS_30, 0.0, -COS_30, -COS_30, 0.0, COS_30}, {0.5, 1.0, 0.5, -0.5, -1.0, -0.5}, 1.0},
};

// The corners of a hexagon u, for s = 1.
static Ring stretched(const Ring *u, const Spread *spread) {
    double root = sqrt(fmax(0.0, spread->xx * spread->yy - spread->xy * spread->xy));
    double trace = spread->xx + spread->yy + 2.0 * root;
    double unit = trace > 0.0 ? 1.0 / sqrt(trace) : 0.0; // sqrt(C) = unit (C + root)
    Ring out = {.radius = 0.0};
    for (int k = 0; k < RING; k++) {
        out.x[k] = unit * ((spread->xx + root) * u->x[k] + spread->xy * u->y[k]);
        out.y[k] = unit * (spread->xy * u->x[k] + (spread->yy + root) * u->y[k]);
        out.radius += sqrt(out.x[k] * out.x[k] + out.y[k] * out.y[k]) / RING;
    }
    return out;
}

// s_1 m_1 + s_2 m_2 = 2 r, s_1^2 + s_2^2 = 4, m of the rings: the greater s_1; where both cannot be,
// one s that meets r.
static void find_sizes(double m1, double m2, double r, double s[2]) {
    double square = m1 * m1 + m2 * m2, free = square - r * r;
    s[0] = s[1] = square > 0.0 ? 2.0 * r / (m1 + m2) : 0.0;
    if (free > 0.0 && square > 0.0) {
        double root = sqrt(free);
        s[0] = 2.0 * (r * m1 + m2 * root) / square;
        s[1] = 2.0 * (r * m2 - m1 * root) / square;
    }
    if (s[1] < 0.0) { // most presses at the center: one ring, and six points there
        s[0] = 2.0 * r / m1;
        s[1] = 0.0;
    }
}

double ab_surface_friction_points(const abMechanics *m, const abContactPair *pair,
                                  const abContactPairNow *now,
                                  abPatchPoint points[AB_SURFACE_FRICTION_POINTS]) {
    abVec3 axes[2];
    axes_across(m, pair, now->normal_W, axes);
    Spread spread = spread_of(&m->contacts->pressing, now->point, axes);
    Ring rings[2] = {stretched(&s_hexagons[0], &spread), stretched(&s_hexagons[1], &spread)};
    double sizes[2];
    find_sizes(rings[0].radius, rings[1].radius, spread.radius, sizes);
    for (int i = 0; i < AB_SURFACE_FRICTION_POINTS; i++) {
        const Ring *ring = &rings[i / RING];
        double x = sizes[i / RING] * ring->x[i % RING], y = sizes[i / RING] * ring->y[i % RING];
        points[i] =
            (abPatchPoint){.p_W = ab_add_scaled(ab_add_scaled(now->point, x, axes[0]), y, axes[1]),
                           .n_AB_W = now->normal_W,
                           .depth = -now->at.distance,
                           .weight = 1.0 / AB_SURFACE_FRICTION_POINTS,
                           .id = i};
    }
    return m->contacts->pressing.lacks_room ? NAN : spread.force; // so that the evaluation fails
}
