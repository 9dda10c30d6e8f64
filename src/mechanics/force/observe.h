// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// observe.h - values of what expressions look at, for the bodies as placed.
//
// Each input is computed at most once per placing, when it is first wanted. Angles count their
// turns: the only memory here is the last angle, taken at accepted steps.

#ifndef AB_OBSERVE_H
#define AB_OBSERVE_H

#include "mechanics/state/mechanics.h"
#include "model/kinds/forces.h"

// An angle at the last accepted step, so that turns are counted.
typedef struct abAngleMemory {
    double angle, rate, time; // [rad], [rad/s], [s]
} abAngleMemory;

struct abObservations {
    abJet *inputs;          // by index in the model
    uint64_t *input_stamps; // of the placing they belong to
    abForceAnswer *forces;  // as last evaluated, by index of the force
    double *joint_loads;    // likewise, 6 per joint
    uint64_t joint_stamp;
    abAngleMemory *angles;
    double *rates; // of the states of users
    uint64_t rate_stamp;
};

// Where a marker is and how it moves.
typedef struct abMarkerNow {
    abPose X;
    abVec3 v, w;
} abMarkerNow;

abResult ab_observe_init(abMechanics *mechanics, abError *error);

// The value of a compiled expression without rates: what forces want.
double ab_compiled_expression_value(abMechanics *mechanics, const abCompiledExpression *compiled);

double ab_input_value(abMechanics *mechanics, int input);

// Value and rate by time, exact; NAN for the rate where it would need rates of forces. Needs a full
// evaluation when the compiled expression looks at more than the motion, and for rates of velocities.
abJet ab_compiled_expression_jet(abMechanics *mechanics, const abCompiledExpression *compiled);

// Rates of the states of users, for bodies as placed, and for forces as last evaluated. [per s]
void ab_user_rates(abMechanics *mechanics, double *rates);

abMarkerNow ab_marker_now(const abMechanics *mechanics, int body, abPose X_CM);

// Takes note of angles whose turns are counted, for the bodies as placed: after accepted steps. At
// the start of a run `is_start`: angles begin within half a turn of 0.
void ab_observe_turns(abMechanics *mechanics, bool is_start);

#endif
