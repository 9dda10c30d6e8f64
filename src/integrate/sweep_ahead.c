// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sweep_ahead.c - conservative advancement with a normal that turns with one of the bodies.
//
// The bound of sweep.c lets the whole surface of a body come by turning, at the speed of its
// farthest point, against a normal that stands still. Two bodies that have just parted, or of which
// one leans on the other, are then asked again after a tiny time, again and again. Here the normal
// is fixed in one body S, so the support height of S along it is constant, and a point of the other
// body O is in front of S by
//
//   g_r(u) = n . (c_O + R_O r - c_S) - e_S,   n = R_S n_S                                  (1)
//   |g_r''| <= M = K_S (D + l) + 2 s_S (V + s_O l) + W + K_O l                             (2)
//
// with s the spin, K = s^2 + bend, D, V and W the largest distance of the centres and its first and
// second derivative, l the arm of O. Each g_r is above the line between its ends less
// M x (T - x)/2, and so is the least of them, the gap along n:
//
//   g(u + x) >= g(u) + (g(u + T) - g(u)) x/T - M x (T - x)/2,   0 <= x <= T                (3)
//
// g(u + T) takes one support point of O. T is such that the last term takes half of the gap.
//
// Error   none but rounding: the first root of (3) is a safe place, as is u + T without one.
// Source  ours.

#include <math.h>

#include "integrate/sweep.h"
#include "math/polynomial.h"

// D, V and W of (2) over the segment, per unit of its own variable.
typedef struct Way {
    double far, speed, change;
} Way;

static Way way_of(const abSweep *sweep, const abBoxPair *pair, abSegment segment) {
    double sum[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        double c[AB_DEGREE_MAX + 1];
        int degree = ab_sweep_along(sweep, pair, segment, (abVec3){i == 0, i == 1, i == 2}, c);
        for (int order = 0; order < 3; order++) {
            double most = ab_polynomial_largest(c, degree, 1.0);
            sum[order] += most * most;
            for (int k = 1; k <= degree; k++) {
                c[k - 1] = k * c[k];
            }
            c[degree] = 0.0;
        }
    }
    return (Way){sqrt(sum[0]), sqrt(sum[1]), sqrt(sum[2])};
}

typedef struct Turning {
    double spin, bend, arm; // per unit of the segment's own variable; s, K and l
} Turning;

static Turning turning_of(const abSweep *sweep, int shape, abSegment segment) {
    const abBodyShape *at = &sweep->dynamics->model->shapes[shape];
    const abPath *path = &sweep->paths[at->body];
    double spin = sweep->turns[at->body] ? path->spin * segment.width : 0.0;
    double bend = sweep->turns[at->body] ? path->bend * segment.width * segment.width : 0.0;
    double arm = at->shape.is_sphere ? sweep->arm[shape] : sweep->reach[shape];
    return (Turning){spin, spin * spin + bend, arm};
}

static double curving(Turning S, Turning O, Way way) {
    return S.bend * (way.far + O.arm) + 2.0 * S.spin * (way.speed + O.spin * O.arm) + way.change +
           O.bend * O.arm;
}

// How far O reaches against n, from the centre of S, for the bodies as placed.
static double place_of(const abSweep *sweep, int S, int O, abVec3 n) {
    abDynamics *d = sweep->dynamics;
    const abBodyShape *shapes = d->model->shapes;
    abPose room;
    const abPose *X = ab_dynamics_shape_pose(d, O, &room);
    abVec3 p = ab_shape_support(&shapes[O].shape, ab_neg(ab_mul_t(X->R, n)));
    return ab_dot(n, ab_sub(ab_pose_point(*X, p), d->bodies[shapes[S].body].X.p));
}

// The end of (3), with the normal fixed in S; `n` points from S.
static double safe_until(abSweep *sweep, abStepper *stepper, abSegment segment, int S, int O,
                         Way way, double u, double gap, abVec3 n) {
    const abBodyShape *shapes = sweep->dynamics->model->shapes;
    const abBodyNow *at = &sweep->dynamics->bodies[shapes[S].body];
    double M = curving(turning_of(sweep, S, segment), turning_of(sweep, O, segment), way);
    double T = fmin(M > 0.0 ? sqrt(4.0 * gap / M) : 1.0, 1.0 - u);
    if (!(M < INFINITY) || !(u + T > u)) {
        return u;
    }
    ab_sweep_place(sweep, stepper, S, O, segment.start + segment.width * u);
    double before = place_of(sweep, S, O, n);
    abVec3 n_S = ab_mul_t(at->X.R, n);
    ab_sweep_place(sweep, stepper, S, O, segment.start + segment.width * (u + T));
    // of a centred ball turning is not known, nor does it matter: its normal stands still
    abVec3 n_end = sweep->turns[shapes[S].body] ? ab_mul(at->X.R, n_S) : n;
    double slope = (place_of(sweep, S, O, n_end) - before) / T - 0.5 * M * T;
    // gap + slope x + M/2 x^2
    double inside = slope * slope - 2.0 * M * gap;
    double root = slope < 0.0 && inside >= 0.0 ? 2.0 * gap / (sqrt(inside) - slope) : INFINITY;
    return u + fmin(root, T);
}

double ab_sweep_look_ahead(abSweep *sweep, abStepper *stepper, const abBoxPair *pair,
                           abSegment segment, double u, double gap, abVec3 n) {
    Way way = way_of(sweep, pair, segment);
    double by_a = safe_until(sweep, stepper, segment, pair->a, pair->b, way, u, gap, n);
    double by_b = safe_until(sweep, stepper, segment, pair->b, pair->a, way, u, gap, ab_neg(n));
    return fmax(by_a, by_b);
}
