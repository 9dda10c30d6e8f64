// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// law_curves.h - what the laws of a pair look like: force over depth, restitution over speed,
// friction over slip.

#ifndef AB_LAW_CURVES_H
#define AB_LAW_CURVES_H

#include "model/check/contact_estimate.h"

enum { AB_LAW_SAMPLES = 241 };

// Samples at even distances, AB_LAW_SAMPLES each. What a law does not have is not there.
typedef struct abLawCurves {
    // of the normal force, up to 1.2 times the greatest depth of the impact that is expected
    bool has_force;
    double speed;                       // of that impact; the law remembers it            [m/s]
    double depth[AB_LAW_SAMPLES];       //                                                   [m]
    double approaching[AB_LAW_SAMPLES]; // force at the rate +speed                          [N]
    double still[AB_LAW_SAMPLES];       // at the rate 0                                     [N]
    double leaving[AB_LAW_SAMPLES];     // at the rate -speed                                [N]
    double damping[AB_LAW_SAMPLES];     // slope of the force by the rate, at +speed     [N s/m]
    // of impacts, above 0 and up to twice that speed
    double closing[AB_LAW_SAMPLES];     // speed                                           [m/s]
    double restitution[AB_LAW_SAMPLES]; // speed after by speed before; NAN: no impact
    // of friction, up to where it is constant
    bool has_friction;
    double slip[AB_LAW_SAMPLES];  // speed                                                 [m/s]
    double share[AB_LAW_SAMPLES]; // friction by normal force
} abLawCurves;

void ab_law_curves(const abContactEstimate *estimate, abLawCurves *out);

#endif
