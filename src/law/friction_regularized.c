// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// friction_regularized.c - Coulomb friction and rolling resistance, smooth through zero.
//
//   f = -mu F v_t / reg(|v_t|, v_small)                                   (1)
//   t = -mu_r r F w / reg(|w|, w_small)                                   (2)
//
// on B; v_t and w are the motion of B relative to A, F the normal force, r the rolling radius that
// the normal law has set, reg of math/regularize.h.
//
// Limits  Above v_small (1) is Coulomb's law. Below it is smooth, with slope 3 mu F / v_small at
//         zero: there is no sticking, a body under a force f < mu F creeps at about
//         f v_small / (3 mu F). (2) acts on the whole relative rotation, spinning included.
// Source  [Modia3D], the page on the contact force law, after [NeumayrOtter2019].

#include "law/law.h"
#include "math/regularize.h"
#include "math/vector_math.h"

enum {
    REGULARIZED_MU,     // [-]
    REGULARIZED_SPEED,  // v_small  [m/s]
    REGULARIZED_LEVER,  // mu_r r   [m]
    REGULARIZED_TURNING // w_small  [rad/s]
};

static const abTable s_table = AB_TABLE_EMPTY(
    "regularized", "Coulomb friction and rolling resistance, smoothed near zero speed");

static abResult regularized_check(const void *params, const abPairProperties *pair, abPlace place,
                                  abError *error) {
    (void)params;
    abResult result = AB_OK;
    if (!(pair->sliding_regularization > 0.0)) {
        result =
            ab_error_add(error, AB_BAD_MODEL, place,
                         "regularized: sliding_regularization = %g m/s is not above 0; 0.01 is "
                         "usual, smaller values creep less and cost smaller steps",
                         pair->sliding_regularization);
    }
    if (!(pair->rolling_regularization > 0.0)) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "regularized: rolling_regularization = %g rad/s is not above 0; 0.01 "
                              "is usual",
                              pair->rolling_regularization);
    }
    return result;
}

static void regularized_prepare(const void *params, const abPairProperties *pair,
                                double *constants) {
    (void)params;
    constants[REGULARIZED_MU] = pair->sliding_friction;
    constants[REGULARIZED_SPEED] = pair->sliding_regularization;
    constants[REGULARIZED_LEVER] = pair->rolling_resistance * pair->rolling_radius;
    constants[REGULARIZED_TURNING] = pair->rolling_regularization;
}

static void regularized_evaluate(const double *constants, const abSlip *slip,
                                 abFrictionForce *out) {
    double sliding = ab_regularize(ab_norm(slip->v_t), constants[REGULARIZED_SPEED]);
    double turning = ab_regularize(ab_norm(slip->w), constants[REGULARIZED_TURNING]);
    double f = constants[REGULARIZED_MU] * slip->normal_force;
    double t = constants[REGULARIZED_LEVER] * slip->normal_force;
    out->force = ab_scale(-f / sliding, slip->v_t); // (1)
    out->torque = ab_scale(-t / turning, slip->w);  // (2)
}

// The third derivative of (1) and (2) jumps at v_small and w_small.
static void regularized_borders(const double *constants, const abSlip *slip,
                                double values[AB_LAW_BORDERS]) {
    values[0] = ab_norm(slip->v_t) - constants[REGULARIZED_SPEED];
    values[1] = ab_norm(slip->w) - constants[REGULARIZED_TURNING];
}

const abFrictionLaw ab_friction_regularized = {.table = &s_table,
                                               .check = regularized_check,
                                               .prepare = regularized_prepare,
                                               .evaluate = regularized_evaluate,
                                               .borders = regularized_borders};
