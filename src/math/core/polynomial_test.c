// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "math/core/polynomial.h"

#include <stdint.h>

#include "base/check.h"
#include "base/random_fixture.h"

static uint64_t s_seed = 11;

static void values_stay_within_the_bounds(void) {
    for (int trial = 0; trial < 2000; trial++) {
        double c[AB_DEGREE_MAX + 1], minimum, greatest;
        int degree = trial % AB_DEGREE_MAX + 1;
        for (int k = 0; k <= degree; k++) {
            c[k] = next_random(&s_seed);
        }
        double low = 0.5 * (next_random(&s_seed) + 1.0),
               high = low + 0.5 * (next_random(&s_seed) + 1.0);
        ab_polynomial_bounds(c, degree, low, high, &minimum, &greatest);
        for (int i = 0; i <= 50; i++) {
            double v = ab_polynomial_value(c, degree, low + (high - low) * i / 50.0);
            // rounding of two ways to evaluate: some ulp of the largest term, 2^8 here
            CHECK(v >= minimum - 1e-12 && v <= greatest + 1e-12);
        }
    }
}

static void slope_is_the_limit_of_differences(void) {
    const double c[] = {1.0, -2.0, 0.5, 3.0, -1.0};
    double h = 1e-5, x = 0.3;
    double slope =
        (ab_polynomial_value(c, 4, x + h) - ab_polynomial_value(c, 4, x - h)) / (2.0 * h);
    CHECK_NEAR(ab_polynomial_slope(c, 4, x), slope, 1e-9, 1.0); // h^2 times the third derivative
}

// (x - r1)(x - r2)(x - r3) scaled to be positive at 0
static void the_first_of_several_roots_is_found(void) {
    for (int trial = 0; trial < 500; trial++) {
        double r[3], c[4];
        for (int i = 0; i < 3; i++) {
            r[i] = 0.5 + 0.45 * next_random(&s_seed);
        }
        double first = fmin(r[0], fmin(r[1], r[2]));
        c[0] = r[0] * r[1] * r[2];
        c[1] = -(r[0] * r[1] + r[0] * r[2] + r[1] * r[2]);
        c[2] = r[0] + r[1] + r[2];
        c[3] = -1.0;
        double x = ab_polynomial_first_root(c, 3, 0.0, 1.0);
        // between two roots 1e-8 apart the polynomial is as small as its rounding, so the first is
        // known to the root of the rounding only
        CHECK_NEAR(x, first, 1e-7, 1.0);
    }
}

static void a_single_root_is_found_to_rounding(void) {
    const double c[] = {1.0, 0.0, -4.905}; // a fall from 1 m
    CHECK_NEAR(ab_polynomial_first_root(c, 2, 0.0, 1.0), sqrt(1.0 / 4.905), 4e-16, 1.0);
}

static void no_root_is_said_to_be_none(void) {
    const double c[] = {1e-12, 0.0, 1.0};        // comes within 1e-12 of zero at 0
    const double d[] = {0.25 + 1e-9, -1.0, 1.0}; // a graze in the middle
    CHECK(ab_polynomial_first_root(c, 2, 0.0, 1.0) > 1.0);
    CHECK(ab_polynomial_first_root(d, 2, 0.0, 1.0) > 1.0);
}

static void a_root_at_the_start_is_found(void) {
    const double c[] = {0.0, -1.0};
    CHECK(ab_polynomial_first_root(c, 1, 0.0, 1.0) == 0.0);
}

AB_TESTS(AB_TEST(values_stay_within_the_bounds), AB_TEST(slope_is_the_limit_of_differences),
         AB_TEST(the_first_of_several_roots_is_found), AB_TEST(a_single_root_is_found_to_rounding),
         AB_TEST(no_root_is_said_to_be_none), AB_TEST(a_root_at_the_start_is_found))
