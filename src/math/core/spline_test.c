// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "math/core/spline.h"

#include "base/check.h"
#include "math/core/elementary.h"

enum { N = 7 };
static const double s_x[N] = {-1.0, -0.2, 0.1, 1.0, 1.5, 3.0, 3.5};
static const double s_y[N] = {0.3, 0.5, -1.0, 2.0, 2.0, 2.0, 7.0};
static abArena s_arena;

static abSpline prepare(const double *x, const double *y, int nx, const double *z, int nz) {
    if (s_arena.block_size == 0) {
        ab_arena_init(&s_arena, ab_heap(), 1 << 14);
    }
    abSpline s = {.nx = nx, .nz = nz, .x = x, .y = y, .z = z};
    CHECK(ab_spline_prepare(&s, &s_arena));
    return s;
}

static double value(const abSpline *s, int method, int order, double x) {
    return ab_spline_jet(s, (abSplineMethod)method, order, ab_jet(x), ab_jet(0.0)).value;
}

static void curves_go_through_their_points(void) {
    abSpline s = prepare(s_x, s_y, N, NULL, 1);
    for (int method = 0; method < AB_SPLINE_METHODS; method++) {
        for (int i = 0; i < N; i++) {
            CHECK_NEAR(value(&s, method, 0, s_x[i]), s_y[i], 1e-15, 7.0);
        }
    }
}

// Natural: the second derivative has no jumps and ends at zero. Akima: slopes have none, and three
// points on a line stay on it.
static void methods_keep_their_promises(void) {
    abSpline s = prepare(s_x, s_y, N, NULL, 1);
    for (int i = 1; i < N - 1; i++) {
        double below = value(&s, AB_SPLINE_CUBIC, 2, s_x[i] - 1e-12);
        double above = value(&s, AB_SPLINE_CUBIC, 2, s_x[i] + 1e-12);
        CHECK_NEAR(below, above, 1e-9, 100.0); // 1e-12 times the third derivative
        double slope_below = value(&s, AB_SPLINE_AKIMA, 1, s_x[i] - 1e-12);
        CHECK_NEAR(slope_below, value(&s, AB_SPLINE_AKIMA, 1, s_x[i] + 1e-12), 1e-9, 10.0);
    }
    CHECK_NEAR(value(&s, AB_SPLINE_CUBIC, 2, s_x[0]), 0.0, 1e-13, 10.0);
    CHECK_NEAR(value(&s, AB_SPLINE_CUBIC, 2, s_x[N - 1]), 0.0, 1e-13, 10.0);
    CHECK(value(&s, AB_SPLINE_AKIMA, 0, 1.2) == 2.0);
}

static void derivatives_are_those_of_the_values(void) {
    abSpline s = prepare(s_x, s_y, N, NULL, 1);
    s.extrapolate = true;
    for (int method = 0; method < AB_SPLINE_METHODS; method++) {
        for (double x = -1.37; x < 4.0; x += 0.31) {
            const double h = 1e-4;
            abJet at =
                ab_spline_jet(&s, (abSplineMethod)method, 0, (abJet){x, 2.0, 3.0}, ab_jet(0.0));
            double slope = (value(&s, method, 0, x + h) - value(&s, method, 0, x - h)) / (2.0 * h);
            double bend = (value(&s, method, 1, x + h) - value(&s, method, 1, x - h)) / (2.0 * h);
            // cubic: h^2/6 of the third derivative, which is below 400 here, and rounding 1e-15/h
            CHECK_NEAR(at.rate, 2.0 * slope, 1e-6, 1.0 + fabs(slope));
            CHECK_NEAR(at.acceleration, 4.0 * bend + 3.0 * slope, 1e-6, 1.0 + fabs(bend));
            CHECK_NEAR(value(&s, method, 1, x), slope, 1e-6, 1.0 + fabs(slope));
            CHECK_NEAR(value(&s, method, 2, x), bend, 1e-7, 1.0 + fabs(bend));
        }
    }
}

static void the_natural_spline_has_order_four(void) {
    double error[2];
    for (int k = 0; k < 2; k++) {
        static double x[81], y[81];
        int n = k == 0 ? 41 : 81;
        for (int i = 0; i < n; i++) {
            x[i] = 2.0 * AB_PI * i / (n - 1); // the sine's second derivative is 0 at both ends
            y[i] = ab_sin(x[i]);
        }
        abSpline s = prepare(x, y, n, NULL, 1);
        error[k] = 0.0;
        for (double t = 0.01; t < 6.28; t += 0.01) {
            error[k] = fmax(error[k], fabs(value(&s, AB_SPLINE_CUBIC, 0, t) - ab_sin(t)));
        }
    }
    CHECK_NEAR(error[0] / error[1], 16.0, 0.05, 16.0);
}

static void beyond_the_ends_it_is_as_chosen(void) {
    abSpline s = prepare(s_x, s_y, N, NULL, 1);
    CHECK(value(&s, AB_SPLINE_CUBIC, 0, 9.0) == 7.0);
    CHECK(value(&s, AB_SPLINE_CUBIC, 1, 9.0) == 0.0);
    s.extrapolate = true;
    double slope = value(&s, AB_SPLINE_CUBIC, 1, 3.5);
    CHECK_NEAR(value(&s, AB_SPLINE_CUBIC, 0, 4.5), 7.0 + slope, 1e-15, 30.0);
    CHECK(value(&s, AB_SPLINE_CUBIC, 2, 4.5) == 0.0);
}

static void surfaces_are_linear_between_curves(void) {
    static const double x[] = {0.0, 1.0, 2.0}, z[] = {0.0, 2.0, 3.0};
    static const double y[] = {0.0, 1.0, 2.0, 4.0, 5.0, 6.0, 0.0, 0.0, 0.0};
    abSpline s = prepare(x, y, 3, z, 3);
    abJet at =
        ab_spline_jet(&s, AB_SPLINE_AKIMA, 0, (abJet){0.5, 1.0, 0.0}, (abJet){1.0, 3.0, 0.0});
    CHECK_NEAR(at.value, 2.5, 1e-15, 1.0);
    CHECK_NEAR(at.rate, 1.0 + 2.0 * 3.0, 1e-15, 7.0); // dy/dx = 1, dy/dz = 2
    at = ab_spline_jet(&s, AB_SPLINE_CUBIC, 0, ab_jet(0.5), (abJet){-7.0, 1.0, 0.0});
    CHECK_NEAR(at.value, 0.5, 1e-15, 1.0);
    CHECK(at.rate == 0.0);
    at = ab_spline_jet(&s, AB_SPLINE_CUBIC, 0, ab_jet(0.5), ab_jet(9.0));
    CHECK(at.value == 0.0);
}

static void two_points_are_a_line(void) {
    static const double x[] = {1.0, 3.0}, y[] = {1.0, 5.0};
    abSpline s = prepare(x, y, 2, NULL, 1);
    for (int method = 0; method < AB_SPLINE_METHODS; method++) {
        CHECK_NEAR(value(&s, method, 0, 2.5), 4.0, 1e-15, 4.0);
        CHECK_NEAR(value(&s, method, 1, 2.5), 2.0, 1e-15, 2.0);
    }
}

AB_TESTS(AB_TEST(curves_go_through_their_points), AB_TEST(methods_keep_their_promises),
         AB_TEST(derivatives_are_those_of_the_values), AB_TEST(the_natural_spline_has_order_four),
         AB_TEST(beyond_the_ends_it_is_as_chosen), AB_TEST(surfaces_are_linear_between_curves),
         AB_TEST(two_points_are_a_line))
