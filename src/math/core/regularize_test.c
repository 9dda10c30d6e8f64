// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "math/core/regularize.h"

#include "base/check.h"

static void reg_is_the_value_itself_from_s_on(void) {
    CHECK(ab_regularize(0.01, 0.01) == 0.01);
    CHECK(ab_regularize(3.0, 0.01) == 3.0);
}

static void reg_never_falls_below_a_third(void) {
    double third = 0.3 / 3.0;
    CHECK(ab_regularize(0.0, 0.3) == third);
    for (double a = 0.0; a < 1.0; a += 1e-3) {
        CHECK(ab_regularize(a, 0.3) >= third && ab_regularize(a, 0.3) >= a);
        CHECK(ab_regularize(a + 1e-3, 0.3) > ab_regularize(a, 0.3));
    }
}

static void reg_joins_with_two_derivatives(void) {
    // just below s = 1: reg = 1 - h + h^3/3, so value, slope 1 and curvature 0 are met
    for (double h = 1e-1; h > 1e-4; h /= 10.0) {
        CHECK_NEAR(ab_regularize(1.0 - h, 1.0), 1.0 - h + h * h * h / 3.0, 4e-16, 1.0);
    }
}

static void reg_gives_a_unit_vector_the_slope_three_by_s(void) {
    CHECK_NEAR(1e-9 / ab_regularize(1e-9, 0.01) / 1e-9, 300.0, 1e-13, 300.0); // (a/s)^2 = 1e-14
}

static void step_holds_its_ends_and_meets_in_the_middle(void) {
    CHECK(ab_step(-5.0, 0.0, 2.0, 1.0, 4.0) == 2.0 && ab_step(0.0, 0.0, 2.0, 1.0, 4.0) == 2.0);
    CHECK(ab_step(1.0, 0.0, 2.0, 1.0, 4.0) == 4.0 && ab_step(9.0, 0.0, 2.0, 1.0, 4.0) == 4.0);
    CHECK(ab_step(0.5, 0.0, 2.0, 1.0, 4.0) == 3.0);
    CHECK_NEAR(ab_step(0.25, 0.0, 0.0, 1.0, 1.0), 0.15625, 1e-16, 1.0);
}

static void step_starts_and_ends_flat(void) {
    double h = 1e-6; // 3 h^2
    CHECK_NEAR(ab_step(h, 0.0, 0.0, 1.0, 1.0), 3e-12, 1e-5, 3e-12);
    CHECK_NEAR(1.0 - ab_step(1.0 - h, 0.0, 0.0, 1.0, 1.0), 3e-12, 1e-4, 3e-12); // 1e-16 rounding
}

static void step_of_no_width_jumps(void) {
    CHECK(ab_step(1.0, 1.0, 2.0, 1.0, 4.0) == 2.0);
    CHECK(ab_step(1.0 + 1e-15, 1.0, 2.0, 1.0, 4.0) == 4.0);
}

AB_TESTS(AB_TEST(reg_is_the_value_itself_from_s_on), AB_TEST(reg_never_falls_below_a_third),
         AB_TEST(reg_joins_with_two_derivatives),
         AB_TEST(reg_gives_a_unit_vector_the_slope_three_by_s),
         AB_TEST(step_holds_its_ends_and_meets_in_the_middle), AB_TEST(step_starts_and_ends_flat),
         AB_TEST(step_of_no_width_jumps))
