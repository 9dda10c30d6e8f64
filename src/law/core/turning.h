// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// turning.h - rolling resistance and spin torque together, for laws that keep both in their
// constants.
//
// With a spin torque the rolling resistance acts on rolling alone; without, on the whole relative
// rotation, as published.

#ifndef AB_TURNING_H
#define AB_TURNING_H

#include "law/core/rolling_resistance.h"
#include "law/core/spin_torque.h"

// Places after the law's own constants.
enum {
    AB_TURNING_LEVER,
    AB_TURNING_SMALL,
    AB_TURNING_MU,
    AB_TURNING_SPIN,
    AB_TURNING_MODULUS,
    AB_TURNING_COUNT
};

static inline void ab_turning_prepare(double mu, double spin_speed, const abPairProperties *pair,
                                      double *c) {
    abRollingResistance rolling = ab_rolling_resistance(pair);
    abSpinTorque spin = ab_spin_torque(mu, spin_speed, pair);
    c[AB_TURNING_LEVER] = rolling.lever;
    c[AB_TURNING_SMALL] = rolling.turning;
    c[AB_TURNING_MU] = spin.mu;
    c[AB_TURNING_SPIN] = spin.speed;
    c[AB_TURNING_MODULUS] = spin.modulus;
}

static inline abResult ab_turning_check(const char *law, const abPairProperties *pair,
                                        abPlace place, abError *error) {
    return pair->rolling_resistance > 0.0 ? ab_rolling_check(law, pair, place, error) : AB_OK;
}

// On B, about all axes.
static inline abVec3 ab_turning_torque(const double *c, const abSlip *slip) {
    abVec3 torque = {0.0, 0.0, 0.0};
    abSpinTorque law = {c[AB_TURNING_MU], c[AB_TURNING_SPIN], c[AB_TURNING_MODULUS]};
    abSpin spin = ab_spin(law, slip);
    if (c[AB_TURNING_LEVER] > 0.0) {
        abSlip rolling = *slip;
        double about = law.speed > 0.0 ? ab_dot(slip->w, slip->n_AB) : 0.0;
        rolling.w = ab_add_scaled(slip->w, -about, slip->n_AB);
        torque = ab_rolling_torque((abRollingResistance){c[AB_TURNING_LEVER], c[AB_TURNING_SMALL]},
                                   &rolling);
    }
    return ab_add(torque, ab_spin_moment(law, spin, slip));
}

// What spinning leaves of the limit of sliding friction, (3) of spin_torque.h; a slip of a w_s is
// added to |v|, so that spin below w_s leaves nearly all.
static inline double ab_turning_share(const double *c, const abSlip *slip) {
    abSpinTorque law = {c[AB_TURNING_MU], c[AB_TURNING_SPIN], c[AB_TURNING_MODULUS]};
    abSpin spin = ab_spin(law, slip);
    double speed = ab_norm(slip->v_t) + spin.a * law.speed;
    return ab_spin_share(spin, speed);
}

#endif
