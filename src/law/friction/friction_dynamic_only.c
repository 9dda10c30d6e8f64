// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// friction_dynamic_only.c - Coulomb friction with one coefficient and a cubic through zero.
//
//   f = -mu(v) F v_t/v,   mu = mu_d u (3 - u^2)/2 for u = v/v_d < 1, else mu_d        (1)
//
// on B; rolling resistance as rolling_resistance.h. This is STEP(v, -v_d, mu_d, v_d, -mu_d),
// written so that it keeps its digits at rest.
//
// Limits  No sticking; at rest a damper of 3/2 mu_d F/v_d.
// Steps   end at v_d.
// Source  [MotionSolve] Force_Contact, COULOMB_DYNAMICONLY; the curve as in [Adams].

#include <math.h>

#include "law/core/rolling_resistance.h"

typedef struct DynamicOnly {
    double dynamic_friction, dynamic_speed;
} DynamicOnly;

enum {
    DYNAMIC_MU,    // mu_d  [-]
    DYNAMIC_SPEED, // v_d   [m/s]
    ROLLING_LEVER, //       [m]
    ROLLING_SPEED  //       [rad/s]
};

static const abKey s_keys[] = {
    AB_NUM(DynamicOnly, dynamic_friction, "-", NAN, 0.0, 1e3,
           "coefficient from dynamic_speed on; without it the pair's sliding_friction"),
    AB_NUM(DynamicOnly, dynamic_speed, "m/s", NAN, 1e-12, 1e9,
           "slip from which it stays constant; without it the pair's sliding_regularization"),
};
static const abTable s_table =
    AB_TABLE("dynamic_only", DynamicOnly, s_keys,
             "Coulomb friction with one coefficient, smooth through zero by a cubic; no sticking");

static double speed_of(const DynamicOnly *p, const abPairProperties *pair) {
    return isnan(p->dynamic_speed) ? pair->sliding_regularization : p->dynamic_speed;
}

static abResult dynamic_only_check(const void *params, const abPairProperties *pair, abPlace place,
                                   abError *error) {
    abResult result = ab_rolling_check("dynamic_only", pair, place, error);
    if (!(speed_of(params, pair) > 0.0)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "dynamic_only: sliding_regularization = %g m/s is not above 0; give "
                            "dynamic_speed, smaller values creep less and cost smaller steps",
                            pair->sliding_regularization);
    }
    return result;
}

static void dynamic_only_prepare(const void *params, const abPairProperties *pair,
                                 double *constants) {
    const DynamicOnly *p = params;
    abRollingResistance rolling = ab_rolling_resistance(pair);
    constants[DYNAMIC_MU] =
        isnan(p->dynamic_friction) ? pair->sliding_friction : p->dynamic_friction;
    constants[DYNAMIC_SPEED] = speed_of(p, pair);
    constants[ROLLING_LEVER] = rolling.lever;
    constants[ROLLING_SPEED] = rolling.turning;
}

static void dynamic_only_evaluate(const double *constants, const abSlip *slip,
                                  abFrictionForce *out) {
    abRollingResistance rolling = {constants[ROLLING_LEVER], constants[ROLLING_SPEED]};
    double v = ab_norm(slip->v_t), v_d = constants[DYNAMIC_SPEED], u = v / v_d;
    double mu_by_v = constants[DYNAMIC_MU] * (u < 1.0 ? (3.0 - u * u) / (2.0 * v_d) : 1.0 / v);
    out->force = ab_scale(-mu_by_v * slip->normal_force, slip->v_t); // (1)
    out->torque = ab_rolling_torque(rolling, slip);
}

static void dynamic_only_switching_functions(const double *constants, const abSlip *slip,
                                             double values[AB_LAW_SWITCHING_FUNCTIONS]) {
    values[0] = ab_norm(slip->v_t) - constants[DYNAMIC_SPEED];
    values[1] = ab_norm(slip->w) - constants[ROLLING_SPEED];
}

const abFrictionLaw ab_friction_dynamic_only = {.table = &s_table,
                                                .check = dynamic_only_check,
                                                .prepare = dynamic_only_prepare,
                                                .evaluate = dynamic_only_evaluate,
                                                .switching_functions =
                                                    dynamic_only_switching_functions};
