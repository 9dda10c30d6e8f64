// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// hertz.c - normal force between two elastic, locally spherical surfaces.
//
//   F = max(0, k d^(3/2) (1 + 3/2 c d')),   k = 4/3 E* sqrt(R)            (1)
//   U = 2/5 k d^(5/2)                                                     (2)
//
// Shape   point contact; R is the effective radius of curvature of the contact.
// Valid   small strain: contact radius sqrt(R d) well below R. Flat on flat, R is that of the contact
//         radii of the shapes in series, by convention; `stiffness` says better.
// Limits  F -> 0 continuously at d = 0. Separating faster than 2/(3c) cuts (1) at zero.
//         c is one number for all speeds: e = 1 - c v at low speed, see restitution.h for the rest.
// Source  k: Hertz, in [Johnson1985] ch. 4 (approach against load, solved for the load).
//         damping: [HuntCrossley1975]; the spelling 3/2 c is Simbody's, [Sherman2011].

#include <math.h>

#include "law/normal/power_law.h"

typedef struct Hertz {
    double stiffness, reduction, damping;
} Hertz;

enum { HERTZ_DAMPING = AB_POWER_OWN }; // a = 3/2 c  [s/m]

static const abKey s_keys[] = {
    AB_POWER_KEYS(Hertz, "N/m^1.5"),
    AB_NUM(Hertz, damping, "s/m", 0.0, 0.0, 1e3,
           "c in F = k d^1.5 (1 + 1.5 c d'); restitution is 1 - c v at low speed"),
};
static const abTable s_table =
    AB_TABLE("hertz", Hertz, s_keys, "Hertz contact of curved elastic surfaces, with damping");

static abPowerParams power_params(const Hertz *h) {
    return (abPowerParams){h->stiffness, 1.5, h->reduction, NULL};
}

static abResult hertz_check(const void *params, const abPairProperties *pair, abPlace place,
                            abError *error) {
    return ab_power_law_check("hertz", power_params(params), pair, place, error);
}

static void hertz_prepare(const void *params, abPairProperties *pair, double *constants) {
    const Hertz *h = params;
    ab_power_law_prepare(power_params(h), pair, constants);
    constants[HERTZ_DAMPING] = 1.5 * h->damping;
}

static void hertz_evaluate(const double *constants, const double *memory, const abContact *contact,
                           abNormalForce *out) {
    (void)memory;
    ab_power_law(constants, constants[HERTZ_DAMPING], contact, out);
}

const abNormalLaw ab_law_hertz = {.table = &s_table,
                                  .told = ab_power_law_told,
                                  .has_own_losses = true,
                                  .check = hertz_check,
                                  .prepare = hertz_prepare,
                                  .evaluate = hertz_evaluate};
