// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// friction_batch_test.c - laws that take many points at once answer as they do for each.

#include "base/check.h"
#include "law/core/law.h"
#include "law/core/law_kinds.h"
#include "math/core/vector_math.h"

static const abVec3 s_displacement = {0.6, -0.64, 0.48};

// Slips from rest over all switching speeds of the laws, 0.01 and 0.02 m/s, to fast ones.
static void fill(abSlipBatch *batch) {
    batch->w = ab_vec3(0.3, -0.2, 0.005);
    for (int i = 0; i < AB_BATCH; i++) {
        batch->speed[i] = 0.0005 * i * i;
        batch->normal_force[i] = i % 5 == 4 ? 0.0 : 2.0 + i;
    }
}

static void compare(const abFrictionLaw *law, const double *constants) {
    abSlipBatch batch;
    abVec3 torque = {0.0, 0.0, 0.0};
    fill(&batch);
    CHECK(law->takes_batch == NULL || law->takes_batch(constants));
    law->evaluate_batch(constants, &batch);
    for (int i = 0; i < AB_BATCH; i++) {
        abFrictionForce one;
        abVec3 v_t = ab_scale(batch.speed[i], s_displacement);
        abSlip slip = {.v_t = v_t,
                       .w = batch.w,
                       .n_AB = {0.0, 0.0, 1.0},
                       .normal_force = batch.normal_force[i],
                       .radius = INFINITY};
        law->evaluate(constants, &slip, &one);
        abVec3 off = ab_add_scaled(one.force, batch.per_slip[i], v_t);
        CHECK(ab_norm(off) <= 1e-15 * batch.normal_force[i]);
        torque = ab_add(torque, one.torque);
    }
    CHECK(ab_norm(ab_sub(torque, batch.torque)) <= 1e-14 * ab_norm(torque));
}

static void many_points_are_as_each(void) {
    static const abFrictionLawKind kinds[] = {AB_FRICTION_REGULARIZED, AB_FRICTION_STATIC_DYNAMIC};
    const abPairProperties pair = {.sliding_friction = 0.5,
                                   .static_friction = 0.7,
                                   .rolling_resistance = 0.002,
                                   .sliding_regularization = 0.01,
                                   .rolling_regularization = 0.02,
                                   .rolling_radius = 0.1};
    for (int k = 0; k < 2; k++) {
        const abFrictionLaw *law = ab_friction_law(kinds[k]);
        _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
        double constants[AB_LAW_CONSTANTS] = {0.0};
        ab_table_defaults(law->table, params);
        law->prepare(params, &pair, constants);
        compare(law, constants);
    }
}

// A law with spin looks at each point's depth.
static void a_law_that_spins_asks_for_each_point(void) {
    const abFrictionLaw *law = ab_friction_law(AB_FRICTION_REGULARIZED);
    const abPairProperties pair = {.sliding_friction = 0.5,
                                   .sliding_regularization = 0.01,
                                   .rolling_regularization = 0.02,
                                   .surface = {{.youngs_modulus = 1e7, .poissons_ratio = 0.3},
                                               {.youngs_modulus = 1e7, .poissons_ratio = 0.3}}};
    _Alignas(16) unsigned char params[AB_LAW_PARAMS_SIZE];
    double constants[AB_LAW_CONSTANTS] = {0.0}, speed = 1.0;
    ab_table_defaults(law->table, params);
    memcpy(params + ab_table_find(law->table, "spin_speed")->offset, &speed, sizeof speed);
    law->prepare(params, &pair, constants);
    CHECK(!law->takes_batch(constants));
}

AB_TESTS(AB_TEST(many_points_are_as_each), AB_TEST(a_law_that_spins_asks_for_each_point))
