// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// poisson.c - Hertz' force, stiffer while closing and softer while separating.
//
//   F = K d^(3/2) (1 + a S(d'/v_t)),   a = (1 - e^2)/(1 + e^2)            (1)
//   S(u) = (3 u - u^3)/2 for |u| < 1, else the sign of u                  (2)
//   dF/dd = 3/2 K d^(1/2) (1 + a S),   dF/dd' = K d^(3/2) a S'/v_t        (3)
//
// Loading with 1 + a and unloading with 1 - a return the part (1 - a)/(1 + a) = e^2 of the energy,
// so the speed comes back with the factor e, as long as it is far above v_t.
//
// Shape   one point; K as in power_law.c: given as `penalty`, from the materials, or from the
//         curvatures.
// Limits  Never negative, since a <= 1. F -> 0 continuously at d = 0. Near and below v_t more comes
//         back than e: 1 - a v/v_t for slow impacts, and for e = 0 a speed of about v_t.
//         poisson.h computes what really comes back. A body at rest is hardly damped.
// Steps   end at d' = v_t and d' = -v_t, where (2) has a jump in its second derivative.
// Source  [MotionSolve] Force_Contact, POISSON.

#include "law/normal/poisson.h"

#include <math.h>

#include "law/normal/power_law.h"
#include "math/core/regularize.h"

typedef struct Poisson {
    double penalty, reduction, restitution, transition_speed;
} Poisson;

enum {
    POISSON_LOSS = AB_POWER_OWN, // a    [-]
    POISSON_SPEED                // v_t  [m/s]
};

static const abKey s_keys[] = {
    AB_NUM_OR_WORD(Poisson, penalty, ab_power_stiffness_words, "N/m^1.5", NAN, 0.0, 1e18,
                   "force at unit depth; without it 4/3 E* sqrt(R) from the materials; curvature: "
                   "from the true curvatures at the contact"),
    AB_NUM(Poisson, reduction, "-", 1.0, 1e-9, 1.0,
           "multiplies E*; below 1 trades stiffness for step size"),
    AB_NUM(Poisson, restitution, "-", NAN, 0.0, 1.0,
           "what fast impacts give back; without it the pair's"),
    AB_NUM(Poisson, transition_speed, "m/s", 0.01, 1e-12, 1e9,
           "closing speed over which loading goes over into unloading; impacts must be much "
           "faster"),
};
static const abTable s_table =
    AB_TABLE("poisson", Poisson, s_keys,
             "Hertz with a restitution, by a force that is stiffer closing than separating");

static abPowerParams power_params(const Poisson *p) {
    return (abPowerParams){p->penalty, 1.5, p->reduction, "penalty"};
}

static abResult poisson_check(const void *params, const abPairProperties *pair, abPlace place,
                              abError *error) {
    return ab_power_law_check("poisson", power_params(params), pair, place, error);
}

static void poisson_prepare(const void *params, abPairProperties *pair, double *constants) {
    const Poisson *p = params;
    ab_power_law_prepare(power_params(p), pair, constants);
    double e = isnan(p->restitution) ? pair->restitution : p->restitution;
    constants[POISSON_LOSS] = ab_poisson_loss(e);
    constants[POISSON_SPEED] = p->transition_speed;
}

static void poisson_evaluate(const double *constants, const double *memory,
                             const abContact *contact, abNormalForce *out) {
    (void)memory;
    *out = (abNormalForce){0};
    if (!(contact->depth > 0.0)) {
        return;
    }
    abElasticPart elastic = ab_power_law_elastic(constants, contact);
    double a = constants[POISSON_LOSS], speed = constants[POISSON_SPEED], slope;
    double factor = fmax(0.0, 1.0 + a * ab_odd_step(contact->rate / speed, &slope));
    out->elastic = elastic.force;
    out->energy = elastic.energy;
    out->force = elastic.force * factor;              // (1)
    out->stiffness = elastic.slope * factor;          // (3)
    out->damping = elastic.force * a * slope / speed; // (3)
}

static void poisson_switching_functions(const double *constants, const double *memory,
                                        const abContact *contact,
                                        double values[AB_NORMAL_SWITCHING_FUNCTIONS]) {
    (void)memory;
    if (constants[POISSON_LOSS] > 0.0) {
        values[0] = contact->rate - constants[POISSON_SPEED];
        values[1] = contact->rate + constants[POISSON_SPEED];
    }
}

const abNormalLaw ab_law_poisson = {.table = &s_table,
                                    .told = ab_power_law_told,
                                    .check = poisson_check,
                                    .prepare = poisson_prepare,
                                    .evaluate = poisson_evaluate,
                                    .switching_functions = poisson_switching_functions};
