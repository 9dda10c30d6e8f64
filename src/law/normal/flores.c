// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// flores.c - damped power law that holds for soft impacts too.
//
//   F = max(0, K d^n (1 + a d'))                                          (1)
//   a = 8 (1 - e) / (5 e v0), at most max_damping                         (2)
//
// Shape   point contact, or any with a `stiffness` of its own.
// Valid   all e, a little low between the ends: 0.79 comes back for e = 0.8, 0.47 for e = 0.5.
//         hunt_crossley.c has the exact relation.
// Limits  In impacts slower than (a v0)/max_damping the cap acts and less energy is lost; with e =
//         0 always.
// Source  [Flores2011].

#include <math.h>

#include "law/normal/power_law.h"

typedef struct Flores {
    double stiffness, reduction, exponent, max_damping;
} Flores;

enum {
    FLORES_PRODUCT = AB_POWER_OWN, // a v0  [-]
    FLORES_MAX_DAMPING             //       [s/m]
};

static const abKey s_keys[] = {
    AB_POWER_KEYS(Flores, "N/m^n"),
    AB_POWER_EXPONENT_KEY(Flores),
    AB_POWER_MAX_DAMPING_KEY(Flores),
};
static const abTable s_table =
    AB_TABLE("flores", Flores, s_keys, "damped power law for soft impacts, all restitutions");

static abPowerParams power_params(const Flores *p) {
    return (abPowerParams){p->stiffness, p->exponent, p->reduction, NULL};
}

static abResult flores_check(const void *params, const abPairProperties *pair, abPlace place,
                             abError *error) {
    return ab_power_law_check("flores", power_params(params), pair, place, error);
}

static void flores_prepare(const void *params, abPairProperties *pair, double *constants) {
    const Flores *p = params;
    double e = pair->restitution;
    ab_power_law_prepare(power_params(p), pair, constants);
    constants[FLORES_PRODUCT] = e > 0.0 ? 8.0 * (1.0 - e) / (5.0 * e) : INFINITY; // (2)
    constants[FLORES_MAX_DAMPING] = p->max_damping;
}

static void flores_begin(const double *constants, double speed, double *memory) {
    memory[0] =
        ab_power_law_damping(constants[FLORES_PRODUCT], speed, constants[FLORES_MAX_DAMPING]);
}

static void flores_evaluate(const double *constants, const double *memory, const abContact *contact,
                            abNormalForce *out) {
    ab_power_law(constants, memory[0], contact, out); // (1)
}

const abNormalLaw ab_law_flores = {.table = &s_table,
                                   .check = flores_check,
                                   .prepare = flores_prepare,
                                   .begin = flores_begin,
                                   .evaluate = flores_evaluate};
