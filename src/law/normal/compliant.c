// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compliant.c - a linear spring given by its compliance, with a linear damper.
//
//   F = max(0, d / C + D d')                                              (1)
//   U = d^2 / (2 C)                                                       (2)
//
// C = 0 is the limit of a spring without any give: the condition of rigid.c.
//
// Shape   any; one spring per point, so four corners are four times as stiff as one.
// Limits  With D > 0 the force begins with a jump of D d' at the first contact, and is cut at zero before
//         the surfaces part. Both cost accuracy of order one step with methods that do not look for
//         the place.
// Steps   end where the cut begins.
// Source  Differs from the compliant rows of [Lloyd2012] in: no tolerance is taken off the depth,
//         so the depth at rest is C times the load.

#include <math.h>

#include "law/normal/rigid.h"

typedef struct Compliant {
    double compliance, damping;
} Compliant;

enum {
    COMPLIANT_STIFFNESS = AB_RIGID_OWN, // 1/C; 0: a condition  [N/m]
    COMPLIANT_DAMPING                   // D                    [N s/m]
};

static const abKey s_keys[] = {
    AB_NUM_REQUIRED(Compliant, compliance, "m/N", 0.0, 1e18,
                    "C, depth by force, of each point; 0 is rigid"),
    AB_NUM(Compliant, damping, "N s/m", 0.0, 0.0, 1e18, "D, force by rate; acts when C > 0"),
};
static const abTable s_table =
    AB_TABLE("compliant", Compliant, s_keys, "linear spring by its compliance, linear damper");

static bool compliant_is_condition(const void *params) {
    return ((const Compliant *)params)->compliance == 0.0;
}

static abResult compliant_check(const void *params, const abPairProperties *pair, abPlace place,
                                abError *error) {
    (void)pair;
    const Compliant *c = params;
    if (c->compliance == 0.0 && c->damping > 0.0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "compliant: damping = %g N s/m cannot act, as compliance = 0 is rigid; "
                            "give a compliance above 0, or leave the damping out",
                            c->damping);
    }
    return AB_OK;
}

static void compliant_prepare(const void *params, abPairProperties *pair, double *constants) {
    const Compliant *c = params;
    ab_rigid_prepare(NAN, AB_RESTITUTION_NEWTON, pair, constants);
    constants[COMPLIANT_STIFFNESS] = c->compliance > 0.0 ? 1.0 / c->compliance : 0.0;
    constants[COMPLIANT_DAMPING] = c->damping;
}

static double uncut(const double *constants, const abContact *contact) {
    return constants[COMPLIANT_STIFFNESS] * contact->depth +
           constants[COMPLIANT_DAMPING] * contact->rate;
}

static void compliant_evaluate(const double *constants, const double *memory,
                               const abContact *contact, abNormalForce *out) {
    (void)memory;
    *out = (abNormalForce){0};
    double stiffness = constants[COMPLIANT_STIFFNESS];
    if (!(contact->depth > 0.0) || stiffness == 0.0) {
        return;
    }
    out->elastic = stiffness * contact->depth;
    out->energy = 0.5 * out->elastic * contact->depth; // (2)
    double force = uncut(constants, contact);          // (1)
    if (force > 0.0) {
        out->force = force;
        out->stiffness = stiffness;
        out->damping = constants[COMPLIANT_DAMPING];
    }
}

static void compliant_switching_functions(const double *constants, const double *memory,
                                          const abContact *contact,
                                          double values[AB_NORMAL_SWITCHING_FUNCTIONS]) {
    (void)memory;
    values[0] = constants[COMPLIANT_DAMPING] > 0.0 ? uncut(constants, contact) : 0.0;
    values[1] = 0.0;
}

static const abLawNumber s_told[] = {
    {"stiffness", "N/m", "1/C, of each point; 0 is rigid", COMPLIANT_STIFFNESS},
    {NULL, NULL, NULL, 0},
};

const abNormalLaw ab_law_compliant = {.table = &s_table,
                                      .told = s_told,
                                      .is_condition = compliant_is_condition,
                                      .check = compliant_check,
                                      .prepare = compliant_prepare,
                                      .evaluate = compliant_evaluate,
                                      .switching_functions = compliant_switching_functions};
