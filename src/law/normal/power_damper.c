// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// power_damper.c - a power law with a damper that is a product of powers.
//
//   F = max(0, K d^n + c sgn(d') |d'|^p d^q)                              (1)
//   dF/dd = n K d^(n-1) + q c sgn(d') |d'|^p d^(q-1),   dF/dd' = p c |d'|^(p-1) d^q   (2)
//
// With `damping_side: closing` the damper acts for d' > 0 only.
//
// Shape   one point; K as in power_law.c.
// Limits  q = 0: the damper acts from the contact pair on and the force jumps there. (1) can fall below
//         zero while separating, for q < n at any speed once the depth is small enough; it is cut.
//         p < 1: the slope over d' has no bound at d' = 0; (2) then gives that at 1e-6 m/s.
// Steps   end where the cut begins and, with p < 1 or `closing`, where d' changes sign.
// Source  the contact force of RecurDyn (its exponents are called m1, m2, m3); with
//         n = p = 1, q = 0 and `closing` the linear law of the MathWorks contact library.
//         Differs from the former in: the cut.

#include <math.h>

#include "law/normal/power_law.h"
#include "math/core/elementary.h"

typedef enum DampingSide { DAMPING_BOTH, DAMPING_CLOSING } DampingSide;

typedef struct PowerDamper {
    double stiffness, reduction, exponent, damping, rate_exponent, depth_exponent;
    int damping_side; // DampingSide
} PowerDamper;

enum {
    DAMPER_COEFFICIENT = AB_POWER_OWN, // c  [N (s/m)^p / m^q]
    DAMPER_RATE_EXPONENT,              // p
    DAMPER_DEPTH_EXPONENT,             // q
    DAMPER_SIDE                        // DampingSide
};

static const char *const s_sides[] = {"both", "closing", NULL};

static const abKey s_keys[] = {
    AB_POWER_KEYS(PowerDamper, "N/m^n"),
    AB_POWER_EXPONENT_KEY(PowerDamper),
    AB_NUM(PowerDamper, damping, "-", 0.0, 0.0, 1e18,
           "c, in SI whatever the units of the file: force at unit rate and depth"),
    AB_NUM(PowerDamper, rate_exponent, "-", 1.0, 0.1, 10.0, "p, power of the rate in the damper"),
    AB_NUM(PowerDamper, depth_exponent, "-", 2.0, 0.0, 10.0, "q, power of the depth in the damper"),
    AB_WORD(PowerDamper, damping_side, s_sides, DAMPING_BOTH,
            "whether the damper acts both ways or only while closing"),
};
static const abTable s_table =
    AB_TABLE("power_damper", PowerDamper, s_keys,
             "power law with a damper that is a power of the rate times one of the depth");

static abPowerParams power_params(const PowerDamper *p) {
    return (abPowerParams){p->stiffness, p->exponent, p->reduction, NULL};
}

static abResult power_damper_check(const void *params, const abPairProperties *pair, abPlace place,
                                   abError *error) {
    return ab_power_law_check("power_damper", power_params(params), pair, place, error);
}

static void power_damper_prepare(const void *params, abPairProperties *pair, double *constants) {
    const PowerDamper *p = params;
    ab_power_law_prepare(power_params(p), pair, constants);
    constants[DAMPER_COEFFICIENT] = p->damping;
    constants[DAMPER_RATE_EXPONENT] = p->rate_exponent;
    constants[DAMPER_DEPTH_EXPONENT] = p->depth_exponent;
    constants[DAMPER_SIDE] = p->damping_side;
}

static double power(double x, double exponent) {
    return exponent == 0.0 ? 1.0 : exponent == 1.0 ? x : x > 0.0 ? ab_pow(x, exponent) : 0.0;
}

// The damper's part of (1) with (2).
static abNormalForce damper(const double *constants, const abContact *contact) {
    double c = constants[DAMPER_COEFFICIENT], p = constants[DAMPER_RATE_EXPONENT];
    double q = constants[DAMPER_DEPTH_EXPONENT], d = contact->depth, rate = contact->rate;
    if (c == 0.0 || (rate <= 0.0 && constants[DAMPER_SIDE] == DAMPING_CLOSING)) {
        return (abNormalForce){0};
    }
    double speed = fabs(rate), by_depth = c * power(d, q);
    double force = (rate < 0.0 ? -1.0 : 1.0) * by_depth * power(speed, p);
    double slope_speed = p < 1.0 ? fmax(speed, 1e-6) : speed;
    double slope = p == 1.0 ? 1.0 : p * ab_pow(slope_speed, p - 1.0);
    return (abNormalForce){.force = force, .stiffness = q * force / d, .damping = by_depth * slope};
}

static void power_damper_evaluate(const double *constants, const double *memory,
                                  const abContact *contact, abNormalForce *out) {
    (void)memory;
    *out = (abNormalForce){0};
    if (!(contact->depth > 0.0)) {
        return;
    }
    abElasticPart elastic = ab_power_law_elastic(constants, contact);
    abNormalForce damped = damper(constants, contact);
    out->elastic = elastic.force;
    out->energy = elastic.energy;
    if (elastic.force + damped.force > 0.0) {
        out->force = elastic.force + damped.force;         // (1)
        out->stiffness = elastic.slope + damped.stiffness; // (2)
        out->damping = damped.damping;                     // (2)
    }
}

static void power_damper_switching_functions(const double *constants, const double *memory,
                                             const abContact *contact,
                                             double values[AB_NORMAL_SWITCHING_FUNCTIONS]) {
    (void)memory;
    if (constants[DAMPER_COEFFICIENT] > 0.0 && contact->depth > 0.0) {
        values[0] =
            ab_power_law_elastic(constants, contact).force + damper(constants, contact).force;
        bool bends =
            constants[DAMPER_RATE_EXPONENT] < 1.0 || constants[DAMPER_SIDE] == DAMPING_CLOSING;
        values[1] = bends ? contact->rate : 0.0;
    }
}

const abNormalLaw ab_law_power_damper = {.table = &s_table,
                                         .told = ab_power_law_told,
                                         .has_own_losses = true,
                                         .check = power_damper_check,
                                         .prepare = power_damper_prepare,
                                         .evaluate = power_damper_evaluate,
                                         .switching_functions = power_damper_switching_functions};
