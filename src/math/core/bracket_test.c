// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// bracket_test.c - where smooth, steep and broken functions begin to be positive.

#include "math/core/bracket.h"

#include <math.h>

#include "base/check.h"

static int s_calls;

static double cubic(void *context, double x) {
    s_calls++;
    const double *root = context;
    return (x - *root) * (1.0 + x * x);
}

static double jump(void *context, double x) {
    s_calls++;
    return x < *(const double *)context ? -1e-9 : 1e9;
}

static double unknown_below(void *context, double x) {
    return x < *(const double *)context ? NAN : 1.0;
}

static const abBracketEnd s_end = {.share = 0.0, .width = 1e-12, .maximum = 80};

// The error is raised to the power 3 in three steps, of which one halves a value, from 0.3 to 1e-12
// in at most nine; halving the bracket would take 40.
static void a_smooth_root_takes_few_calls(void) {
    for (double root = 0.05; root < 1.0; root += 0.1) {
        s_calls = 0;
        double x = ab_bracket_rise(cubic, &root, 0.0, 1.0, s_end);
        CHECK_NEAR(x, root, 1e-12, 1.0); // the width
        CHECK(s_calls <= 2 + 12);        // and three until it converges so
        CHECK(cubic(&root, x) > 0.0);
    }
}

static void a_jump_is_found_by_halving(void) {
    for (double root = 0.1; root < 1.0; root += 0.2) {
        s_calls = 0;
        double x = ab_bracket_rise(jump, &root, 0.0, 1.0, (abBracketEnd){1e-10, 0.0, 400});
        CHECK(x >= root);
        CHECK_NEAR(x, root, 1e-10 * x, 1.0); // the share
        CHECK(s_calls < 402);                // it ended by itself
    }
}

static void what_is_positive_at_once_begins_there(void) {
    double root = -1.0;
    CHECK(ab_bracket_rise(cubic, &root, 0.25, 1.0, s_end) == 0.25);
}

static void what_is_no_number_is_not_positive(void) {
    double root = 0.7;
    CHECK_NEAR(ab_bracket_rise(unknown_below, &root, 0.0, 1.0, s_end), root, 1e-12, 1.0);
}

AB_TESTS(AB_TEST(a_smooth_root_takes_few_calls), AB_TEST(a_jump_is_found_by_halving),
         AB_TEST(what_is_positive_at_once_begins_there), AB_TEST(what_is_no_number_is_not_positive))
