// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "law/core/line_contact.h"

#include "base/check.h"
#include "law/core/elliptic_contact.h"

static const double s_R = 0.02, s_L = 0.05; // lengths of a roller  [m]

// Depth in the middle of the strip by quadrature: half-ellipse across, uniform along, Boussinesq's
// 1/r over the finite length. x = a sin(t): the pressure's root becomes cos^2.
//   d = (F/L) (2/pi) integral cos^2(t) 2 asinh(L/(2 a |sin t|)) dt / (pi E*)   over -pi/2..pi/2
// The logarithm at t = 0 is smoothed by t = pi/2 v^4; midpoint rule in v.
static double depth_by_quadrature(double force, double R, double L) {
    long double pi = 3.14159265358979323846264338328L, sum = 0.0L;
    long double a = sqrtl(4.0L * force * R / (pi * L));
    const int n = 20000;
    for (int i = 0; i < n; i++) {
        long double v = (i + 0.5L) / n, t = pi / 2.0L * v * v * v * v;
        long double dt = pi / 2.0L * 4.0L * v * v * v / n;
        sum += 2.0L * cosl(t) * cosl(t) * 2.0L * asinhl(L / (2.0L * a * sinl(t))) * dt;
    }
    return (double)(force / L * (2.0L / pi) * sum / pi);
}

static void depth_and_force_agree_with_boussinesq(void) {
    // the closed form leaves out terms of (a/L)^2
    for (double d = 1e-12; d < 1e-5; d *= 10.0) {
        abLineForce f = ab_line_contact(d, 1.0 / s_R, s_L);
        double a_by_L = sqrt(4.0 * f.force * s_R / (3.14159265358979323846 * s_L)) / s_L;
        CHECK_NEAR(depth_by_quadrature(f.force, s_R, s_L), d, 1e-8 + a_by_L * a_by_L, d);
    }
}

static void slope_and_energy_belong_to_the_force(void) {
    for (double d = 1e-10; d < 1.0; d *= 2.3) { // beyond the strip's end too
        double h = 1e-4 * d;
        abLineForce lo = ab_line_contact(d - h, 1.0 / s_R, s_L);
        abLineForce hi = ab_line_contact(d + h, 1.0 / s_R, s_L);
        abLineForce at = ab_line_contact(d, 1.0 / s_R, s_L);
        // central differences of nearly linear and quadratic functions: truncation some h^2/d^2,
        // rounding 1e-16/1e-4
        CHECK_NEAR((hi.force - lo.force) / (2.0 * h), at.stiffness, 1e-7, at.stiffness);
        CHECK_NEAR((hi.energy - lo.energy) / (2.0 * h), at.force, 1e-7, at.force);
    }
}

static void the_tangent_continues_without_a_jump(void) {
    double end = 3.0 * exp(-2.0) * s_L * s_L / s_R;
    abLineForce below = ab_line_contact(end * (1.0 - 1e-14), 1.0 / s_R, s_L);
    abLineForce above = ab_line_contact(end * (1.0 + 1e-14), 1.0 / s_R, s_L);
    CHECK_NEAR(above.force, below.force, 1e-13, below.force);
    CHECK_NEAR(above.stiffness, below.stiffness, 1e-13, below.stiffness);
    CHECK_NEAR(above.energy, below.energy, 1e-13, below.energy);
}

static void nothing_acts_without_depth(void) {
    abLineForce f = ab_line_contact(0.0, 1.0 / s_R, s_L);
    CHECK(f.force == 0.0 && f.stiffness == 0.0 && f.energy == 0.0);
    f = ab_line_contact(5e-324, 1.0 / s_R, s_L);
    CHECK(f.force == 0.0);
}

static void ellipse_and_line_cross_once(void) {
    for (double minimum = 40.0; minimum > 1e-20; minimum *= 0.5) {
        abElliptic e;
        CHECK(ab_elliptic_contact(minimum, 1.0 / s_R, &e));
        double at = ab_line_contact_crossing(e.coefficient, 1.0 / s_R, s_L);
        double point = e.coefficient * at * sqrt(at);
        double line = ab_line_contact(at, 1.0 / s_R, s_L).force;
        // near p = 27 e^-2 the curves run along each other and the depth is only known to
        // the root of the rounding; the forces still agree
        CHECK_NEAR(line, point, 1e-13, point);
        for (double d = 1e-3; d < 0.999; d += 0.01) {
            double below = d * at, above = at / d;
            CHECK(e.coefficient * below * sqrt(below) <
                  ab_line_contact(below, 1.0 / s_R, s_L).force * (1.0 + 1e-12));
            CHECK(e.coefficient * above * sqrt(above) >
                  ab_line_contact(above, 1.0 / s_R, s_L).force * (1.0 - 1e-12));
        }
    }
}

AB_TESTS(AB_TEST(depth_and_force_agree_with_boussinesq),
         AB_TEST(slope_and_energy_belong_to_the_force),
         AB_TEST(the_tangent_continues_without_a_jump), AB_TEST(nothing_acts_without_depth),
         AB_TEST(ellipse_and_line_cross_once))
