// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact.c - the IMPACT force of multibody programs: a power law with a damper that fades in.
//
//   F = max(0, K d^n + c S(d/d_full) d')                                  (1)
//   S(u) = u^2 (3 - 2u) for u < 1, else 1                                 (2)
//   dF/dd = n K d^(n-1) + c S'(d/d_full) d'/d_full,   dF/dd' = c S        (3)
//   K = k s^(1-n) with `secant_stiffness` k and `reference_depth` s       (4)
//
// Shape   one point; K as in power_law.c: given, from the materials, or from the curvatures.
//         With (4) all exponents give the same force k s at the depth s, and k keeps the unit of a
//         spring.
// Limits  F -> 0 continuously at d = 0 for d_full > 0. Separating fast makes (1) negative: it is
//         cut at zero. The damper does not know the elastic force, so the restitution depends on
//         mass and speed; docs/theory/laws.md shows how.
//         d_full = 0: the damper acts at once, and the force jumps at the first contact.
// Steps   end at d_full, where (2) has a jump in its second derivative, and where the cut begins.
// Source  [MotionSolve] Force_Contact, IMPACT; (4): [Adams], the modified impact of its CONTACT.

#include <math.h>

#include "law/normal/power_law.h"
#include "math/core/elementary.h"

typedef struct Impact {
    double stiffness, reduction, exponent, damping, full_damping_depth;
    double secant_stiffness, reference_depth;
} Impact;

enum {
    IMPACT_DAMPING = AB_POWER_OWN, // c       [N s/m]
    IMPACT_FULL_DEPTH              // d_full  [m]
};

static const abKey s_keys[] = {
    AB_POWER_KEYS(Impact, "N/m^n"),
    AB_NUM(Impact, exponent, "-", 1.5, 0.1, 10.0,
           "n, power of the depth; 1.5 is Hertz, 1 a linear spring, 2.2 usual for machine parts"),
    AB_NUM(Impact, damping, "N s/m", 0.0, 0.0, 1e18, "c, of the damper at full depth"),
    AB_NUM(Impact, full_damping_depth, "m", NAN, 0.0, 1e6,
           "depth from which the damper acts in full; below it fades in"),
    AB_NUM(Impact, secant_stiffness, "N/m", NAN, 0.0, 1e18,
           "instead of stiffness: force at the reference depth by that depth"),
    AB_NUM(Impact, reference_depth, "m", NAN, 0.0, 1e6,
           "depth at which secant_stiffness holds, whatever the exponent"),
};
static const abTable s_table =
    AB_TABLE("impact", Impact, s_keys,
             "power law with a damper that fades in, as IMPACT of multibody programs");

static bool has_secant(const Impact *p) {
    return !isnan(p->secant_stiffness);
}

static abPowerParams power_params(const Impact *p) {
    double stiffness = p->stiffness;
    if (has_secant(p)) {
        stiffness = p->secant_stiffness * ab_pow(p->reference_depth, 1.0 - p->exponent); // (4)
    }
    return (abPowerParams){stiffness, p->exponent, p->reduction, NULL};
}

static abResult check_secant(const Impact *p, abPlace place, abError *error) {
    abResult result = AB_OK;
    if (!isnan(p->stiffness)) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "impact: stiffness and secant_stiffness are both given; leave one of "
                              "the two out");
    }
    if (!(p->secant_stiffness > 0.0)) {
        result =
            ab_error_add(error, AB_BAD_MODEL, place,
                         "impact: secant_stiffness = %g N/m is not above 0", p->secant_stiffness);
    }
    if (!(p->reference_depth > 0.0)) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "impact: secant_stiffness needs a reference_depth above 0, the depth "
                              "at which the force is secant_stiffness times reference_depth");
    }
    return result;
}

static abResult impact_check(const void *params, const abPairProperties *pair, abPlace place,
                             abError *error) {
    const Impact *p = params;
    abResult result = AB_OK;
    if (has_secant(p)) {
        result = check_secant(p, place, error);
    } else if (!isnan(p->reference_depth)) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "impact: reference_depth = %g m cannot act without "
                              "secant_stiffness; add it, or leave reference_depth out",
                              p->reference_depth);
    }
    if (p->damping > 0.0 && isnan(p->full_damping_depth)) {
        result = ab_error_add(error, AB_BAD_MODEL, place,
                              "impact: damping = %g N s/m needs full_damping_depth; about a tenth "
                              "of the depth of an impact is usual, much more switches the damper "
                              "off",
                              p->damping);
    }
    if (result != AB_OK) {
        return result;
    }
    return ab_power_law_check("impact", power_params(p), pair, place, error);
}

static void impact_prepare(const void *params, abPairProperties *pair, double *constants) {
    const Impact *p = params;
    ab_power_law_prepare(power_params(p), pair, constants);
    constants[IMPACT_DAMPING] = p->damping;
    constants[IMPACT_FULL_DEPTH] = p->full_damping_depth;
}

// c S of (2) and its slope over the depth.
static double damper(const double *constants, double depth, double *slope) {
    double c = constants[IMPACT_DAMPING], full = constants[IMPACT_FULL_DEPTH];
    *slope = 0.0;
    if (c == 0.0 || depth >= full) {
        return c;
    }
    double u = depth / full;
    *slope = c * 6.0 * u * (1.0 - u) / full;
    return c * u * u * (3.0 - 2.0 * u);
}

static void impact_evaluate(const double *constants, const double *memory, const abContact *contact,
                            abNormalForce *out) {
    (void)memory;
    *out = (abNormalForce){0};
    if (!(contact->depth > 0.0)) {
        return;
    }
    abElasticPart elastic = ab_power_law_elastic(constants, contact);
    double slope, damping = damper(constants, contact->depth, &slope);
    *out = ab_elastic_damped(elastic, damping, slope, contact->rate); // (1), (3)
}

static void impact_switching_functions(const double *constants, const double *memory,
                                       const abContact *contact,
                                       double values[AB_NORMAL_SWITCHING_FUNCTIONS]) {
    (void)memory;
    if (constants[IMPACT_DAMPING] > 0.0 && contact->depth > 0.0) {
        double slope, damping = damper(constants, contact->depth, &slope);
        values[0] = contact->depth - constants[IMPACT_FULL_DEPTH];
        values[1] = ab_power_law_elastic(constants, contact).force + damping * contact->rate;
    }
}

const abNormalLaw ab_law_impact = {.table = &s_table,
                                   .told = ab_power_law_told,
                                   .has_own_losses = true,
                                   .check = impact_check,
                                   .prepare = impact_prepare,
                                   .evaluate = impact_evaluate,
                                   .switching_functions = impact_switching_functions};
