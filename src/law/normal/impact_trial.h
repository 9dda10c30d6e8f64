// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// impact_trial.h - one impact of a mass on a law, integrated step by step; for the laws' tests.
//
//   m d'' = m g - F(d, d'),  d(0) = 0,  d'(0) = v,  until d = 0 again
//
// Error   classical Runge-Kutta of 4th order with N steps per half period of the elastic impact. At
//         touch and release F ~ d^1.5 is not smooth, which leaves (1/N)^2.5: 2e-11 for N = 20000.

#ifndef AB_IMPACT_TRIAL_H
#define AB_IMPACT_TRIAL_H

#include <math.h>

#include "law/core/law.h"

typedef struct abTrial {
    const abNormalLaw *law;
    double constants[AB_LAW_CONSTANTS];
    double memory[AB_LAW_MEMORY];
    double mass, gravity;
} abTrial;

typedef struct abTrialResult {
    double speed_out, depth_max, force_max, duration;
} abTrialResult;

// A mass without gravity on a law with its parameters.
static inline abTrial ab_trial(const abNormalLaw *law, const void *params, abPairProperties pair,
                               double mass) {
    abTrial trial = {.law = law, .mass = mass};
    law->prepare(params, &pair, trial.constants);
    return trial;
}

static inline abNormalForce ab_trial_force(const abTrial *trial, double depth, double rate) {
    abContact contact = {.depth = depth, .rate = rate};
    abNormalForce out;
    trial->law->evaluate(trial->constants, trial->memory, &contact, &out);
    return out;
}

static inline double ab_trial_rate_change(const abTrial *trial, double depth, double rate) {
    return trial->gravity - ab_trial_force(trial, depth, rate).force / trial->mass;
}

static inline void ab_trial_step(const abTrial *trial, double h, double *d, double *v) {
    double d1 = *v, v1 = ab_trial_rate_change(trial, *d, *v);
    double d2 = *v + 0.5 * h * v1;
    double v2 = ab_trial_rate_change(trial, *d + 0.5 * h * d1, d2);
    double d3 = *v + 0.5 * h * v2;
    double v3 = ab_trial_rate_change(trial, *d + 0.5 * h * d2, d3);
    double d4 = *v + h * v3;
    double v4 = ab_trial_rate_change(trial, *d + h * d3, d4);
    *d += h / 6.0 * (d1 + 2.0 * d2 + 2.0 * d3 + d4);
    *v += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
}

// Length of the step that ends at depth 0, by bisection.
static inline double ab_trial_last_step(const abTrial *trial, double h, double d, double v) {
    double low = 0.0, high = h;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high), at = d, rate = v;
        ab_trial_step(trial, middle, &at, &rate);
        *(at > 0.0 ? &low : &high) = middle;
    }
    return high;
}

// One impact at `speed`. Gives up after 1000 half periods with the speed 0.
static inline abTrialResult ab_trial_impact(abTrial *trial, double speed, int steps) {
    ab_normal_begin(trial->law, trial->constants, speed, trial->memory);
    // the depth that stores the kinetic energy gives the scale of time: half period about 3 depth/v
    double depth = 1e-9, energy = 0.5 * trial->mass * speed * speed;
    while (ab_trial_force(trial, depth, 0.0).energy < energy) {
        depth *= 1.1;
    }
    double h = 3.0 * depth / speed / steps, d = 0.0, v = speed;
    abTrialResult result = {0};
    for (int i = 0; i < 1000 * steps; i++) {
        double d0 = d, v0 = v;
        ab_trial_step(trial, h, &d, &v);
        result.force_max = fmax(result.force_max, ab_trial_force(trial, d, v).force);
        if (v0 > 0.0 && v <= 0.0) { // deepest between: v falls linearly over one step
            result.depth_max = d0 + 0.5 * v0 * v0 / (v0 - v) * h;
        }
        if (d <= 0.0) {
            double last = ab_trial_last_step(trial, h, d0, v0);
            ab_trial_step(trial, last, &d0, &v0);
            result.duration += last;
            result.speed_out = -v0;
            return result;
        }
        result.duration += h;
    }
    return result;
}

#endif
