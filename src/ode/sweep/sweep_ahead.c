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
// long as that leads farther. Where half of T leads hardly farther the gap closes at a constant speed,
// and no T tells more than one a little past where it is closed. The normal of two edges turns with
// both, so that neither edge dips.
//
// A plane keeps its own normal, which turns with it at the rate s_A: n' and n'' take the place of
// n_1 - n_0, and M is  W + K_B l_B + K_A D + 2 s_A (V + s_B l_B)  at most, D what the other shape
// is away from the plane's body. Shapes that are not convex are looked at as their hulls, where
// these are apart.
//
// Error   none but rounding: the first root of (3) is a safe place, as is u + T without one.
// Source  ours.

#include <math.h>

#include "collide/broad/proximity.h"
#include "math/core/polynomial.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/state/place.h"
#include "model/compile/compile_contacts.h"
#include "model/compile/may_touch.h"
#include "ode/sweep/sweep.h"
#include "ode/sweep/tolerances.def"

// V and W of (2) over the segment, per unit of its own variable.
typedef struct Displacement {
    double speed, change;
} Displacement;

static Displacement displacement_of(const abSweep *sweep, const abBoxPair *pair,
                                    abSegment segment) {
    double sum[2] = {0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        double c[AB_DEGREE_MAX + 1];
        int degree = ab_sweep_along(sweep, pair, segment, (abVec3){i == 0, i == 1, i == 2}, c);
        for (int order = 0; order < 2; order++) {
            for (int k = 1; k <= degree; k++) {
                c[k - 1] = k * c[k];
            }
            c[degree] = 0.0;
            double maximum = ab_polynomial_largest(c, degree, 1.0);
            sum[order] += maximum * maximum;
        }
    }
    return (Displacement){sqrt(sum[0]), sqrt(sum[1])};
}

// s l and K l of a shape, per unit of the segment's own variable. What does not turn may be a
// plane, without end; the arm of one that turns reaches to the other shape.
static Displacement turning_of(const abSweep *sweep, int shape, int other, abSegment segment) {
    const abBodyShape *at = &sweep->mechanics->model->shapes[shape];
    const abPath *path = &sweep->paths[at->body];
    if (!sweep->turns[at->body]) {
        return (Displacement){0.0, 0.0};
    }
    double spin = path->spin * segment.width, bend = path->bend * segment.width * segment.width;
    bool takes_arm = at->shape.is_sphere || at->shape.kind == AB_SHAPE_PLANE;
    double arm = takes_arm ? ab_sweep_arm(sweep, shape, other, segment) : sweep->reach[shape];
    return (Displacement){spin * arm, (spin * spin + bend) * arm};
}

// How fast the normal of a plane turns, which is that of the pair; 0 where none of the two is one.
static double normal_speed(const abSweep *sweep, const abBoxPair *pair, abSegment segment) {
    const abBodyShape *shapes = sweep->mechanics->model->shapes;
    double speed = 0.0;
    for (int i = 0; i < 2; i++) {
        const abBodyShape *at = &shapes[i == 0 ? pair->a : pair->b];
        bool turns = at->shape.kind == AB_SHAPE_PLANE && sweep->turns[at->body];
        speed += turns ? sweep->paths[at->body].spin * segment.width : 0.0;
    }
    return speed;
}

// The least of n . (p_B - p_A) over all points of the hulls of both, for the bodies as placed.
static double gap_along(abSweep *sweep, const abBoxPair *pair, abVec3 n) {
    abMechanics *d = sweep->mechanics;
    const abBodyShape *shapes = d->model->shapes;
    abPose storage_a, storage_b;
    const abPose *A = ab_mechanics_shape_pose(d, pair->a, &storage_a);
    const abPose *B = ab_mechanics_shape_pose(d, pair->b, &storage_b);
    abVec3 p_a = ab_shape_support(&shapes[pair->a].shape, ab_mul_t(A->R, n));
    abVec3 p_b = ab_shape_support(&shapes[pair->b].shape, ab_neg(ab_mul_t(B->R, n)));
    return ab_dot(n, ab_sub(ab_pose_point(*B, p_b), ab_pose_point(*A, p_a)));
}

// The gap along the normal at the end of a look, for the bodies as placed. Along the normal of a
// plane it is the distance.
static double gap_at(abSweep *sweep, const abBoxPair *pair, const abProximity *at,
                     bool is_half_space) {
    return is_half_space ? at->distance : gap_along(sweep, pair, at->n_AB_W);
}

// The first root of  gap + slope x + M/2 x^2.
static double root_of(double gap, double slope, double M) {
    double inside = slope * slope - 2.0 * M * gap;
    return slope < 0.0 && inside >= 0.0 ? 2.0 * gap / (sqrt(inside) - slope) : INFINITY;
}

// How a pair may come nearer over a segment, per unit of its own variable.
typedef struct Closing {
    double speed, change; // of two points of the bodies against each other
    double normals;       // what a normal that turns with a plane adds to `change`
    double round;         // rho of (4); 0: the pair is convex, or both shapes are sharp     [m]
} Closing;

static double round_of(const abSweep *sweep, int a, int b, bool is_convex) {
    const abBodyShape *shapes = sweep->mechanics->model->shapes;
    return is_convex ? 0.0 : shapes[a].shape.radius + shapes[b].shape.radius;
}

