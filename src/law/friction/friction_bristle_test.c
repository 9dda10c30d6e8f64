// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include <math.h>

#include "base/check.h"
#include "law/core/law.h"
#include "math/core/vector_math.h"

static const double s_mu = 0.5, s_normal = 10.0, s_stiffness = 1e4, s_mass = 2.0, s_zeta = 0.7;

static double s_constants[AB_LAW_CONSTANTS], s_memory[AB_LAW_MEMORY];

static const abTangentialLaw *begin(void) {
    const abFrictionLaw *law = ab_friction_law(ab_friction_law_find("bristle"));
    double params[16] = {0.0};
    ab_table_defaults(law->table, params);
    abPairProperties pair = {.sliding_friction = s_mu};
    law->prepare(params, &pair, s_constants);
    abTangentialStart start = {.mass = s_mass, .force = s_normal, .stiffness = s_stiffness / 0.8};
    // the states have the size at which the spring meets the limit
    CHECK_NEAR(law->tangential->begin(s_constants, &start, s_memory), s_mu * s_normal / s_stiffness,
               1e-15, 1.0);
    return law->tangential;
}

static abTangentialForce evaluate(abVec3 state, abVec3 v_t) {
    abTangentialPoint point = {.state = state,
                               .slip = {.v_t = v_t, .n_AB = {0.0, 0.0, 1.0}},
                               .normal = {.force = s_normal},
                               .weight = 1.0};
    abTangentialForce out;
    begin()->evaluate(s_constants, s_memory, &point, &out);
    return out;
}

static void it_holds_at_rest_without_creep(void) {
    abVec3 state = {3e-4, -2e-4, 0.0}; // below the limit of 5e-4
    abTangentialForce out = evaluate(state, ab_vec3(0.0, 0.0, 0.0));
    CHECK(ab_norm(out.rate) == 0.0 && out.switching < 0.0);
    CHECK_NEAR(out.friction.force.x, -s_stiffness * state.x, 1e-15, 3.0);
    CHECK_NEAR(out.friction.force.y, -s_stiffness * state.y, 1e-15, 2.0);
}

static void it_never_exceeds_the_cone(void) {
    for (double x = -1e-2; x <= 1e-2; x += 1.7e-4) {
        for (double v = -1.0; v <= 1.0; v += 0.13) {
            abTangentialForce out = evaluate(ab_vec3(x, 1e-4, 0.0), ab_vec3(0.2, v, 0.0));
            CHECK(ab_norm(out.friction.force) <= s_mu * s_normal * (1.0 + 1e-15));
        }
    }
}

// By which implicit steps hold what sticks, whatever its spring does.
static void its_limit_is_what_it_holds_at_most(void) {
    const abVec3 none = {0.0, 0.0, 0.0}, far = {1.0, 0.0, 0.0};
    CHECK_NEAR(evaluate(none, none).limit, s_mu * s_normal, 1e-15, 5.0);
    CHECK_NEAR(evaluate(none, far).limit, s_mu * s_normal, 1e-15, 5.0);
    CHECK_NEAR(ab_norm(evaluate(far, none).friction.force), evaluate(far, none).limit, 1e-15, 5.0);
}

static void steady_sliding_is_coulombs_law(void) {
    abVec3 v = {0.06, -0.08, 0.0};
    abVec3 state = {s_mu * s_normal / s_stiffness * 0.6, -s_mu * s_normal / s_stiffness * 0.8, 0.0};
    abTangentialForce out = evaluate(state, v);
    CHECK_NEAR(ab_norm(out.rate), 0.0, 1e-14, 0.1);
    CHECK_NEAR(out.friction.force.x, -3.0, 1e-14, 5.0);
    CHECK_NEAR(out.friction.force.y, 4.0, 1e-14, 5.0);
}

// From the other side: the spring turns into the slip within c/k.
static void the_foot_follows_the_slip(void) {
    abVec3 state = {-5e-4, 0.0, 0.0}, v = {0.0, 0.3, 0.0};
    double c = 2.0 * s_zeta * sqrt(s_stiffness * s_mass), h = 1e-3 * c / s_stiffness;
    for (int i = 0; i < 40000; i++) {
        state = ab_add_scaled(state, h, evaluate(state, v).rate);
    }
    abVec3 f = evaluate(state, v).friction.force;
    CHECK_NEAR(f.y, -s_mu * s_normal, 1e-6, 5.0);
    CHECK_NEAR(f.x, 0.0, 1e-6, 5.0);
}

static void what_is_not_stored_is_lost(void) {
    for (double x = -1e-3; x <= 1e-3; x += 9e-5) {
        for (double v = -1e-2; v <= 1e-2; v += 1.3e-3) {
            abVec3 slip = {v, 0.004, 0.0};
            abTangentialForce out = evaluate(ab_vec3(x, -2e-4, 0.0), slip);
            abVec3 state = {x, -2e-4, 0.0};
            double store_rate = s_stiffness * ab_dot(state, out.rate);
            CHECK(-ab_dot(out.friction.force, slip) - store_rate >= -1e-15);
        }
    }
}

AB_TESTS(AB_TEST(it_holds_at_rest_without_creep), AB_TEST(it_never_exceeds_the_cone),
         AB_TEST(its_limit_is_what_it_holds_at_most), AB_TEST(steady_sliding_is_coulombs_law),
         AB_TEST(the_foot_follows_the_slip), AB_TEST(what_is_not_stored_is_lost))
