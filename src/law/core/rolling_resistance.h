// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// rolling_resistance.h - the torque that friction laws share.
//
//   t = -mu_r r F w / reg(|w|, w_small)                                   (1)
//
// on B; w is the rotation of B relative to A, F the normal force, r the rolling radius that the
// normal law has set, reg of math/core/regularize.h. It acts on the whole relative rotation,
// spinning included.
//
// Source  [Modia3D], the page on the contact force law, after [NeumayrOtter2019].

#ifndef AB_ROLLING_RESISTANCE_H
#define AB_ROLLING_RESISTANCE_H

#include "law/core/law.h"
#include "math/core/regularize.h"
#include "math/core/vector_math.h"

typedef struct abRollingResistance {
    double lever;   // mu_r r   [m]
    double turning; // w_small  [rad/s]
} abRollingResistance;

static inline abRollingResistance ab_rolling_resistance(const abPairProperties *pair) {
    return (abRollingResistance){pair->rolling_resistance * pair->rolling_radius,
                                 pair->rolling_regularization};
}

static inline abVec3 ab_rolling_torque(abRollingResistance rolling, const abSlip *slip) {
    double turning = ab_regularize(ab_norm(slip->w), rolling.turning);
    return ab_scale(-rolling.lever * slip->normal_force / turning, slip->w); // (1)
}

// Adds a problem when w_small is not above 0.
// Of all points of a batch together.
static inline abVec3 ab_rolling_torque_of(abRollingResistance rolling, const abSlipBatch *batch) {
    enum { SUMS = 4 }; // so that additions need not wait for each other
    double force[SUMS] = {0.0};
    for (int i = 0; i < AB_BATCH && rolling.lever > 0.0; i += SUMS) {
        for (int k = 0; k < SUMS; k++) {
            force[k] += batch->normal_force[i + k];
        }
    }
    const abSlip slip = {.w = batch->w,
                         .normal_force = (force[0] + force[1]) + (force[2] + force[3])};
    return rolling.lever > 0.0 ? ab_rolling_torque(rolling, &slip) : ab_vec3(0.0, 0.0, 0.0);
}

static inline abResult ab_rolling_check(const char *law, const abPairProperties *pair,
                                        abPlace place, abError *error) {
    if (pair->rolling_regularization > 0.0) {
        return AB_OK;
    }
    return ab_error_add(error, AB_BAD_MODEL, place,
                        "%s: rolling_regularization = %g rad/s is not above 0; 0.01 is usual", law,
                        pair->rolling_regularization);
}

#endif
