// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// friction_regularized.c - Coulomb friction and rolling resistance, smooth through zero.
//
//   f = -mu F v_t / reg(|v_t|, v_small)                                   (1)
//   t = -mu_r r F w / reg(|w|, w_small)                                   (2)
//
// on B; v_t and w are the motion of B relative to A, F the normal force, r the rolling radius that
// the normal law has set, reg of math/core/regularize.h.
//
// Spin    With `spin_speed` a round contact area also resists spinning, and sliding lessens with
//         it: spin_torque.h, (3) with reg for |v|.
// Limits  Above v_small (1) is Coulomb's law. Below it is smooth, with slope 3 mu F / v_small at
//         zero: there is no sticking, a body under a force f < mu F creeps at about
//         f v_small / (3 mu F). (2) acts on the whole relative rotation, spinning included.
// Source  [Modia3D], the page on the contact force law, after [NeumayrOtter2019].

#include "law/core/rolling_resistance.h"
#include "law/core/spin_torque.h"

typedef struct Regularized {
    double spin_speed;
} Regularized;

enum {
    REGULARIZED_MU,      // [-]
    REGULARIZED_SPEED,   // v_small  [m/s]
    REGULARIZED_LEVER,   // mu_r r   [m]
    REGULARIZED_TURNING, // w_small  [rad/s]
    REGULARIZED_SPIN,    // w_s      [rad/s]
    REGULARIZED_MODULUS  // E*       [Pa]
};

static const abKey s_keys[] = {AB_SPIN_KEY(Regularized)};
static const abTable s_table =
    AB_TABLE("regularized", Regularized, s_keys,
             "Coulomb friction and rolling resistance, smoothed near zero speed");

static abResult regularized_check(const void *params, const abPairProperties *pair, abPlace place,
                                  abError *error) {
    (void)params;
    abResult result = ab_rolling_check("regularized", pair, place, error);
    if (!(pair->sliding_regularization > 0.0)) {
        result =
            ab_error_add(error, AB_BAD_MODEL, place,
                         "regularized: sliding_regularization = %g m/s is not above 0; 0.01 is "
                         "usual, smaller values creep less and cost smaller steps",
                         pair->sliding_regularization);
    }
    return result;
}

static void regularized_prepare(const void *params, const abPairProperties *pair,
                                double *constants) {
    const Regularized *p = params;
    abSpinTorque spin = ab_spin_torque(pair->sliding_friction, p->spin_speed, pair);
    constants[REGULARIZED_SPIN] = spin.speed;
    constants[REGULARIZED_MODULUS] = spin.modulus;
    constants[REGULARIZED_MU] = pair->sliding_friction;
    constants[REGULARIZED_SPEED] = pair->sliding_regularization;
    abRollingResistance rolling = ab_rolling_resistance(pair);
    constants[REGULARIZED_LEVER] = rolling.lever;
    constants[REGULARIZED_TURNING] = rolling.turning;
}

static void regularized_evaluate(const double *constants, const abSlip *slip,
                                 abFrictionForce *out) {
    abRollingResistance rolling = {constants[REGULARIZED_LEVER], constants[REGULARIZED_TURNING]};
    double sliding = ab_regularize(ab_norm(slip->v_t), constants[REGULARIZED_SPEED]);
    double f = constants[REGULARIZED_MU] * slip->normal_force;
    out->torque = ab_rolling_torque(rolling, slip); // (2)
    if (constants[REGULARIZED_SPIN] > 0.0) {
        abSpinTorque law = {constants[REGULARIZED_MU], constants[REGULARIZED_SPIN],
                            constants[REGULARIZED_MODULUS]};
        abSpin spin = ab_spin(law, slip);
        f *= ab_spin_share(spin, sliding);
        out->torque = ab_add(out->torque, ab_spin_moment(law, spin, slip));
    }
    out->force = ab_scale(-f / sliding, slip->v_t); // (1)
}

// Spin depends on the depth of each.
static bool regularized_takes_batch(const double *constants) {
    return !(constants[REGULARIZED_SPIN] > 0.0);
}

// Written so that compilers take them side by side: below small the first form of reg is the
// greater one, and at small both are equal.
static void regularized_evaluate_batch(const double *constants, abSlipBatch *restrict batch) {
    double mu = constants[REGULARIZED_MU], small = constants[REGULARIZED_SPEED];
    double by_small = 1.0 / small, third = small / 3.0;
    abRollingResistance rolling = {constants[REGULARIZED_LEVER], constants[REGULARIZED_TURNING]};
    for (int i = 0; i < AB_BATCH; i++) {
        double speed = batch->speed[i], slow = speed < small ? speed : small, u = slow * by_small;
        double reg = slow * u * (1.0 - u * (1.0 / 3.0)) + third;
        batch->per_slip[i] = mu * batch->normal_force[i] / (reg > speed ? reg : speed); // (1)
    }
    batch->torque = ab_rolling_torque_of(rolling, batch);
}

// The third derivative of (1) and (2) jumps at v_small and w_small.
static void regularized_switching_functions(const double *constants, const abSlip *slip,
                                            double values[AB_LAW_SWITCHING_FUNCTIONS]) {
    values[0] = ab_norm(slip->v_t) - constants[REGULARIZED_SPEED];
    values[1] = ab_norm(slip->w) - constants[REGULARIZED_TURNING];
}

const abFrictionLaw ab_friction_regularized = {.table = &s_table,
                                               .check = regularized_check,
                                               .prepare = regularized_prepare,
                                               .evaluate = regularized_evaluate,
                                               .evaluate_batch = regularized_evaluate_batch,
                                               .takes_batch = regularized_takes_batch,
                                               .switching_functions =
                                                   regularized_switching_functions};
