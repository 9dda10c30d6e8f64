// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "law/core/restitution.h"

#include "base/check.h"

// Closed form evaluated with 50 digits.
static const struct {
    double av, e;
} s_known[] = {
    {0.001, 0.9993337774521084},         {0.01, 0.9933774543987673}, {0.03, 0.9803914029849221},
    {0.05, 0.9677385785309325},          {0.1, 0.937475579949905},   {0.2, 0.8821899862473064},
    {0.33220851886, 0.8180872023157377}, {0.5, 0.7484349315974341},  {1.0, 0.5936242600400401},
    {2.0, 0.4107196860610394},           {5.0, 0.19698024528051888}, {10.0, 0.09998162475294389},
};

static void the_known_values_come_out(void) {
    for (size_t i = 0; i < sizeof s_known / sizeof s_known[0]; i++) {
        // e is given to 1e-16, which moves a v by that times (1 + a v) and its slope, at most 12
        double av = ab_restitution_to_damping(s_known[i].e);
        CHECK_NEAR(av, s_known[i].av, 1.2e-15, 1.0 + s_known[i].av);
    }
}

static double psi(double z) {
    return z - log1p(z);
}

static void the_energy_integral_closes(void) {
    for (int i = 100; i < 1000; i++) {
        double e = i / 1000.0, x = ab_restitution_to_damping(e);
        // a few roundings of x and of the logarithm's argument, which is small where e is
        CHECK_NEAR(psi(x), psi(-e * x), 4e-16, 1.0 + x + 1.0 / (1.0 - e * x));
    }
}

static void more_restitution_needs_less_damping(void) {
    double last = INFINITY;
    for (double e = 1e-12; e < 1.0; e = e < 1e-3 ? 1.3 * e : e + 1e-3) {
        double av = ab_restitution_to_damping(e);
        CHECK(av > 0.0 && av < last);
        last = av;
    }
}

static void both_ends_are_met(void) {
    CHECK(ab_restitution_to_damping(1.0) == 0.0);
    CHECK(isinf(ab_restitution_to_damping(0.0)));
    CHECK_NEAR(ab_restitution_to_damping(1e-300), 1e300, 1e-15, 1e300); // e = 1/(a v)
}

static void weak_damping_has_slope_two_thirds(void) {
    // the next term is 4/9 (a v)^2
    CHECK_NEAR(ab_restitution_to_damping(1.0 - 2e-6 / 3.0), 1e-6, 1e-6, 1e-6);
}

AB_TESTS(AB_TEST(the_known_values_come_out), AB_TEST(the_energy_integral_closes),
         AB_TEST(more_restitution_needs_less_damping), AB_TEST(both_ends_are_met),
         AB_TEST(weak_damping_has_slope_two_thirds))
