// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// spin_torque.h - friction of a round contact area that spins: the torque that a point has not.
//
//   a = (3 F R/(4 E*))^(1/3), or sqrt(R d) when the materials give no E*                 (1)
//   M = -mu F a m(u) |w|/w_r sign(w),   u = |v|/(a w_r),   w_r = reg(|w|, w_s)           (2)
//   |f| <= mu F s(u),                   u = |v|/(a |w|)                                  (3)
//
// about the normal, on B; w is the spin of B relative to A about it, v the slip, reg of
// math/core/regularize.h. Every element of the area slides with v and w together, under Hertz'
// pressure; the sums over the area, with b = asin(1/u), c = sqrt(u^2 - 1):
//
//   m = 3 pi/16 (1 - u^2 + 3/8 u^4)                           s = 3 pi/8 u (1 - u^2/4)          u
//   <= 1 m = 3/8 (1 - u^2 + 3/8 u^4) b + 9/64 (2 - u^2) c          s = 3/4 u (1 - u^2/4) b
//                                                                 + 3/16 (u + 2/u) c      u > 1
//
// so M is 3 pi/16 mu F a for spin alone, and -mu F a^2 w/(5 |v|) for little spin, with (2) as
// without regularisation.
//
// Shape   point contact of round surfaces; without a radius there is no torque. In patches the
//         points themselves resist spin, so none is added there.
// Error   rounding; from u = 10 on series to 1/u^9, below 1e-13.
// Source  the law of the area: Contensou 1963. The sums are integrals of ours; spin_torque_test.c
//         compares them with the sum over rings and angles.

#ifndef AB_SPIN_TORQUE_H
#define AB_SPIN_TORQUE_H

#include "law/core/law.h"
#include "law/core/surface_pair.h"
#include "math/core/elementary.h"
#include "math/core/regularize.h"
#include "math/core/vector_math.h"

// The key of a law whose struct T has the field spin_speed.
#define AB_SPIN_KEY(T)                                                                             \
    AB_NUM(T, spin_speed, "rad/s", 0.0, 0.0, 1e9,                                                  \
           "spin from which on a round contact area resists spinning fully, say 0.1; 0: never")

typedef struct abSpinTorque {
    double mu, speed; // [-], w_s [rad/s]; 0: no torque
    double modulus;   // E*; 0 when unknown                                          [Pa]
} abSpinTorque;

static inline abSpinTorque ab_spin_torque(double mu, double speed, const abPairProperties *pair) {
    double modulus = ab_surface_pair_modulus(pair);
    return (abSpinTorque){mu, speed, isfinite(modulus) && modulus > 0.0 ? modulus : 0.0};
}

// What they share: radius of the area and spin.
typedef struct abSpin {
    double a, w;
} abSpin;

static inline abSpin ab_spin(abSpinTorque law, const abSlip *slip) {
    if (!(law.speed > 0.0) || !(slip->radius > 0.0) || !isfinite(slip->radius) ||
        !(slip->normal_force > 0.0)) {
        return (abSpin){0.0, 0.0};
    }
    double a = law.modulus > 0.0 ? ab_cbrt(0.75 * slip->normal_force * slip->radius / law.modulus)
                                 : sqrt(slip->radius * fmax(0.0, slip->depth)); // (1)
    return (abSpin){a, ab_dot(slip->w, slip->n_AB)};
}

// m(u)
static inline double ab_spin_part(double u) {
    if (u <= 1.0) {
        return 3.0 * AB_PI / 16.0 * (1.0 + u * u * (0.375 * u * u - 1.0));
    }
    double x = 1.0 / u, y = x * x;
    if (u >= 10.0) {
        return x * (0.2 + y * (1.0 / 70.0 +
                               y * (1.0 / 280.0 + y * (5.0 / 3696.0 + y * (35.0 / 54912.0)))));
    }
    return 0.375 * (1.0 + u * u * (0.375 * u * u - 1.0)) * ab_asin(x) +
           9.0 / 64.0 * (2.0 - u * u) * sqrt(u * u - 1.0);
}

// s(u)
static inline double ab_slide_part(double u) {
    if (u <= 1.0) {
        return 3.0 * AB_PI / 8.0 * u * (1.0 - 0.25 * u * u);
    }
    double x = 1.0 / u, y = x * x;
    if (u >= 10.0) {
        return 1.0 - y * (0.1 + y * (3.0 / 280.0 + y * (1.0 / 336.0 + y * (5.0 / 4224.0))));
    }
    return 0.75 * u * (1.0 - 0.25 * u * u) * ab_asin(x) +
           0.1875 * (u + 2.0 * x) * sqrt(u * u - 1.0);
}

static inline abVec3 ab_spin_moment(abSpinTorque law, abSpin spin, const abSlip *slip) {
    if (!(spin.a > 0.0)) {
        return (abVec3){0.0, 0.0, 0.0};
    }
    double turning = ab_regularize(fabs(spin.w), law.speed);
    double part = ab_spin_part(ab_norm(slip->v_t) / (spin.a * turning));
    double M = law.mu * slip->normal_force * spin.a * part * spin.w / turning; // (2)
    return ab_scale(-M, slip->n_AB);
}

// s(u) at the slip `speed`, which is positive.
static inline double ab_spin_share(abSpin spin, double speed) {
    double around = spin.a * fabs(spin.w);
    return around > 0.0 ? ab_slide_part(speed / around) : 1.0; // (3)
}

#endif
