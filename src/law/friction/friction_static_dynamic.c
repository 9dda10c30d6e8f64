// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// friction_static_dynamic.c - Coulomb friction that is greater at small slip, as multibody programs
// have it.
//
//   f = -mu(v) F v_t/v,   v = |v_t|                                       (1)
//   v <= v_s          mu = mu_s u (3 - u^2)/2,  u = v/v_s                 (2)
//   v_s < v < v_d     mu = STEP(v, v_s, mu_s, v_d, mu_d)                  (3)
//   v >= v_d          mu = mu_d                                           (4)
//
// on B; rolling resistance as rolling_resistance.h. (2) is the published STEP(v, -v_s, mu_s, v_s,
// -mu_s), written so that it keeps its digits at rest, and (1) needs no division there:
// mu/v = mu_s (3 - u^2)/(2 v_s).
//
// Limits  No sticking: under a force T < mu_s F a body creeps at the v of mu(v) F = T. At rest a
//         damper of 3/2 mu_s F/v_s, which limits the steps of explicit methods.
//         v_s = v_d: the coefficient jumps there from mu_s to mu_d.
// Steps   end at v_s and v_d.
// Source  [Adams], contact friction force calculation; [MotionSolve] Force_Contact, COULOMB_ON,
//         describes the same curve.

#include <math.h>

#include "law/core/rolling_resistance.h"

typedef struct StaticDynamic {
    double static_friction, dynamic_friction, static_speed, dynamic_speed;
} StaticDynamic;

enum {
    STATIC_MU,     // mu_s  [-]
    DYNAMIC_MU,    // mu_d  [-]
    STATIC_SPEED,  // v_s   [m/s]
    DYNAMIC_SPEED, // v_d   [m/s]
    ROLLING_LEVER, //       [m]
    ROLLING_SPEED  //       [rad/s]
};

static const abKey s_keys[] = {
    AB_NUM(StaticDynamic, static_friction, "-", NAN, 0.0, 1e3,
           "coefficient at static_speed, the greatest; without it the pair's static_friction"),
    AB_NUM(StaticDynamic, dynamic_friction, "-", NAN, 0.0, 1e3,
           "coefficient from dynamic_speed on; without it the pair's sliding_friction"),
    AB_NUM(StaticDynamic, static_speed, "m/s", NAN, 1e-12, 1e9,
           "slip at which friction is greatest; without it the pair's sliding_regularization"),
    AB_NUM(StaticDynamic, dynamic_speed, "m/s", NAN, 1e-12, 1e9,
           "slip from which it stays constant; without it 1.5 static_speed"),
};
static const abTable s_table = AB_TABLE(
    "static_dynamic", StaticDynamic, s_keys,
    "Coulomb friction with a static and a dynamic coefficient, smooth through zero; no sticking");

static double given(double value, double otherwise) {
    return isnan(value) ? otherwise : value;
}

static abResult static_dynamic_check(const void *params, const abPairProperties *pair,
                                     abPlace place, abError *error) {
    const StaticDynamic *p = params;
    abResult result = ab_rolling_check("static_dynamic", pair, place, error);
    double v_s = given(p->static_speed, pair->sliding_regularization);
    if (!(v_s > 0.0)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "static_dynamic: sliding_regularization = %g m/s is not above 0; give "
                            "static_speed, smaller values creep less and cost smaller steps",
                            v_s);
    }
    if (p->dynamic_speed < v_s) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "static_dynamic: dynamic_speed = %g m/s is below static_speed = %g "
                            "m/s; friction goes from static to dynamic as the slip grows",
                            p->dynamic_speed, v_s);
    }
    return result;
}

static void static_dynamic_prepare(const void *params, const abPairProperties *pair,
                                   double *constants) {
    const StaticDynamic *p = params;
    abRollingResistance rolling = ab_rolling_resistance(pair);
    constants[STATIC_MU] =
        given(p->static_friction, given(pair->static_friction, pair->sliding_friction));
    constants[DYNAMIC_MU] = given(p->dynamic_friction, pair->sliding_friction);
    constants[STATIC_SPEED] = given(p->static_speed, pair->sliding_regularization);
    constants[DYNAMIC_SPEED] = given(p->dynamic_speed, 1.5 * constants[STATIC_SPEED]);
    constants[ROLLING_LEVER] = rolling.lever;
    constants[ROLLING_SPEED] = rolling.turning;
}

// mu/v.
static double coefficient_by_speed(const double *c, double v) {
    double v_s = c[STATIC_SPEED], u = v / v_s;
    if (v <= v_s) {
        return c[STATIC_MU] * (3.0 - u * u) / (2.0 * v_s); // (2)
    }
    if (v < c[DYNAMIC_SPEED]) {
        return ab_step(v, v_s, c[STATIC_MU], c[DYNAMIC_SPEED], c[DYNAMIC_MU]) / v; // (3)
    }
    return c[DYNAMIC_MU] / v; // (4)
}

static void static_dynamic_evaluate(const double *constants, const abSlip *slip,
                                    abFrictionForce *out) {
    abRollingResistance rolling = {constants[ROLLING_LEVER], constants[ROLLING_SPEED]};
    double mu_by_v = coefficient_by_speed(constants, ab_norm(slip->v_t));
    out->force = ab_scale(-mu_by_v * slip->normal_force, slip->v_t); // (1)
    out->torque = ab_rolling_torque(rolling, slip);
}

static void static_dynamic_evaluate_batch(const double *constants, abSlipBatch *batch) {
    abRollingResistance rolling = {constants[ROLLING_LEVER], constants[ROLLING_SPEED]};
    for (int i = 0; i < AB_BATCH; i++) {
        double mu_by_v = coefficient_by_speed(constants, batch->speed[i]);
        batch->per_slip[i] = mu_by_v * batch->normal_force[i]; // (1)
    }
    batch->torque = ab_rolling_torque_of(rolling, batch);
}

static void static_dynamic_switching_functions(const double *constants, const abSlip *slip,
                                               double values[AB_LAW_SWITCHING_FUNCTIONS]) {
    double v = ab_norm(slip->v_t);
    values[0] = v - constants[STATIC_SPEED];
    values[1] = v - constants[DYNAMIC_SPEED];
    values[2] = ab_norm(slip->w) - constants[ROLLING_SPEED];
}

const abFrictionLaw ab_friction_static_dynamic = {.table = &s_table,
                                                  .check = static_dynamic_check,
                                                  .prepare = static_dynamic_prepare,
                                                  .evaluate = static_dynamic_evaluate,
                                                  .evaluate_batch = static_dynamic_evaluate_batch,
                                                  .switching_functions =
                                                      static_dynamic_switching_functions};
