// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "law/core/elliptic_contact.h"

#include "base/check.h"

#define PI_L 3.14159265358979323846264338328L

// K and D by another way and in long double. With tan(phi) = sinh(u) the integrals run over the
// whole line,
//   K = integral of 1/sqrt(1 + m^2 sinh^2 u),   D = the same times tanh^2 u,   C: sech^2 u
// where the trapezoidal rule of step h errs by exp(-pi^2/h): 3e-22 for h = 0.2.
typedef struct Solution {
    long double K, D, C;
} Solution;

static Solution by_quadrature(long double m) {
    const long double h = 0.2L;
    Solution sum = {0.5L, 0.0L, 0.5L};
    for (int i = 1; i < 2000; i++) {
        long double s = sinhl(h * (long double)i), f = 1.0L / sqrtl(1.0L + m * m * s * s);
        long double sech2 = 1.0L / (1.0L + s * s);
        sum.K += f, sum.C += f * sech2, sum.D += f * s * s * sech2;
        if (f < 1e-22L) {
            break;
        }
    }
    return (Solution){h * sum.K, h * sum.D, h * sum.C};
}

static void the_quadrature_meets_what_is_known_exactly(void) {
    Solution circle = by_quadrature(1.0L);
    // 11 and more bits below a double's
    CHECK(fabsl(circle.K - PI_L / 2.0L) < 4e-18L && fabsl(circle.D - PI_L / 4.0L) < 4e-18L);
    // the lemniscate: K = Gamma(1/4)^2 / (4 sqrt(pi))
    Solution lemniscate = by_quadrature(sqrtl(0.5L));
    CHECK(fabsl(lemniscate.K - 1.85407467730137191843L) < 4e-18L);
}

// The semi-axes' ratio m is given; curvatures and force follow, and the solver must find m back.
static void ask_ratio(long double m, long double A, double tolerance) {
    Solution s = by_quadrature(m);
    long double B = A * s.C / (m * m * s.D), extent = sqrtl(s.D / (A * s.K));
    abElliptic found;
    CHECK(ab_elliptic_contact((double)(2.0L * A), (double)(2.0L * B), &found));
    CHECK_NEAR(found.ratio, (double)m, tolerance, (double)m);
    CHECK_NEAR(found.extent, (double)extent, tolerance, (double)extent);
    long double coefficient = 2.0L / 3.0L * PI_L * extent / s.K;
    CHECK_NEAR(found.coefficient, (double)coefficient, tolerance, (double)coefficient);
}

static void the_ellipse_is_solved_to_the_last_bits(void) {
    // from the circle to 1 : 100000; near the circle the ratio follows A/B with slope 3/2
    for (long double m = 1.0L; m > 1e-5L; m *= 0.93L) {
        ask_ratio(m, 50.0L, 4e-15);
        ask_ratio(m, 3e-4L, 4e-15);
        ask_ratio(1.0L - 1e-3L * m, 50.0L, 4e-15);
    }
    for (long double nearly = 1e-15L; nearly < 1e-3L; nearly *= 10.0L) {
        ask_ratio(1.0L - nearly, 7.0L, 4e-15);
    }
}

// Complete elliptic integrals K and E of the parameter e^2 as printed, 15 decimals.
// Source: Abramowitz & Stegun, Handbook of Mathematical Functions, 1964, table 17.1.
typedef struct Printed {
    double e2, K, E;
} Printed;
static const Printed s_printed[] = {{0.10, 1.612441348720219, 1.530757636897763},
                                    {0.25, 1.685750354812596, 1.467462209339427},
                                    {0.50, 1.854074677301372, 1.350643881047675},
                                    {0.90, 2.578092113348173, 1.104774732704073},
                                    {0.99, 3.695637362989875, 1.015993545025224}};

static void printed_integrals_give_the_same_ellipse(void) {
    for (int i = 0; i < 5; i++) {
        const Printed *p = &s_printed[i];
        // Johnson, Contact Mechanics, section 4.2
        double m2 = 1.0 - p->e2, A = 5.0;
        double B = A * (p->E / m2 - p->K) / (p->K - p->E);
        double extent = sqrt((p->K - p->E) / (p->e2 * p->K * A));
        abElliptic found;
        CHECK(ab_elliptic_contact(2.0 * A, 2.0 * B, &found));
        // 15 decimals, divided by e^2 >= 0.1 after a difference
        CHECK_NEAR(found.ratio, sqrt(m2), 2e-14, 1.0);
        CHECK_NEAR(found.extent, extent, 2e-14, extent);
        CHECK_NEAR(found.coefficient, 2.0 / 3.0 * (double)PI_L * extent / p->K, 2e-14,
                   found.coefficient);
    }
}

static void equal_curvatures_give_the_sphere(void) {
    for (double R = 1e-6; R < 1e6; R *= 7.0) {
        abElliptic e;
        CHECK(ab_elliptic_contact(1.0 / R, 1.0 / R, &e));
        CHECK_NEAR(e.coefficient, 4.0 / 3.0 * sqrt(R), 4e-16, e.coefficient);
        CHECK_NEAR(e.extent, sqrt(R), 4e-16, e.extent);
        CHECK(e.ratio == 1.0 && e.iterations == 0);
    }
}

static void order_and_scale_of_the_curvatures_do_not_matter(void) {
    abElliptic e, f, g;
    CHECK(ab_elliptic_contact(3.0, 40.0, &e) && ab_elliptic_contact(40.0, 3.0, &f));
    CHECK(e.coefficient == f.coefficient && e.ratio == f.ratio);
    CHECK(ab_elliptic_contact(0.75, 10.0, &g)); // lengths times 4
    CHECK(g.ratio == e.ratio && g.coefficient == 2.0 * e.coefficient);
}

// Lower curvature in one direction is a flatter pair, so a stiffer one; no jump anywhere.
static void stiffness_grows_steadily_to_the_line(void) {
    double before = 0.0;
    int maximum = 0;
    for (double minimum = 1.0; minimum > 1e-29; minimum *= 0.9) {
        abElliptic e;
        CHECK(ab_elliptic_contact(minimum, 1.0, &e));
        CHECK(e.coefficient > before && e.ratio > 0.0 && e.ratio <= 1.0);
        maximum = e.iterations > maximum ? e.iterations : maximum;
        before = e.coefficient;
    }
    CHECK(maximum <= 8);
}

static void what_is_no_point_contact_is_refused(void) {
    abElliptic e;
    const double bad[][2] = {{0.0, 1.0},      {0.0, 0.0},       {-1.0, 2.0},  {-2.0, -1.0},
                             {1.0, INFINITY}, {1e-40, 1.0},     {NAN, 1.0},   {1.0, NAN},
                             {-1.0, 1e300},   {INFINITY, 1e-9}, {1.0, -1e-9}, {NAN, NAN}};
    for (int i = 0; i < 12; i++) {
        CHECK(!ab_elliptic_contact(bad[i][0], bad[i][1], &e));
    }
}

AB_TESTS(AB_TEST(the_quadrature_meets_what_is_known_exactly),
         AB_TEST(the_ellipse_is_solved_to_the_last_bits),
         AB_TEST(printed_integrals_give_the_same_ellipse),
         AB_TEST(equal_curvatures_give_the_sphere),
         AB_TEST(order_and_scale_of_the_curvatures_do_not_matter),
         AB_TEST(stiffness_grows_steadily_to_the_line),
         AB_TEST(what_is_no_point_contact_is_refused))
