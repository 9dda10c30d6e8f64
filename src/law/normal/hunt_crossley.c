// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hunt_crossley.c - damped power law whose restitution comes out as prescribed.
//
//   F = max(0, K d^n (1 + a d'))                                          (1)
//   a = x(e) / v0, at most max_damping                                    (2)
//
// v0 is the closing speed at the beginning of the contact and x(e) the exact inverse of the
// restitution of (1), see restitution.c. So one free impact gives back e exactly, for all e and n;
// the common short forms of a (lankarani_nikravesh.c, flores.c) only come near. With `damping`
// given, a is that number, and the restitution falls with the speed as it does in nature.
//
// Shape   point contact, or any with a `stiffness` of its own.
// Limits  Below v0 = x/max_damping the cap acts and the impact loses less than e says. e = 0 is met
//         up to the speed 1/max_damping.
// Source  (1): [HuntCrossley1975]; (2): own derivation, docs/theory/laws.md.

#include <math.h>

#include "law/core/restitution.h"
#include "law/normal/power_law.h"

typedef struct HuntCrossley {
    double stiffness, reduction, exponent, damping, max_damping;
} HuntCrossley;

enum {
    HUNT_CROSSLEY_DAMPING = AB_POWER_OWN, // a; NAN: from the restitution  [s/m]
    HUNT_CROSSLEY_PRODUCT,                // x(e) = a v0                   [-]
    HUNT_CROSSLEY_MAX_DAMPING             //                               [s/m]
};

static const abKey s_keys[] = {
    AB_POWER_KEYS(HuntCrossley, "N/m^n"),
    AB_POWER_EXPONENT_KEY(HuntCrossley),
    AB_NUM(HuntCrossley, damping, "s/m", NAN, 0.0, 1e9,
           "a in F = K d^n (1 + a d'); without it from the pair's restitution"),
    AB_POWER_MAX_DAMPING_KEY(HuntCrossley),
};
static const abTable s_table =
    AB_TABLE("hunt_crossley", HuntCrossley, s_keys,
             "damped power law; each impact gives back the pair's restitution exactly");

static abPowerParams power_params(const HuntCrossley *h) {
    return (abPowerParams){h->stiffness, h->exponent, h->reduction, NULL};
}

static abResult hunt_crossley_check(const void *params, const abPairProperties *pair, abPlace place,
                                    abError *error) {
    return ab_power_law_check("hunt_crossley", power_params(params), pair, place, error);
}

static void hunt_crossley_prepare(const void *params, abPairProperties *pair, double *constants) {
    const HuntCrossley *h = params;
    ab_power_law_prepare(power_params(h), pair, constants);
    constants[HUNT_CROSSLEY_DAMPING] = h->damping;
    constants[HUNT_CROSSLEY_PRODUCT] = ab_restitution_to_damping(pair->restitution);
    constants[HUNT_CROSSLEY_MAX_DAMPING] = h->max_damping;
}

static void hunt_crossley_begin(const double *constants, double speed, double *memory) {
    double given = constants[HUNT_CROSSLEY_DAMPING];
    memory[0] = !isnan(given) ? given
                              : ab_power_law_damping(constants[HUNT_CROSSLEY_PRODUCT], speed,
                                                     constants[HUNT_CROSSLEY_MAX_DAMPING]); // (2)
}

const abNormalLaw ab_law_hunt_crossley = {.table = &s_table,
                                          .memory = ab_power_law_memory,
                                          .told = ab_power_law_told,
                                          .check = hunt_crossley_check,
                                          .prepare = hunt_crossley_prepare,
                                          .begin = hunt_crossley_begin,
                                          .evaluate = ab_power_law_damped};
