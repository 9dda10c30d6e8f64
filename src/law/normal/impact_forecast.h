// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_forecast.h - what one impact under a law will be like, before any model is run.

#ifndef AB_IMPACT_FORECAST_H
#define AB_IMPACT_FORECAST_H

#include "law/core/law.h"

// Area of a contact by its depth, where that is not known in closed form: between samples as a
// power of the depth.
enum { AB_AREA_SAMPLES = 60 };

typedef struct abAreaCurve {
    int count;                     // 0: none
    double depth[AB_AREA_SAMPLES]; // rising                                            [m]
    double area[AB_AREA_SAMPLES];  //                                                 [m^2]
} abAreaCurve;

// Two bodies that meet along the normal, without other forces.
typedef struct abImpact {
    const abNormalLaw *law;
    const double *constants;
    abContact contact;       // curvatures, radius and area, where the law wants them
    const abAreaCurve *area; // takes the place of contact.area; NULL: none
    double mass;             // reduced, > 0                                                [kg]
    double speed;            // closing, > 0                                                [m/s]
} abImpact;

typedef struct abForecast {
    double depth;       // greatest                                                   [m]
    double peak_force;  //                                                            [N]
    double duration;    // until the surfaces part; INFINITY when they stay together  [s]
    double restitution; // speed after by speed before; 0 when they stay together
} abForecast;

// False when the law does not resist: no depth up to 1e6 times the stopping distance of a micron
// stores the energy of the impact.
bool ab_impact_forecast(const abImpact *impact, abForecast *out);

// What the law answers at a depth and a rate, in a contact that began with the speed of the impact.
abNormalForce ab_impact_force(const abImpact *impact, double depth, double rate);

// The depth at which the law carries `force` at rest; INFINITY when it never does. [m]
double ab_depth_at_rest(const abImpact *impact, double force);

// Depth, duration and peak force of F = K d^n without damping, from the energy.
abForecast ab_elastic_forecast(double stiffness, double exponent, double mass, double speed);

#endif