static Closing closing_of(const abSweep *sweep, const abBoxPair *pair, abSegment segment,
                          bool is_convex) {
    Displacement centres = displacement_of(sweep, pair, segment),
                 A = turning_of(sweep, pair->a, pair->b, segment),
                 B = turning_of(sweep, pair->b, pair->a, segment);
    double speed = centres.speed + A.speed + B.speed;
    return (Closing){.speed = speed,
                     .change = centres.change + A.change + B.change,
                     .normals = 2.0 * normal_speed(sweep, pair, segment) * speed,
                     .round = round_of(sweep, pair->a, pair->b, is_convex)};
}

// (3): how far after a gap `before` a look at T, where it is `after`, shows the pair to be apart.
static double safe_part(double before, double after, double M, double T) {
    return fmin(root_of(before, (after - before) / T - 0.5 * M * T, M), T);
}

// The T that shows most when the gap goes on at the rate: just so far that (3) does not touch zero,
// or to where it closes.
static double best_look(double gap, double rate, double M) {
    if (!(M > 0.0)) {
        return INFINITY;
    }
    double touches = 2.0 * (rate + sqrt(2.0 * M * gap)) / M;
    double closes = rate < 0.0 ? fmin(-gap / rate, -2.0 * rate / M) : 0.0;
    return fmax(0.9 * touches, closes);
}

double ab_sweep_look_ahead(abSweep *sweep, abStepper *stepper, const abBoxPair *pair,
                           abSegment segment, double u, double end, double gap,
                           const abProximity *at, bool is_convex) {
    const Closing closing = closing_of(sweep, pair, segment, is_convex);
    const double bent = closing.round > 0.0 // (4)
                            ? closing.change + closing.speed * closing.speed / closing.round
                            : INFINITY;
    const abBodyShape *shapes = sweep->mechanics->model->shapes;
    bool is_half_space = ab_sweep_is_half_space(sweep, pair->a, pair->b);
    double beyond = gap - at->distance;
    double hulls = is_half_space ? at->distance : gap_along(sweep, pair, at->n_AB_W);
    double hull_gap = fmin(gap, hulls + beyond), longest = 0.0;
    if (!(closing.change < INFINITY)) {
        return u;
    }
    if (hull_gap > 0.0) {
        double M = closing.change + closing.normals;
        longest = M > 0.0 ? sqrt(4.0 * hull_gap / M) : 1.0;
    }
    if (closing.round > 0.0) {
        double rate =
            -segment.width * stepper->h *
            ab_closing_speed(sweep->mechanics, shapes[pair->a].body, shapes[pair->b].body, at);
        longest = fmax(longest, best_look(gap, rate, bent));
    }
    double safe = 0.0, T = fmin(longest, end - u);
    while (T > safe && u + T > u) {
        const double before = safe;
        abProximity then;
        ab_sweep_proximity(sweep, stepper, pair->a, pair->b,
                           segment.start + segment.width * (u + T), &then);
        if (hull_gap > 0.0) {
            double turned = is_half_space ? 0.0 : ab_norm(ab_sub(then.n_AB_W, at->n_AB_W));
            double M = closing.change + closing.normals + 2.0 * turned * closing.speed / T;
            double after = gap_at(sweep, pair, &then, is_half_space) - hulls;
            safe = fmax(safe, safe_part(hull_gap, hull_gap + after, M, T));
        }
        if (closing.round > 0.0) {
            safe = fmax(safe, safe_part(gap, then.distance + beyond, bent, T));
        }
        const bool closes = before > 0.0 && safe < s_closes * before;
        T = closes ? fmin(0.5 * T, 2.0 * safe) : 0.5 * T;
    }
    return u + safe;
}

static bool is_rigid(const abModel *model, int a, int b) {
    return model->interaction_count > 0 &&
           ab_interaction_is_rigid(ab_model_interaction(model, a, b));
}

// The next safe place after u by (1) for the hulls of shapes that are not convex: where these are
// apart, so are they. The bodies are placed at u, and f is the gap there.
double ab_sweep_hull_root(abSweep *sweep, const abBoxPair *pair, abSegment segment, double u,
                          double f, const abProximity *at) {
    bool is_half_space = ab_sweep_is_half_space(sweep, pair->a, pair->b);
    double apart = is_half_space ? at->distance : gap_along(sweep, pair, at->n_AB_W);
    double beyond = f - at->distance;
    double c[AB_DEGREE_MAX + 1];
    if (!(apart > 0.0)) {
        return u;
    }
    int degree = ab_sweep_bound(sweep, pair, segment, u, fmin(f, apart + beyond), at->n_AB_W, c);
    return ab_polynomial_first_root(c, degree, u, 1.0);
}

// Rigid bodies that part or turn on one another are near for long, as is what lies above a plane
// that turns, and what is in a hole or passes it; others are only where they take many advances.
bool ab_sweep_looks_ahead(const abSweep *sweep, int a, int b, bool is_convex) {
    bool has_turning_plane =
        ab_sweep_is_half_space(sweep, a, b) && sweep->mechanics->has_prescribed;
    return has_turning_plane || round_of(sweep, a, b, is_convex) > 0.0 ||
           is_rigid(sweep->mechanics->model, a, b);
}
