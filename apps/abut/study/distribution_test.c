// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "study/distribution.h"

#include "base/check.h"

static const double s_numbers[][DISTRIBUTION_NUMBERS] = {
    {-2.0, 3.0}, {1e-3, 1e4}, {5.0, 0.5}, {2.0, 1.5}, {1.0, 2.0, 7.0}};

static void value_is_the_inverse_of_the_share(void) {
    for (int k = 0; k < distribution_count; k++) {
        const Distribution *d = &distributions[k];
        CHECK(d->allows(s_numbers[k]));
        for (double u = 1e-6; u < 1.0; u += 0.0137) {
            double x = d->value(s_numbers[k], u);
            CHECK_NEAR(d->share(s_numbers[k], x), u, 1e-12, 1.0); // rounding, of x by u'/u
        }
    }
}

// scipy.stats.norm.ppf of SciPy 1.10.1
static void normal_values_are_those_of_scipy(void) {
    const double p[] = {0.0, 1.0};
    CHECK_NEAR(distributions[2].value(p, 1e-10), -6.361340902404056, 1e-13, 6.4);
    CHECK_NEAR(distributions[2].value(p, 0.975), 1.959963984540054, 1e-14, 2.0);
}

static void cuts_leave_what_is_between(void) {
    for (int k = 0; k < distribution_count; k++) {
        const Distribution *d = &distributions[k];
        double low = d->value(s_numbers[k], 0.3), high = d->value(s_numbers[k], 0.4);
        for (double u = 0.001; u < 1.0; u += 0.01) {
            double x = distribution_value(d, s_numbers[k], low, high, u);
            CHECK(x >= low && x <= high);
            CHECK_NEAR(d->share(s_numbers[k], x), 0.3 + 0.1 * u, 1e-12, 1.0);
        }
    }
}

static void far_cuts_still_give_numbers(void) {
    const double p[] = {0.0, 1.0};
    double x = distribution_value(&distributions[2], p, 50.0, 60.0, 0.5);
    CHECK(x >= 50.0 && x <= 60.0);
}

static void nonsense_is_not_allowed(void) {
    static const double wrong[][DISTRIBUTION_NUMBERS] = {
        {3.0, 3.0}, {0.0, 1.0}, {1.0, 0.0}, {1.0, 1.0}, {1.0, 9.0, 7.0}};
    for (int k = 0; k < distribution_count; k++) {
        CHECK(!distributions[k].allows(wrong[k]));
    }
}

AB_TESTS(AB_TEST(value_is_the_inverse_of_the_share), AB_TEST(normal_values_are_those_of_scipy),
         AB_TEST(cuts_leave_what_is_between), AB_TEST(far_cuts_still_give_numbers),
         AB_TEST(nonsense_is_not_allowed))
