// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "base/check.h"
#include "law/core/law.h"

typedef struct Prepared {
    double constants[AB_LAW_CONSTANTS];
} Prepared;

static Prepared with(double c, double p, double q, int side) {
    const abNormalLaw *law = ab_normal_law(ab_normal_law_find("power_damper"));
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    ab_table_defaults(law->table, params);
    const char *const keys[] = {"stiffness", "exponent", "damping", "rate_exponent",
                                "depth_exponent"};
    const double values[] = {1e5, 1.3, c, p, q};
    for (int i = 0; i < 5; i++) {
        memcpy(params + ab_table_find(law->table, keys[i])->offset, &values[i], sizeof values[i]);
    }
    memcpy(params + ab_table_find(law->table, "damping_side")->offset, &side, sizeof side);
    Prepared out;
    law->prepare(params, &(abPairProperties){.radius = INFINITY}, out.constants);
    return out;
}

static abNormalForce at(const Prepared *p, double depth, double rate) {
    abContact contact = {.depth = depth, .rate = rate};
    abNormalForce out;
    ab_normal_law(ab_normal_law_find("power_damper"))->evaluate(p->constants, NULL, &contact, &out);
    return out;
}

static void both_derivatives_hold(void) {
    static const double s_powers[][2] = {{1.0, 0.0}, {0.5, 2.0}, {2.0, 1.0}, {1.7, 0.3}};
    for (int i = 0; i < 4; i++) {
        Prepared p = with(10.0, s_powers[i][0], s_powers[i][1], 0);
        for (double d = 1e-3; d < 0.1; d *= 1.5) {
            for (double v = -1.05; v < 3.0; v += 0.3) {
                double h = 1e-4 * d, k = 1e-4;
                abNormalForce f = at(&p, d, v);
                if (f.force == 0.0) {
                    continue;
                }
                double by_depth = (at(&p, d + h, v).force - at(&p, d - h, v).force) / (2.0 * h);
                double by_rate = (at(&p, d, v + k).force - at(&p, d, v - k).force) / (2.0 * k);
                // central differences: (h/d)^2, and (k/v)^2 with v at least 0.15
                CHECK_NEAR(f.stiffness, by_depth, 1e-7, f.force / d);
                CHECK_NEAR(f.damping, by_rate, 1e-6, fabs(by_rate) + f.force);
            }
        }
    }
}

static void one_sided_damping_acts_while_closing(void) {
    Prepared p = with(100.0, 1.0, 0.0, 1);
    double rest = at(&p, 1e-2, 0.0).force;
    CHECK_NEAR(at(&p, 1e-2, 0.5).force, rest + 50.0, 1e-14, rest);
    CHECK(at(&p, 1e-2, -0.5).force == rest && at(&p, 1e-2, -0.5).damping == 0.0);
}

static void pulling_is_cut(void) {
    Prepared p = with(1e5, 1.0, 0.0, 0);
    abNormalForce f = at(&p, 1e-3, -10.0);
    CHECK(f.force == 0.0 && f.stiffness == 0.0 && f.damping == 0.0 && f.energy > 0.0);
}

static void a_root_of_the_rate_stays_finite_at_rest(void) {
    Prepared p = with(10.0, 0.5, 2.0, 0);
    CHECK(isfinite(at(&p, 1e-2, 0.0).damping) && at(&p, 1e-2, 0.0).damping > 0.0);
}

AB_TESTS(AB_TEST(both_derivatives_hold), AB_TEST(one_sided_damping_acts_while_closing),
         AB_TEST(pulling_is_cut), AB_TEST(a_root_of_the_rate_stays_finite_at_rest))
