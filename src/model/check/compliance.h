// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compliance.h - compliance and damping of the law `compliant` from what a contact shall do, and
// what it will do with them.

#ifndef AB_COMPLIANCE_H
#define AB_COMPLIANCE_H

#include <stdbool.h>

#include "model/check/contact_estimate.h"

typedef struct abComplianceSpec {
    double mass;         // carried, reduced, > 0                                     [kg]
    int points;          // that carry it alike, >= 1
    double acceleration; // that presses it on, >= 0; 0: no weight                    [m/s^2]
    double speed;        // of meeting, >= 0                                          [m/s]
    double depth;        // wanted at rest; without weight: greatest, at `speed`; > 0 [m]
    double ratio;        // of damping to critical damping, >= 0
} abComplianceSpec;

typedef struct abCompliance {
    double compliance;  // C of each point                                             [m/N]
    double damping;     // D of each point                                             [N s/m]
    double frequency;   // angular, of the mass on all points                          [rad/s]
    double rest;        // depth at rest; 0 without weight                             [m]
    double depth;       // greatest at `speed`, with the weight; 0 when it does not meet [m]
    double time;        // for which an impact presses; without weight                 [s]
    double restitution; // then; likewise
    double step;        // of method stepping, with which the greatest depth is within 1 % [s]
} abCompliance;

// False where there is neither weight nor speed.
bool ab_compliance_for(const abComplianceSpec *spec, abCompliance *out);

struct abContactEstimate;
// What is wanted of a pair of a model: a thousandth of its size at rest where `depth` is NAN. `points`
// are those of its patch. False where it cannot be said.
bool ab_compliance_spec(const struct abContactEstimate *estimate, double depth, double ratio,
                        abComplianceSpec *out);

// Method `fixed`, whose contacts are rigid: values of its options for a body of this size.
typedef struct abFixedAdvice {
    double step, contact_distance, contact_speed; // [s], [m], [m/s]
} abFixedAdvice;
abFixedAdvice ab_fixed_advice(double size, double acceleration, double speed);

#endif
