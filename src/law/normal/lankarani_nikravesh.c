// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// lankarani_nikravesh.c - damped power law for nearly elastic impacts.
//
//   F = max(0, K d^n (1 + a d'))                                          (1)
//   a = 3 (1 - e^2) / (4 v0), at most max_damping                         (2)
//
// Shape   point contact, or any with a `stiffness` of its own.
// Valid   e above about 0.9. (2) takes the energy lost from an undamped path, so more comes back
//         than asked: 0.85 for e = 0.8, 0.73 for e = 0.5, and 0.66 even for e = 0.
//         hunt_crossley.c has the exact relation.
// Limits  In impacts slower than (a v0)/max_damping the cap acts and less energy is lost.
// Source  [LankaraniNikravesh1990].

#include <math.h>

#include "law/normal/power_law.h"

typedef struct LankaraniNikravesh {
    double stiffness, reduction, exponent, max_damping;
} LankaraniNikravesh;

enum {
    LANKARANI_NIKRAVESH_PRODUCT = AB_POWER_OWN, // a v0  [-]
    LANKARANI_NIKRAVESH_MAX_DAMPING             //       [s/m]
};

static const abKey s_keys[] = {
    AB_POWER_KEYS(LankaraniNikravesh, "N/m^n"),
    AB_POWER_EXPONENT_KEY(LankaraniNikravesh),
    AB_POWER_MAX_DAMPING_KEY(LankaraniNikravesh),
};
static const abTable s_table = AB_TABLE("lankarani_nikravesh", LankaraniNikravesh, s_keys,
                                        "damped power law for nearly elastic impacts");

static abPowerParams power_params(const LankaraniNikravesh *p) {
    return (abPowerParams){p->stiffness, p->exponent, p->reduction, NULL};
}

static abResult lankarani_nikravesh_check(const void *params, const abPairProperties *pair,
                                          abPlace place, abError *error) {
    return ab_power_law_check("lankarani_nikravesh", power_params(params), pair, place, error);
}

static void lankarani_nikravesh_prepare(const void *params, abPairProperties *pair,
                                        double *constants) {
    const LankaraniNikravesh *p = params;
    double e = pair->restitution;
    ab_power_law_prepare(power_params(p), pair, constants);
    constants[LANKARANI_NIKRAVESH_PRODUCT] = 0.75 * (1.0 - e * e); // (2)
    constants[LANKARANI_NIKRAVESH_MAX_DAMPING] = p->max_damping;
}

static void lankarani_nikravesh_begin(const double *constants, double speed, double *memory) {
    memory[0] = ab_power_law_damping(constants[LANKARANI_NIKRAVESH_PRODUCT], speed,
                                     constants[LANKARANI_NIKRAVESH_MAX_DAMPING]);
}

static void lankarani_nikravesh_evaluate(const double *constants, const double *memory,
                                         const abContact *contact, abNormalForce *out) {
    ab_power_law(constants, memory[0], contact, out); // (1)
}

const abNormalLaw ab_law_lankarani_nikravesh = {.table = &s_table,
                                                .check = lankarani_nikravesh_check,
                                                .prepare = lankarani_nikravesh_prepare,
                                                .begin = lankarani_nikravesh_begin,
                                                .evaluate = lankarani_nikravesh_evaluate};
