// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// suggestion.h - parameters for a pair, from its materials, masses and speed.

#ifndef AB_SUGGESTION_H
#define AB_SUGGESTION_H

#include "model/check/contact_estimate.h"

// Of laws that could stand for the pair's own. Numbers that cannot be found are NAN.
typedef struct abSuggestion {
    // what the model's own law will do
    bool has_forecast;
    abForecast own;
    double rest; // depth under the own weight; 0 without gravity                  [m]
    // stiffness
    double stiffness; // K: Hertz', or for flat on flat one chosen by depth            [N/m^n]
    double exponent;  // n: 3/2, or 1 flat on flat
    bool is_hertz;
    abForecast elastic; // under K without damping, at the speed expected
    // to get `restitution` back
    double restitution;
    double damping, full_damping_depth; // of impact                                   [N s/m], [m]
    double impact_restitution;          // that comes back with these
    double transition_speed;            // of poisson                                  [m/s]
    double poisson_restitution;
    // friction
    double slip_speed;         // of smoothing: friction is full from here on        [m/s]
    double friction;           // coefficient it belongs to
    double slip_constant;      // time constant of coming to rest under the weight   [s]
    double slip_constant_peak; // likewise under the peak force                      [s]
    double own_slip_constant;  // of the model's own friction; INFINITY when not smoothed so
    // steps
    double fixed_step;      // for programs with a fixed step: contact time / 50       [s]
    double output_interval; // to see the impact in frames: contact time / 20          [s]
    double tolerance;       // relative to the depth, that keeps 1 % of a depth at rest
} abSuggestion;

// `restitution` that is wanted; NAN: that of the pair.
void ab_suggest(const abContactEstimate *estimate, double restitution, abSuggestion *out);

// Friction of the pair's own law by the normal force, at a slip [m/s]; NAN when the law is a user's or
// keeps a history.
double ab_friction_share(const abContactEstimate *estimate, double speed);

// Damping at rest of the pair's own friction law, by the normal force; 0 when it is not smooth at
// rest, or a user's. [s/m]
double ab_friction_damping(const abContactEstimate *estimate);

#endif
