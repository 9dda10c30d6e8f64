// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "base/check.h"
#include "law/normal/impact_trial.h"
#include "math/core/elementary.h"

static void set(unsigned char *params, const char *key, double value) {
    const abNormalLaw *law = ab_normal_law(ab_normal_law_find("impact"));
    memcpy(params + ab_table_find(law->table, key)->offset, &value, sizeof value);
}

typedef struct Params {
    _Alignas(16) unsigned char bytes[AB_LAW_PARAMS_SIZE];
} Params;

static Params params_of(double k, double n, double c, double full) {
    Params p = {{0}};
    ab_table_defaults(ab_normal_law(ab_normal_law_find("impact"))->table, p.bytes);
    set(p.bytes, "stiffness", k);
    set(p.bytes, "exponent", n);
    set(p.bytes, "damping", c);
    set(p.bytes, "full_damping_depth", full);
    return p;
}

static abTrial trial_of(double k, double n, double c, double full, double mass) {
    Params p = params_of(k, n, c, full);
    return ab_trial(ab_normal_law(ab_normal_law_find("impact")), p.bytes,
                    (abPairProperties){.radius = INFINITY}, mass);
}

static void the_damper_fades_in(void) {
    abTrial t = trial_of(1e5, 2.2, 10.0, 0.1, 1.0);
    // K d^n + c S(d/d_full) d'; S(1/2) = 1/2, S(1/4) = 10/64
    CHECK_NEAR(ab_trial_force(&t, 0.05, 1.0).force, 1e5 * ab_pow(0.05, 2.2) + 5.0, 1e-15, 200.0);
    CHECK_NEAR(ab_trial_force(&t, 0.025, 2.0).force, 1e5 * ab_pow(0.025, 2.2) + 3.125, 1e-15, 50.0);
    CHECK_NEAR(ab_trial_force(&t, 0.1, 1.0).force, 1e5 * ab_pow(0.1, 2.2) + 10.0, 1e-15, 1e3);
    CHECK_NEAR(ab_trial_force(&t, 0.3, 1.0).damping, 10.0, 0.0, 0.0);
}

static void fast_separation_gives_exactly_no_force(void) {
    abTrial t = trial_of(1e5, 2.2, 10.0, 0.1, 1.0);
    abNormalForce f = ab_trial_force(&t, 0.05, -50.0);
    CHECK(f.force == 0.0 && f.stiffness == 0.0 && f.damping == 0.0);
    CHECK(f.elastic > 0.0 && f.energy > 0.0);
}

static void both_derivatives_hold_while_the_damper_fades_in(void) {
    abTrial t = trial_of(1e5, 1.5, 10.0, 0.1, 1.0);
    for (double d = 0.002; d < 0.2; d *= 1.3) {
        for (double v = -1.0; v < 20.0; v += 2.0) {
            abNormalForce f = ab_trial_force(&t, d, v);
            double h = 1e-4 * d;
            double by_depth =
                (ab_trial_force(&t, d + h, v).force - ab_trial_force(&t, d - h, v).force) /
                (2.0 * h);
            // central difference: truncation h^2/6 F''' is below 1e-8 of F/d, unless the step of
            // the difference passes d_full, where F' bends by 6 c v (h/d_full)/d_full
            CHECK_NEAR(f.stiffness, by_depth, 1e-7, f.force / d + 10.0 * v / 0.1 + 1.0);
        }
    }
}

// Linear spring and damper: the force ends before the spring is back, e = exp(-2 z acos z /
// sqrt(1 - z^2)), z the damping ratio.
static void a_linear_spring_and_damper_gives_its_closed_form(void) {
    for (double z = 0.1; z < 0.95; z += 0.2) {
        abTrial t = trial_of(1e4, 1.0, 2.0 * z * 100.0, 0.0, 1.0);
        double d = 1e-15, v = 1.0, h = 1e-6; // just inside, where the damper acts
        while (d >= 0.0 && !(v < 0.0 && ab_trial_force(&t, d, v).force == 0.0)) {
            ab_trial_step(&t, h, &d, &v);
        }
        double expected = ab_exp(-2.0 * z * ab_acos(z) / sqrt(1.0 - z * z));
        // the last step overlaps the cut; there the force is below c h dv/dt, so 1e-8 remains
        CHECK_NEAR(-v, expected, 1e-7, 1.0);
    }
}

