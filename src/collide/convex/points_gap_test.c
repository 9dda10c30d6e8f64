// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// points_gap_test.c - the gap along a normal to the last digit.

#include "base/check.h"
#include "collide/convex/convex.h"
#include "collide/convex/convex_pair.h"
#include "collide/convex/points_gap.h"
#include "shape/core/shape_fixture.h"

enum { TRIALS = 2000 };

static long double world(const abPose *X, abVec3 p, int axis) {
    const double *R = X->R.m[axis];
    return (long double)R[0] * p.x + (long double)R[1] * p.y + (long double)R[2] * p.z +
           (long double)ab_get(X->p, axis);
}

// Two points some distance apart along n, up to rounding.
static void check_trial(Random *random, double away) {
    static const abShape point = {.kind = AB_SHAPE_SPHERE};
    abVec3 far = ab_scale(away, random_vector(random));
    abPose X_A = {random_rotation(random), far};
    abPose X_B = {random_rotation(random), ab_add(far, random_vector(random))};
    abPair pair;
    ab_pair_init(&pair, &point, &X_A, &point, &X_B);
    abVec3 n = random_direction(random), a = random_vector(random);
    abVec3 b = ab_to_B(&pair, ab_add_scaled(a, random_number(random), n));
    long double along = 0.0L, length = 0.0L;
    for (int i = 0; i < 3; i++) {
        const double *R = X_A.R.m[i];
        long double n_W =
            (long double)R[0] * n.x + (long double)R[1] * n.y + (long double)R[2] * n.z;
        along += n_W * (world(&X_B, b, i) - world(&X_A, a, i));
        length += n_W * n_W;
    }
    double right = (double)(along / sqrtl(length));
    // the last rounding and those of the length of n; long double's of far positions
    CHECK_NEAR(ab_points_gap(&pair, n, a, b), right, 2.3e-16 * fabs(right) + 1e-17 + 2e-19 * away,
               1.0);
}

static void the_gap_is_right_to_the_last_digit(void) {
    Random random = {.state = 21};
    for (int i = 0; i < TRIALS; i++) {
        check_trial(&random, 0.0);
        check_trial(&random, 10.0);
    }
}

static void what_is_not_finite_stays_so(void) {
    static const abShape point = {.kind = AB_SHAPE_SPHERE};
    abPose X_A = ab_pose_identity(), X_B = ab_pose_identity();
    X_B.p.x = INFINITY;
    abPair pair;
    ab_pair_init(&pair, &point, &X_A, &point, &X_B);
    abVec3 zero = {0.0, 0.0, 0.0}, x = {1.0, 0.0, 0.0};
    CHECK(!isfinite(ab_points_gap(&pair, x, zero, zero)));
}

AB_TESTS(AB_TEST(the_gap_is_right_to_the_last_digit), AB_TEST(what_is_not_finite_stays_so))
