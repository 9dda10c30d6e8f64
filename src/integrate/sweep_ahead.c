// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// sweep_ahead.c - conservative advancement with a normal that turns from one distance to the next.
//
// The bound of sweep.c lets the whole surface of a body come by turning, at the speed of its
// farthest point, against a normal that stands still. Two bodies that have just parted, or of which
// one leans on the other, are then asked again after a tiny time, again and again. Here distances
// are measured at two places, u and u + T, with normals n_0 and n_1. Between them the normal goes
// straight from one to the other, and two points a and b of the bodies are apart along it by
//
//   g_ab(x) = n(x) . (p_b - p_a)(u + x),   n = n_0 + (n_1 - n_0) x/T                      (1)
//   |g_ab''| <= M = 2 |n_1 - n_0| (V + s_A l_A + s_B l_B)/T + W + K_A l_A + K_B l_B       (2)
//
// with s the spin, K = s^2 + bend, V and W the largest first and second derivative of the way
// between the centres, l the arms. Each g_ab is above the line between its ends less M x (T - x)/2,
// and so is the least of them, which is the gap along n, and no more than the distance as |n| <= 1:
//
//   g(u + x) >= g(u) + (g(u + T) - g(u)) x/T - M x (T - x)/2,   0 <= x <= T                (3)
//
// At first T is such that the last term takes half of the gap. Where another corner comes as the
// one that is near goes, as of a box that rocks, the line is far below the gap; then T is halved as
// long as that leads farther. The normal of two edges turns with both, so that neither edge dips.
//
// Error   none but rounding: the first root of (3) is a safe place, as is u + T without one.
// Source  ours.

#include <math.h>

#include "integrate/sweep.h"
#include "math/polynomial.h"

// V and W of (2) over the segment, per unit of its own variable.
typedef struct Way {
    double speed, change;
} Way;

static Way way_of(const abSweep *sweep, const abBoxPair *pair, abSegment segment) {
    double sum[2] = {0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        double c[AB_DEGREE_MAX + 1];
        int degree = ab_sweep_along(sweep, pair, segment, (abVec3){i == 0, i == 1, i == 2}, c);
        for (int order = 0; order < 2; order++) {
            for (int k = 1; k <= degree; k++) {
                c[k - 1] = k * c[k];
            }
            c[degree] = 0.0;
            double most = ab_polynomial_largest(c, degree, 1.0);
            sum[order] += most * most;
        }
    }
    return (Way){sqrt(sum[0]), sqrt(sum[1])};
}

// s l and K l of a shape, per unit of the segment's own variable. What does not turn may be a
// plane, without end; one that turns has no arm, and is not looked ahead for.
static Way turning_of(const abSweep *sweep, int shape, abSegment segment) {
    const abBodyShape *at = &sweep->dynamics->model->shapes[shape];
    const abPath *path = &sweep->paths[at->body];
    if (!sweep->turns[at->body]) {
        return (Way){0.0, 0.0};
    }
    double spin = path->spin * segment.width, bend = path->bend * segment.width * segment.width;
    double arm = at->shape.is_sphere ? sweep->arm[shape] : sweep->reach[shape];
    return (Way){spin * arm, (spin * spin + bend) * arm};
}

// The least of n . (p_B - p_A) over all points of both, for the bodies as placed.
static double gap_along(abSweep *sweep, const abBoxPair *pair, abVec3 n) {
    abDynamics *d = sweep->dynamics;
    const abBodyShape *shapes = d->model->shapes;
    abPose room_a, room_b;
    const abPose *A = ab_dynamics_shape_pose(d, pair->a, &room_a);
    const abPose *B = ab_dynamics_shape_pose(d, pair->b, &room_b);
    abVec3 p_a = ab_shape_support(&shapes[pair->a].shape, ab_mul_t(A->R, n));
    abVec3 p_b = ab_shape_support(&shapes[pair->b].shape, ab_neg(ab_mul_t(B->R, n)));
    return ab_dot(n, ab_sub(ab_pose_point(*B, p_b), ab_pose_point(*A, p_a)));
}

// The first root of  gap + slope x + M/2 x^2.
static double root_of(double gap, double slope, double M) {
    double inside = slope * slope - 2.0 * M * gap;
    return slope < 0.0 && inside >= 0.0 ? 2.0 * gap / (sqrt(inside) - slope) : INFINITY;
}

double ab_sweep_look_ahead(abSweep *sweep, abStepper *stepper, const abBoxPair *pair,
                           abSegment segment, double u, double gap, abVec3 n) {
    Way centres = way_of(sweep, pair, segment), A = turning_of(sweep, pair->a, segment),
        B = turning_of(sweep, pair->b, segment);
    double speed = centres.speed + A.speed + B.speed;
    double change = centres.change + A.change + B.change;
    if (!(change < INFINITY)) {
        return u;
    }
    ab_sweep_place(sweep, stepper, pair->a, pair->b, segment.start + segment.width * u);
    double before = gap_along(sweep, pair, n), safe = 0.0;
    double longest = fmin(change > 0.0 ? sqrt(4.0 * gap / change) : 1.0, 1.0 - u);
    for (double T = longest; T > safe && u + T > u; T *= 0.5) {
        abProximity at;
        double theta = segment.start + segment.width * (u + T);
        ab_sweep_proximity(sweep, stepper, pair->a, pair->b, theta, &at);
        double M = change + 2.0 * ab_norm(ab_sub(at.n_AB_W, n)) * speed / T;
        double slope = (gap_along(sweep, pair, at.n_AB_W) - before) / T - 0.5 * M * T;
        safe = fmax(safe, fmin(root_of(gap, slope, M), T));
    }
    return u + safe;
}
