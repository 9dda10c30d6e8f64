// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// power_law.h - what the point-contact laws share: F = max(0, K d^n (1 + a d')).
//
// elastic, hertz, hunt_crossley, lankarani_nikravesh and flores differ in where K and a come from,
// not in this formula. A law file keeps the constants below at the head of its own and calls
// ab_power_law with the damping a of the present contact.

#ifndef AB_POWER_LAW_H
#define AB_POWER_LAW_H

#include "law/core/law.h"

// Places in a law's `constants`; its own begin at AB_POWER_OWN.
enum {
    AB_POWER_STIFFNESS, // K                                                        [N/m^n]
    AB_POWER_UNIT,      // K / sqrt(R) when the contact's own radius acts, else 0   [N/m^2]
    AB_POWER_EXPONENT,  // n                                                        [-]
    AB_POWER_MODULUS,   // reduced E* when the contact's curvatures act, else 0     [Pa]
    AB_POWER_OWN
};

// What a user may say about K and n.
typedef struct abPowerParams {
    double stiffness; // NAN: from the materials, 4/3 E* sqrt(R); or AB_POWER_CURVATURE  [N/m^n]
    double exponent;  // n
    double reduction; // multiplies E*
    const char *key;  // what the law calls K; NULL: stiffness
} abPowerParams;

// `stiffness: curvature`: Hertz with the principal curvatures where the surfaces touch.
#define AB_POWER_CURVATURE AB_WORD_AS_NUMBER(0)
extern const char *const ab_power_stiffness_words[]; // "curvature", NULL

// Keys of a law whose struct T has the fields stiffness and reduction (and exponent).
#define AB_POWER_KEYS(T, unit)                                                                     \
    AB_NUM_OR_WORD(T, stiffness, ab_power_stiffness_words, unit, NAN, 0.0, 1e18,                   \
                   "force at unit depth; without it 4/3 E* sqrt(R) from the materials, R from "    \
                   "contact radii; curvature: from the true curvatures at the contact"),           \
        AB_NUM(T, reduction, "-", 1.0, 1e-9, 1.0,                                                  \
               "multiplies E*; below 1 trades stiffness for step size")
#define AB_POWER_EXPONENT_KEY(T)                                                                   \
    AB_NUM(T, exponent, "-", 1.5, 1.0, 10.0, "power of the depth; 1.5 is Hertz, 1 a linear spring")
#define AB_POWER_MAX_DAMPING_KEY(T)                                                                \
    AB_NUM(T, max_damping, "s/m", 1000.0, 0.0, 1e9,                                                \
           "largest damping; acts in slow impacts and near restitution 0")

// Refuses what cannot give a stiffness: adds a problem for each reason, naming `law`.
abResult ab_power_law_check(const char *law, abPowerParams params, const abPairProperties *pair,
                            abPlace place, abError *error);

// Fills the shared constants and pair->rolling_radius.
void ab_power_law_prepare(abPowerParams params, abPairProperties *pair, double *constants);

// a = product / speed, at most `maximum`; a product of zero is no damping at any speed. [s/m]
double ab_power_law_damping(double product, double speed, double maximum);

// For laws that have their damping from a restitution: with the damping memory[0].
void ab_power_law_damped(const double *constants, const double *memory, const abContact *contact,
                         abNormalForce *out);

// Those of them whose a v0 is known at once: all but that number.
typedef struct abRestitutionParams {
    double stiffness, reduction, exponent, max_damping;
} abRestitutionParams;
#define AB_RESTITUTION_KEYS                                                                        \
    AB_POWER_KEYS(abRestitutionParams, "N/m^n"), AB_POWER_EXPONENT_KEY(abRestitutionParams),       \
        AB_POWER_MAX_DAMPING_KEY(abRestitutionParams)
abResult ab_restitution_check(const char *law, const void *params, const abPairProperties *pair,
                              abPlace place, abError *error);
void ab_restitution_prepare(const void *params, double product, abPairProperties *pair,
                            double *constants);
void ab_restitution_begin(const double *constants, double speed, double *memory);

// What events tell of these laws: the damping that memory[0] is, and K.
extern const abLawNumber ab_power_law_memory[], ab_power_law_told[];

// The elastic part alone: K d^n with its slope and energy.
typedef struct abElasticPart {
    double force;  // [N]
    double slope;  // [N/m]
    double energy; // [J]
} abElasticPart;

// Of a contact with depth > 0.
abElasticPart ab_power_law_elastic(const double *constants, const abContact *contact);

// That part with a damping force, c d'; `slope` is dc/dd. What pulls is cut.
abNormalForce ab_elastic_damped(abElasticPart elastic, double c, double slope, double rate);

// The law itself; `damping` is a [s/m].
void ab_power_law(const double *constants, double damping, const abContact *contact,
                  abNormalForce *out);

#endif
