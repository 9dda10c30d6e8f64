// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// user_laws.c - laws as a user would write them: the same Hertz contact with damping three times
// (plug-in, published signature; the script is user_laws.py), and routines that misbehave.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/user_code.h"

// ---- F = k d^1.5 (1 + 1.5 c v), as a plug-in ----

static void hertz(const double *parameters, const double *memory, const abPluginContact *contact,
                  abPluginForce *out) {
    (void)memory;
    double k = parameters[0], a = 1.5 * parameters[1], root = sqrt(contact->depth);
    double spring = k * root * contact->depth, factor = 1.0 + a * contact->rate;
    if (factor > 0.0) {
        out->force = spring * factor;
        out->stiffness = 1.5 * k * root * factor;
        out->damping = spring * a;
    }
    out->energy = 0.4 * spring * contact->depth;
    out->elastic = spring;
}

// A linear elastic layer, p = K d/h with damping by force, for the points of a surface: K, h, c.
static void layer(const double *parameters, const double *memory, const abPluginContact *contact,
                  abPluginForce *out) {
    (void)memory;
    double k = parameters[0] / parameters[1] * contact->area, c = parameters[2];
    double factor = 1.0 + c * contact->rate;
    out->elastic = k * contact->depth;
    out->energy = 0.5 * out->elastic * contact->depth;
    if (factor > 0.0) {
        out->force = out->elastic * factor;
        out->stiffness = k * factor;
        out->damping = out->elastic * c;
    }
}

// Coulomb friction, smoothed over a speed.
static void coulomb(const double *parameters, const double *memory, const abPluginContact *contact,
                    abPluginForce *out) {
    (void)memory;
    const double *v = contact->slip;
    double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + parameters[1] * parameters[1]);
    for (int i = 0; i < 3; i++) {
        out->tangential[i] = -parameters[0] * contact->normal_force * v[i] / speed;
    }
}

abPluginFind abut_plugin_law;
const abPluginLaw *abut_plugin_law(const char *name) {
    static const abPluginLaw laws[] = {
        {AB_PLUGIN_VERSION, "hertz", 2, NULL, hertz},
        {AB_PLUGIN_VERSION, "coulomb", 2, NULL, coulomb},
        {AB_PLUGIN_VERSION, "layer", 3, NULL, layer},
        {AB_PLUGIN_VERSION + 1, "of_tomorrow", 0, NULL, hertz},
    };
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        if (strcmp(laws[i].name, name) == 0) {
            return &laws[i];
        }
    }
    return NULL;
}

// ---- the same with the published signatures ----

#define NORMAL(name)                                                                               \
    abNormalRoutine name;                                                                          \
    void name(int *id, double *time, double *par, int *npar, double *loci, double *ni,             \
              double *locj, double *nj, double *gap, double *gapdot, double *gapdotdot,            \
              int *dflag, int *iflag, double *result)
#define UNUSED                                                                                     \
    (void)id, (void)time, (void)par, (void)npar, (void)loci, (void)ni, (void)locj, (void)nj,       \
        (void)gap, (void)gapdot, (void)gapdotdot, (void)dflag, (void)iflag, (void)result

NORMAL(CNFSUB) {
    UNUSED;
    double depth = -*gap, rate = -*gapdot;
    if (*npar == 2 && depth > 0.0) {
        result[0] = par[0] * depth * sqrt(depth) * (1.0 + 1.5 * par[1] * rate);
    }
}

abFrictionRoutine CFFSUB;
void CFFSUB(int *id, double *time, double *par, int *npar, double *loci, double *locj, double *x,
            double *xdot, double *nforce, int *dflag, int *iflag, double *result) {
    (void)id, (void)time, (void)npar, (void)loci, (void)locj, (void)x, (void)dflag, (void)iflag;
    double speed =
        sqrt(xdot[0] * xdot[0] + xdot[1] * xdot[1] + xdot[2] * xdot[2] + par[1] * par[1]);
    for (int i = 0; i < 3; i++) {
        result[i] = -par[0] * *nforce * xdot[i] / speed;
    }
}

// Prints depth and force of every contact, which the test compares with the record.
abPostRoutine CONTACTPOST;
void CONTACTPOST(int *id, int *i_gra_id, int *j_gra_id, double *time, double *par, int *npar,
                 int *iflag, int *endflg) {
    (void)par, (void)npar;
    int count, error;
    double depth[3], force[3];
    c_get_ncontacts(*id, *i_gra_id, *j_gra_id, &count, &error);
    if (*iflag != 0 || *endflg != 0) {
        printf("%s: asking is %s\n", *iflag != 0 ? "start" : "end", error ? "refused" : "allowed");
        return;
    }
    c_get_contact_post("PD", 0, 1, depth, &error);
    c_get_contact_post("TOTAL_FORCE", 0, 1, force, &error);
    printf("post %.6f %d %.9e %.9e\n", *time, count, depth[0], force[2]);
}

// ---- routines that misbehave ----

NORMAL(crashes) {
    UNUSED;
    if (*time > 0.3) {
        *(volatile int *)8 = 1;
    }
}

NORMAL(loops) {
    UNUSED;
    while (*time > 0.3) {
    }
}

NORMAL(answers_nan) {
    UNUSED;
    result[0] = *iflag != 0 ? 0.0 : NAN;
}