static void the_secant_stiffness_holds_at_the_reference_depth(void) {
    for (double n = 1.0; n < 3.0; n += 0.3) {
        Params p = params_of(NAN, n, 0.0, NAN);
        set(p.bytes, "secant_stiffness", 1e6);
        set(p.bytes, "reference_depth", 2e-4);
        abTrial t = ab_trial(ab_normal_law(ab_normal_law_find("impact")), p.bytes,
                             (abPairProperties){.radius = INFINITY}, 1.0);
        CHECK_NEAR(ab_trial_force(&t, 2e-4, 0.0).force, 200.0, 1e-14, 200.0);
        CHECK_NEAR(ab_trial_force(&t, 4e-4, 0.0).force, 200.0 * ab_pow(2.0, n), 1e-14, 1e3);
    }
}

static int problems(Params p, const char *expected) {
    static abError error;
    ab_error_clear(&error);
    abPairProperties pair = {.radius = INFINITY};
    ab_normal_law(ab_normal_law_find("impact"))
        ->check(p.bytes, &pair, (abPlace){"m.yaml", 3, 5}, &error);
    if (expected != NULL) {
        CHECK(error.count > 0 && strstr(error.problems[0].text, expected) != NULL);
    }
    return error.count;
}

static void what_cannot_act_is_refused(void) {
    CHECK(problems(params_of(1e6, 2.2, 0.0, NAN), NULL) == 0);
    CHECK(problems(params_of(1e6, 2.2, 5.0, 0.0), NULL) == 0);
    CHECK(problems(params_of(1e6, 2.2, 5.0, NAN), "needs full_damping_depth") == 1);
    Params p = params_of(1e6, 2.2, 0.0, NAN);
    set(p.bytes, "reference_depth", 1e-3);
    CHECK(problems(p, "cannot act without secant_stiffness") == 1);
    set(p.bytes, "secant_stiffness", 1e6);
    CHECK(problems(p, "both given") == 1);
    set(p.bytes, "stiffness", NAN);
    CHECK(problems(p, NULL) == 0);
    set(p.bytes, "reference_depth", NAN);
    CHECK(problems(p, "needs a reference_depth above 0") == 1);
}

static void borders_change_sign_at_full_damping_and_at_the_cut(void) {
    const abNormalLaw *law = ab_normal_law(ab_normal_law_find("impact"));
    abTrial t = trial_of(1e5, 1.5, 10.0, 0.1, 1.0);
    double below[AB_NORMAL_SWITCHING_FUNCTIONS], above[AB_NORMAL_SWITCHING_FUNCTIONS];
    abContact contact = {.depth = 0.1 - 1e-9, .rate = 0.0};
    law->switching_functions(t.constants, t.memory, &contact, below);
    contact.depth = 0.1 + 1e-9;
    law->switching_functions(t.constants, t.memory, &contact, above);
    CHECK(below[0] < 0.0 && above[0] > 0.0 && below[1] > 0.0 && above[1] > 0.0);
    // at d_full the force is 1e5 0.1^1.5 + 10 v: zero at v = -316.2...
    double cut = -1e5 * ab_pow(0.1, 1.5) / 10.0;
    contact = (abContact){.depth = 0.1, .rate = cut - 1e-6};
    law->switching_functions(t.constants, t.memory, &contact, below);
    contact.rate = cut + 1e-6;
    law->switching_functions(t.constants, t.memory, &contact, above);
    CHECK(below[1] < 0.0 && above[1] > 0.0);
}

AB_TESTS(AB_TEST(the_damper_fades_in), AB_TEST(fast_separation_gives_exactly_no_force),
         AB_TEST(both_derivatives_hold_while_the_damper_fades_in),
         AB_TEST(a_linear_spring_and_damper_gives_its_closed_form),
         AB_TEST(the_secant_stiffness_holds_at_the_reference_depth),
         AB_TEST(what_cannot_act_is_refused),
         AB_TEST(borders_change_sign_at_full_damping_and_at_the_cut))
